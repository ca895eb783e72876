// Which part is in sight, and when it is made anew.

import { ask, html, Refused } from "./server.js";
import { listen, adapt } from "./controls.js";

const place = document.getElementById("part");
const summary = document.getElementById("summary");
const message = document.getElementById("message");
const known = { part: "columns", revision: 0, sequence: 0, summary: "", own: false, ended: false };

// The parts that follow from what came of the job, and not from the job alone.
const LIVE = ["result", "trade-off", "save"];

export function say(text) {
  message.textContent = text;
  message.hidden = !text;
}

// The server escapes whatever it puts into a part; scripts in it would not run, and the policy of the page allows none.
function swap(where, text) {
  const focused = where.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...where.querySelectorAll("details[open][id]")].map((one) => one.id);
  where.innerHTML = text;
  for (const id of open) {
    const again = document.getElementById(id);
    if (again) again.open = true;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  adapt(where);
}

export async function show(part, toFocus = false) {
  const text = await html(part);
  if (part !== known.part && !toFocus) return;
  known.part = part;
  for (const button of document.querySelectorAll("nav button")) {
    if (button.dataset.part === part) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  swap(place, text);
  if (toFocus) {
    place.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

async function refresh(news) {
  // What was on its way while the job was changed here is old.
  if (news.revision < known.revision) return;
  document.querySelector('nav [data-part="columns"]').textContent = news.first;
  const changed = news.revision !== known.revision;
  known.revision = news.revision;
  // What was found before stays in sight, marked as old, until there is something to say of the new job.
  const isFirst = changed && news.phase === "searching";
  summary.classList.toggle("old", isFirst);
  place.classList.toggle("old", isFirst && known.part === "result");
  if (!isFirst) {
    const text = await html("summary");
    if (known.summary !== text) summary.innerHTML = text;
    known.summary = text;
  }
  const isTyping = place.contains(document.activeElement) && document.activeElement.matches("input:not([type=checkbox]):not([type=range]), textarea");
  if ((LIVE.includes(known.part) && !isFirst && !(isTyping && known.part !== "result")) || (changed && !known.own)) await show(known.part);
  known.own = false;
  document.body.dataset.phase = news.phase;
  document.body.dataset.revision = news.revision;
}

// A change of the job; what is refused is said, and what is stale is shown anew. One after the other: each is of what the one before has made.
let changes = Promise.resolve();
export function change(path, said, keeps = false) {
  changes = changes.then(() => changed(path, said, keeps));
  return changes;
}

async function changed(path, said, keeps) {
  say("");
  try {
    known.own = keeps;
    const { revision } = await ask(path, { revision: known.revision, ...said });
    if (keeps) known.revision = Math.max(known.revision, revision);
    return true;
  } catch (error) {
    known.own = false;
    failed(error);
    // What the other tab made of the job is there to be seen before anything else is changed.
    if (error instanceof Refused && error.status === 409) await refresh(await ask("/wait", { sequence: 0 })).catch(failed);
    if (error instanceof Refused && error.status) await show(known.part).catch(failed);
    return false;
  }
}

export function failed(error) {
  say(error.message);
  if (error instanceof Refused && (error.status === 0 || error.status === 403)) known.ended = true;
}

async function wait() {
  while (!known.ended) {
    try {
      const news = await ask("/wait", { sequence: known.sequence });
      known.sequence = news.sequence;
      await refresh(news);
    } catch (error) {
      failed(error);
      if (!known.ended) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

for (const button of document.querySelectorAll("nav button")) {
  button.addEventListener("click", () => {
    say("");
    show(button.dataset.part, true).catch(failed);
  });
}
document.getElementById("end").addEventListener("click", async () => {
  known.ended = true;
  await ask("/end", {}).catch(() => {});
  place.textContent = "incog has ended; this tab can be closed.";
  summary.textContent = "";
});
listen(place);
show("columns", false).then(wait, failed);
