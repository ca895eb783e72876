// What controls say to the job. Each has the path of its key in data-path.

import { html } from "./server.js";
import { change, failed, say } from "./page.js";

const DELAY = 60;
let delayed = 0;

// The value of a control as the job has it; null removes the key.
function value(control) {
  const text = control.value.trim();
  switch (control.dataset.kind) {
    case "whole":
    case "number":
      return text === "" ? null : Number(text);
    case "texts": {
      const lines = control.value.split(/\r?\n/).filter((line) => line !== "");
      return lines.length ? lines : null;
    }
    case "switch":
      return control.checked;
    case "model":
      return control.checked ? JSON.parse(control.dataset.first) : null;
    case "recoding":
      return { kind: text };
    default:
      return text === "" ? null : control.value;
  }
}

// A slider and its number say the same.
function mirror(control) {
  const twin = document.getElementById(control.dataset.twin ?? "");
  if (twin) twin.value = control.value;
}

function send(control, keeps) {
  const said = value(control);
  const isNumber = ["whole", "number"].includes(control.dataset.kind);
  if (Number.isNaN(said) || (said === null && isNumber && !control.dataset.optional)) return;
  const path = JSON.parse(control.dataset.path);
  // What a number changes is seen in the result; the control itself stays as it is.
  change("/change", { path, value: said }, keeps).catch(failed);
}

// What a builder's form says of a hierarchy.
function made(form) {
  const field = (name) => form.elements[name].value.trim();
  const list = (text) => text.split(",").map((one) => one.trim()).filter(Boolean);
  switch (form.elements.way.value) {
    case "intervals":
      return { intervals: list(field("intervals")).map(Number), ...(field("origin") && { origin: Number(field("origin")) }) };
    case "mask":
      return { mask: field("mask") };
    case "date":
      return { date: list(field("date")) };
    case "fanout":
      return { fanout: Number(field("fanout")) };
    case "flat":
      return { flat: true };
    case "tree": {
      const lines = form.elements.tree.value.split("\n").filter((line) => line.includes("="));
      const pair = (line) => [line.slice(0, line.lastIndexOf("=")).trim(), line.slice(line.lastIndexOf("=") + 1).trim()];
      return { tree: Object.fromEntries(lines.map(pair)) };
    }
    default:
      return null;
  }
}

async function build(form) {
  const way = form.elements.way.value;
  const inside = form.closest(".inside");
  const column = form.dataset.name;
  let done;
  if (way === "file") {
    const file = form.elements.file.files[0];
    if (!file) return say("Choose a file first.");
    done = await change("/hierarchy", { column, text: await file.text() }, true);
  } else {
    done = await change("/change", { path: JSON.parse(form.dataset.hierarchy), value: made(form) }, true);
  }
  if (done) await look(inside, column);
}

async function look(inside, column) {
  const text = await html("column", column);
  const focused = inside.contains(document.activeElement) ? document.activeElement.id : "";
  inside.innerHTML = text;
  adapt(inside);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// The fields of the chosen builder alone are in sight.
function choose(form) {
  for (const fields of form.querySelectorAll("[data-way]")) fields.hidden = fields.dataset.way !== form.elements.way.value;
}

// The form by which a label of a tree is changed.
function pick(button) {
  const form = button.closest(".inside").querySelector(".tree-edit");
  const { level, label, named, moved } = button.dataset;
  Object.assign(form.dataset, { level, label });
  form.querySelector(".chosen").textContent = label || "(empty)";
  form.querySelector(".rename").hidden = !named;
  form.querySelector(".move").hidden = !moved;
  form.elements.rename.value = named ? label : "";
  form.elements.group.value = "";
  const groups = JSON.parse(form.dataset.groups)[Number(level) + 1] ?? [];
  form.querySelector("datalist").replaceChildren(...groups.map((group) => new Option(group, group)));
  form.hidden = false;
  form.querySelector(named ? ".rename input" : ".move input").focus();
}

async function prune(form) {
  const { column, level, label } = form.dataset;
  const [rename, group] = ["rename", "group"].map((name) => form.elements[name].value);
  const inside = form.closest(".inside");
  const said = { column, level: Number(level), label };
  let done = false;
  if (group) done = await change("/tree", { ...said, group }, true);
  if (rename && rename !== label && (done || !group)) done = await change("/tree", { ...said, rename }, true);
  if (!done) return;
  await look(inside, column);
  // Whoever goes on by keyboard goes on in the tree.
  const same = [...inside.querySelectorAll(".pick")].find((one) => [label, rename].includes(one.dataset.label));
  for (let above = same?.closest("details"); above && inside.contains(above); above = above.parentElement.closest("details")) above.open = true;
  (same ?? inside.querySelector("summary"))?.focus();
}

// What a part needs before somebody uses it.
export function adapt(where) {
  // What is wider than the page is scrolled by keyboard, too.
  for (const text of where.querySelectorAll("pre")) text.tabIndex = 0;
  for (const form of where.querySelectorAll("form.builder")) choose(form);
  for (const one of where.querySelectorAll("details[data-column][open]")) {
    const inside = one.querySelector(".inside");
    if (!inside.childElementCount) look(inside, one.dataset.column).catch(failed);
  }
}

export function listen(place) {
  place.addEventListener("input", (event) => {
    const control = event.target;
    if (control.type !== "range") return;
    mirror(control);
    clearTimeout(delayed);
    delayed = setTimeout(() => send(control, true), DELAY);
  });
  place.addEventListener("change", (event) => {
    const control = event.target;
    if (control.name === "way") return choose(control.form);
    if (control.id === "axis") {
      document.getElementById("values").value = control.selectedOptions[0].dataset.values;
      return;
    }
    if (!control.dataset.path || control.type === "range") return;
    mirror(control);
    const isNumber = ["whole", "number", "text", "texts"].includes(control.dataset.kind);
    send(control, isNumber && !control.closest("details"));
  });
  place.addEventListener("click", (event) => {
    const control = event.target.closest("button, a");
    if (!control) return;
    if (control.dataset.kind === "remove") change("/change", { path: JSON.parse(control.dataset.path), value: null });
    if (control.dataset.take) change("/take", { point: Number(control.dataset.take) });
    if (control.matches(".pick")) pick(control);
    if (control.matches(".leave")) control.form.hidden = true;
    if (control.id === "look-neighbours") change("/neighbours", {});
    const point = control.getAttribute("href");
    if (point?.startsWith("#point-")) {
      event.preventDefault();
      document.querySelector(point)?.focus();
    }
  });
  place.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    const said = Object.fromEntries(new FormData(form));
    if (form.matches(".builder")) build(form).catch(failed);
    if (form.matches(".tree-edit")) prune(form).catch(failed);
    if (form.matches(".waiver")) change("/change", { path: JSON.parse(form.dataset.path), value: said.reason });
    if (form.id === "explore") change("/explore", said);
    if (form.id === "save") {
      const [plan, internal, replace] = ["plan", "internal", "replace"].map((name) => form.elements[name].checked);
      change("/save", { release: said.release, job: said.job, plan, internal, replace });
    }
  });
  place.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.open || !details.dataset?.column) return;
    look(details.querySelector(".inside"), details.dataset.column).catch(failed);
  }, true);
}
