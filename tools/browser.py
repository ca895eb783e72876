#!/usr/bin/env python3
"""Drives the page of `incog open` in a real browser: headless Chromium, with its driver.

Scenarios: a steward from the hospital example to a saved release, which has to be the one that the command makes of the saved job; Adult with
ARX's hierarchies, where the tables are there; bad input; two tabs; the keyboard alone; axe-core on every part, where it is there. Screenshots of every part at
1280 and 390 pixels, light and dark, are written to a folder to be looked at. With --measure it times Adult and a million rows instead.
"""

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["columns", "promise", "result", "trade-off", "save"]


class Page:
    """A page that is served, and a browser that looks at it."""

    def __init__(self, incog, opened, width=1280, height=900, dark=False, more=()):
        command = [str(incog), "open", str(opened), "--no-browser", *more]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        first = self.process.stderr.readline()
        self.address = re.match(r"http://127\.0\.0\.1:\d+/#[0-9a-f]{64}", first)
        if not self.address:
            raise SystemExit(f"not opened: {first}{self.process.stderr.read()}")
        self.address = self.address.group(0)
        options = webdriver.ChromeOptions()
        for flag in ["--headless=new", "--disable-dev-shm-usage", f"--window-size={width},{height}"]:
            options.add_argument(flag)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        if width < 500:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.driver.get(self.address)
        self.settled()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(30) == 0, "the page does not end"

    def until(self, is_so, seconds=120):
        """Waits until it is so. What is looked at may be drawn anew meanwhile: then it is looked at again."""
        patient = WebDriverWait(self.driver, seconds, 0.02, ignored_exceptions=[StaleElementReferenceException])
        return patient.until(lambda _: is_so())

    def on(self, selector, act, place=0, seconds=120):
        """Acts on what a selector finds; where the page draws it anew before the act has begun, on what is drawn then."""
        def acted():
            found = self.driver.find_elements(By.CSS_SELECTOR, selector)
            if len(found) <= place:
                return None
            act(found[place])
            return True
        self.until(acted, seconds)

    def press(self, selector):
        self.on(selector, lambda button: button.click())

    def type(self, selector, text):
        """Types over what a field has."""
        self.on(selector, lambda field: (field.send_keys(Keys.CONTROL, "a"), field.send_keys(text, Keys.TAB)))

    def taken(self, point):
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", point)
        point.click()

    def texts(self, selector):
        """The texts of all that a selector finds, at one moment."""
        script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.trim())"
        return self.driver.execute_script(script, selector)

    def body(self, name):
        return self.driver.execute_script(f"return document.body.dataset.{name}")

    def settled(self, revision=0):
        """Waits until the job is decided, and seen or refused; returns its revision."""
        done = ["seen", "refused", "unsafe", "undecided"]
        self.until(lambda: int(self.body("revision") or 0) > revision and self.body("phase") in done)
        return int(self.body("revision"))

    def one(self, selector):
        return self.until(lambda: (self.driver.find_elements(By.CSS_SELECTOR, selector) or [None])[0])

    def has(self, selector):
        return self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector))

    def show(self, part, heading):
        self.driver.execute_script("document.querySelector(arguments[0]).click()", f'nav [data-part="{part}"]')
        self.until(lambda: heading in self.text())

    def text(self):
        return self.driver.execute_script("return document.getElementById('part').innerText")

    def summary(self):
        return self.driver.execute_script("return document.getElementById('summary').innerText")

    def shoot(self, path):
        size = self.driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert size[0] <= size[1], f"{path.name}: {size[0]} pixels wide on {size[1]}"
        self.driver.save_screenshot(str(path))

    def errors(self):
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]

    def axe(self, source, part):
        """What axe-core has to say of a part as it stands."""
        if not source:
            return
        # By the driver: the policy of the page lets no foreign script in.
        self.driver.execute_script(source)
        found = self.driver.execute_async_script("axe.run().then(arguments[0])")
        told = [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:4]}" for one in found["violations"]]
        assert not told, f"{part}: " + "\n".join(told)


K = "#privacy-k-anonymity-k-anonymity-k"
HEADINGS = dict(zip(PARTS, ["Column roles", "What is promised", "Preview of the release", "Cost of stronger", "The job"]))


def hospital(incog, folder, axe, shots):
    """A steward from the table to the saved release."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    for made in folder.glob("patients.release*"):
        made.unlink()
    (folder / "job.toml").unlink()
    with Page(incog, folder / "patients.csv") as page:
        assert "decided" in page.summary() or "release" in page.summary(), page.summary()
        revision = page.settled()
        # Undecided columns stand first; the steward decides all of them.
        while page.driver.find_elements(By.CSS_SELECTOR, ".card.open select"):
            name = page.texts(".card.open h3")[0]
            page.on(".card.open select", lambda one: Select(one).select_by_value("insensitive" if name == "payer" else "sensitive"))
            revision = page.settled(revision)
            page.until(lambda: name not in page.texts(".card.open h3"))
        page.axe(axe, "columns")
        # A hierarchy file as ARX writes it.
        place = page.texts(".card h3").index("age_group")
        page.on(".card", lambda card: card.find_element(By.CSS_SELECTOR, "summary").click(), place)
        page.has("form.builder")
        page.on("form.builder", lambda form: read_from_file(form, folder / "hierarchies/age_group.csv"))
        revision = page.settled(revision)
        page.until(lambda: "Read from age_group.hierarchy.csv" in page.texts(".card")[place])
        page.axe(axe, "a column with its hierarchy")
        page.show("result", HEADINGS["result"])
        while page.driver.find_elements(By.CSS_SELECTOR, "form.waiver"):
            page.on("form.waiver", waived)
            revision = page.settled(revision)
        page.has("table.records")
        page.axe(axe, "result")
        page.show("promise", HEADINGS["promise"])
        page.axe(axe, "promise")
        page.type(K, "8")
        revision = page.settled(revision)
        assert "smallest class" in page.summary(), page.summary()
        page.show("trade-off", HEADINGS["trade-off"])
        page.press("#explore button")
        page.has("svg.curves a")
        page.press("#look-neighbours")
        page.until(lambda: "One level finer or coarser" in page.text())
        page.axe(axe, "trade-off")
        # The third point is that of k = 4.
        page.on('[data-take="3"]', page.taken)
        revision = page.settled(revision)
        page.show("save", HEADINGS["save"])
        assert "k-anonymity = 4" in page.text(), page.text()
        page.axe(axe, "save")
        page.press("#save button")
        page.until(lambda: "Equivalent command" in page.text())
        page.axe(axe, "saved")
        shot(page, shots, "saved-1280-light")
        assert not page.errors(), page.errors()
    again = folder / "again.csv"
    done = subprocess.run([incog, "anonymize", folder / "job.toml", "-o", again], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert again.read_bytes() == (folder / "patients.release.csv").read_bytes(), "the command makes another release"
    report = folder / "patients.release.csv.report.json"
    done = subprocess.run([incog, "verify", report], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "age_group.hierarchy.csv").exists()


def read_from_file(form, file):
    """Gives a builder's form a hierarchy file."""
    Select(form.find_element(By.NAME, "way")).select_by_value("file")
    form.find_element(By.NAME, "file").send_keys(str(file))
    form.find_element(By.CSS_SELECTOR, "button").click()


def waived(form):
    """Gives the reason why a danger is none."""
    form.find_element(By.NAME, "reason").send_keys("the people are made up (test of the page)")
    form.find_element(By.CSS_SELECTOR, "button").click()


def shot(page, shots, name):
    if shots:
        page.shoot(shots / f"{name}.png")


def looks(incog, folder, axe, shots):
    """Every part at both widths, light and dark; print."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    for width, height in [(1280, 900), (390, 844)]:
        for dark in [False, True]:
            with Page(incog, folder / "job.toml", width, height, dark) as page:
                for part in PARTS:
                    page.show(part, HEADINGS[part])
                    if part == "columns":
                        page.driver.execute_script("document.querySelectorAll('.card details')[3].open = true")
                        page.has("ul.tree")
                    if part == "trade-off":
                        page.driver.execute_script("document.querySelector('#explore button').click()")
                        page.has("svg.curves a")
                    page.axe(axe, f"{part}, {width}, {'dark' if dark else 'light'}")
                    shot(page, shots, f"{part}-{width}-{'dark' if dark else 'light'}")
                assert not page.errors(), page.errors()
                if shots and width == 1280 and not dark:
                    page.show("result", HEADINGS["result"])
                    printed = page.driver.print_page()
                    (shots / "result.pdf").write_bytes(__import__("base64").b64decode(printed))


def keyboard(incog, folder, *_):
    """From the first tab stop to another k and back, without a pointer."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    with Page(incog, folder / "job.toml") as page:
        active = lambda: page.driver.switch_to.active_element

        def tab_to(is_it, most=200):
            for _ in range(most):
                active().send_keys(Keys.TAB)
                if is_it(active()):
                    return active()
            raise AssertionError("no key leads there")

        tab_to(lambda one: one.get_attribute("data-part") == "promise").send_keys(Keys.ENTER)
        page.until(lambda: "What is promised" in page.text())
        slider = tab_to(lambda one: (one.get_attribute("id") or "").endswith("k-anonymity-k-slider"))
        revision = page.settled()
        slider.send_keys(Keys.ARROW_RIGHT)
        page.settled(revision)
        assert active().get_attribute("id") == slider.get_attribute("id"), "the control keeps the focus"
        tab_to(lambda one: one.get_attribute("id") == "unit")


def two_tabs(incog, folder, *_):
    """The second tab sees what the first does, and what it did not see it cannot overwrite."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    with Page(incog, folder / "job.toml") as page:
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.get(page.address)
        page.settled()
        assert "#" not in page.driver.current_url, "the token stays in the address"
        page.show("promise", HEADINGS["promise"])
        page.type(K, "9")
        revision = page.settled(1)
        page.driver.switch_to.window(first)
        page.until(lambda: int(page.body("revision")) == revision)
        page.show("save", HEADINGS["save"])
        assert "k-anonymity = 9" in page.text()
        # Without the token there is nothing.
        page.driver.switch_to.new_window("tab")
        page.driver.get(page.address.split("#")[0])
        page.until(lambda: "has the access key" in page.driver.find_element(By.ID, "message").text)
        assert "area" not in page.driver.page_source


def bad_input(incog, folder, *_):
    """What cannot be opened is said at the terminal, what cannot be done in the page."""
    folder.mkdir(exist_ok=True)
    cases = {
        "none.csv": None,
        "empty.csv": "",
        "header.csv": "age,zip\n",
        "broken.toml": "input = \n",
        "unknown.toml": "input = 'x.csv'\n[privacy]\nk-anonimity = 2\n",
        "missing.toml": "input = 'nowhere.csv'\noutput = 'r.csv'\n[columns.age]\nrole = 'quasi-identifier'\n[privacy]\nk-anonymity = 2\n",
        "trips.toml": "input = 'nowhere.csv'\noutput = 'r.csv'\n[privacy]\nk = 2\n",
        "engine.toml": "input = { adbc = 'duckdb', uri = 'x.db', table = 'people' }\noutput = 'r.csv'\n[columns.age]\nrole = 'quasi-identifier'\n[privacy]\nk-anonymity = 2\n",
        "record.csv": "34,1010,flu\n36,1012,gout\n52,1020,flu\n",
        "ragged.csv": "age,zip\n34,1010\n36,1012,3\n",
        "twice.csv": "age,age\n34,1010\n36,1012\n",
        "table.xyz": "age,zip\n34,1010\n",
        "noise.csv": bytes(range(256)) * 4,
    }
    for name, text in cases.items():
        if text is not None:
            (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        done = subprocess.run([incog, "open", folder / name, "--no-browser"], capture_output=True, text=True, timeout=60)
        where = {"missing.toml": "nowhere.csv", "trips.toml": "nowhere.csv", "engine.toml": "database"}.get(name, name)
        assert where in done.stderr, (name, done)
        assert done.returncode in (1, 4) and done.stderr.strip() and "panicked" not in done.stderr, (name, done)
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    with Page(incog, folder / "job.toml") as page:
        message = lambda: page.driver.find_element(By.ID, "message").text
        page.show("promise", HEADINGS["promise"])
        page.type(K, "-3")
        page.settled(1)
        assert "k is at least 1" in page.summary(), page.summary()
        page.show("save", HEADINGS["save"])
        assert not page.one("#save button").is_enabled()
        page.show("columns", HEADINGS["columns"])
        page.on(".card", lambda card: card.find_element(By.CSS_SELECTOR, "summary").click(), 1)
        wrong = folder / "wrong.csv"
        wrong.write_text("Harbor City;Coast;*\nHarbor City;Hills;*\n")
        page.has("form.builder")
        page.on("form.builder", lambda form: read_from_file(form, wrong))
        page.until(message)
        assert "/tmp" not in message() and "line 2" in message(), message()


def hostile(incog, folder, *_):
    """Names and values that would like to be scripts are texts, in every part, and none runs."""
    folder.mkdir(exist_ok=True)
    name = "<img src=x onerror=document.title='owned'>"
    rows = "".join(f"\"<script>document.title='owned'</script>{n % 2}\",{30 + n % 3},\"'\"\"{n % 3}\"\n" for n in range(60))
    (folder / "people.csv").write_text(f"\"{name}\",age,illness\n{rows}")
    (folder / "job.toml").write_text(
        f"input = 'people.csv'\noutput = 'r.csv'\n[columns.\"{name}\"]\nrole = 'quasi-identifier'\n[columns.age]\nrole = 'quasi-identifier'\n"
        "hierarchy = { intervals = [2, 4] }\n[columns.illness]\nrole = 'sensitive'\n[privacy]\nk-anonymity = 3\n")
    with Page(incog, folder / "job.toml") as page:
        for part in PARTS:
            page.show(part, HEADINGS[part])
            page.driver.execute_script("document.querySelectorAll('#part details').forEach((one) => (one.open = true))")
            if part == "columns":
                page.has("ul.tree")
            if part == "trade-off":
                page.press("#explore button")
                page.has("svg.curves")
            assert not page.driver.find_elements(By.CSS_SELECTOR, "#part script, #part img"), part
        assert page.driver.title == "incog", page.driver.title
        assert not page.errors(), page.errors()


def trajectories(incog, folder, axe, shots):
    """Trips of the example from the job to the saved release: k moved, a compromise taken, maps before and after."""
    shutil.copytree(ROOT / "examples/city", folder, dirs_exist_ok=True)
    headings = dict(zip(PARTS, ["What was read", "What is promised", "Preview of the release", "Trade-offs between", "The job"]))
    with Page(incog, folder / "job.toml") as page:
        assert "as measured" in page.summary(), page.summary()
        page.show("columns", headings["columns"])
        assert page.one('nav [data-part="columns"]').text == "Points"
        page.axe(axe, "points")
        page.show("promise", headings["promise"])
        page.axe(axe, "promise of trajectories")
        page.type("#privacy-k", "7")
        revision = page.settled(1)
        page.show("trade-off", headings["trade-off"])
        page.has("svg.front")
        page.axe(axe, "front")
        shot(page, shots, "trips-front-1280")
        page.on("[data-take]", page.taken, len(page.has("[data-take]")) - 1)
        page.settled(revision)
        page.show("result", headings["result"])
        for figure in ["as sampled from the input", "as published"]:
            assert figure in page.text(), figure
        assert len(page.driver.find_elements(By.CSS_SELECTOR, "svg.map")) == 2
        page.axe(axe, "trajectories")
        shot(page, shots, "trips-result-1280")
        if shots:
            page.driver.execute_script("document.querySelector('svg.map').scrollIntoView({block: 'center'})")
            shot(page, shots, "trips-maps-1280")
        page.show("save", headings["save"])
        page.press("#save button")
        page.until(lambda: "Equivalent command" in page.text())
        page.axe(axe, "saved trajectories")
        assert not page.errors(), page.errors()
    again = folder / "again.csv"
    done = subprocess.run([incog, "trajectories", folder / "job-2.toml", "-o", again], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert again.read_bytes() == (folder / "trips.release.csv").read_bytes(), "the command makes another release"
    for dark in [False, True]:
        with Page(incog, folder / "job.toml", 390, 844, dark) as page:
            for part in ["result", "trade-off"]:
                page.show(part, headings[part])
                page.axe(axe, f"{part} of trajectories, 390")
                shot(page, shots, f"trips-{part}-390-{'dark' if dark else 'light'}")


def tree(incog, folder, axe, shots):
    """A hierarchy is edited as a tree, by keyboard alone: a value goes into another group, and the group gets a name."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    with Page(incog, folder / "job.toml") as page:
        active = lambda: page.driver.switch_to.active_element
        place = page.texts(".card h3").index("age_group")
        card = page.driver.find_elements(By.CSS_SELECTOR, ".card")[place]
        card.find_element(By.CSS_SELECTOR, "summary").send_keys(Keys.ENTER)
        page.until(lambda: card.find_elements(By.CSS_SELECTOR, ".pick"))
        page.driver.execute_script("arguments[0].querySelectorAll('details').forEach((one) => (one.open = true))", card)
        page.axe(axe, "a tree")
        movable = card.find_elements(By.CSS_SELECTOR, '.pick[data-moved="yes"]')
        assert movable, "age_group has groups"
        label = movable[0].get_attribute("data-label")
        movable[0].send_keys(Keys.ENTER)
        page.until(lambda: active().get_attribute("name") in ["rename", "group"])
        page.axe(axe, "a label that is changed")
        if active().get_attribute("name") == "rename":
            active().send_keys(Keys.TAB)
        revision = page.settled()
        active().send_keys("a group of my own", Keys.ENTER)
        revision = page.settled(revision)
        page.until(lambda: "a group of my own" in card.text)
        assert active().get_attribute("data-label") == label, "the keyboard goes on in the tree"
        picks = lambda: [one for one in card.find_elements(By.CSS_SELECTOR, ".pick") if one.get_attribute("data-label") == "a group of my own"]
        picks()[0].send_keys(Keys.ENTER)
        page.until(lambda: active().get_attribute("name") == "rename")
        active().send_keys(Keys.CONTROL, "a")
        active().send_keys("mine", Keys.ENTER)
        page.settled(revision)
        page.until(lambda: "a group of my own" not in card.text and "mine" in card.text)
        page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", card.find_element(By.CSS_SELECTOR, "ul.tree"))
        shot(page, shots, "tree-1280")
        assert not page.errors(), page.errors()


def quick(incog, folder, *_):
    """A number that is changed faster than its changes are answered speaks of no other tab, and its last value counts."""
    shutil.copytree(ROOT / "examples/hospital", folder, dirs_exist_ok=True)
    with Page(incog, folder / "job.toml") as page:
        page.show("promise", HEADINGS["promise"])
        page.one(K)
        before = page.settled()
        page.driver.execute_script("""
            const number = document.getElementById('privacy-k-anonymity-k-anonymity-k');
            for (let k = 2; k < 22; k++) {
                number.value = k;
                number.dispatchEvent(new Event('change', { bubbles: true }));
            }
        """)
        page.until(lambda: int(page.body("revision")) >= before + 20)
        page.settled()
        assert not page.driver.find_element(By.ID, "message").text
        page.show("save", HEADINGS["save"])
        page.until(lambda: "k-anonymity = 21" in page.text())


def adult_folder(folder, data):
    """Adult with ARX's hierarchies, as a job."""
    folder.mkdir(exist_ok=True)
    shutil.copy(data / "adult/adult_30162.csv", folder / "adult.csv")
    head = (folder / "adult.csv").read_text().split("\n", 1)[0]
    delimiter = ";" if ";" in head else ","
    names = head.strip().split(delimiter)
    lines = ["input = 'adult.csv'", "output = 'adult.release.csv'"]
    for name in names:
        found = [one for one in (data / "adult/hierarchies_arx").glob("*.csv") if one.stem.endswith(f"_{name}") or one.stem == name]
        role = "quasi-identifier" if found else "insensitive"
        lines.append(f"[columns.'{name}']\nrole = '{role}'")
        if found:
            shutil.copy(found[0], folder / found[0].name)
            lines.append(f"hierarchy = '{found[0].name}'")
    lines.append("[privacy]\nk-anonymity = 5\n[suppression]\nlimit = 0.04\n[utility]\nobjective = 'loss'\n")
    (folder / "adult.toml").write_text("\n".join(lines))
    return folder / "adult.toml"


def adult(incog, folder, axe, shots, data):
    """Adult with ARX's hierarchies: opened, k moved, proved."""
    if not (data / "adult/adult_30162.csv").exists():
        return f"no {data / 'adult'}: left out"
    with Page(incog, adult_folder(folder, data)) as page:
        assert "proved" in page.summary(), page.summary()
        page.show("promise", HEADINGS["promise"])
        page.type(K, "10")
        page.settled(1)
        assert "proved" in page.summary(), page.summary()
        page.show("save", HEADINGS["save"])
        page.press("#save button")
        page.until(lambda: "Equivalent command" in page.text())
    again = folder / "again.csv"
    done = subprocess.run([incog, "anonymize", folder / "job.toml", "-o", again], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert again.read_bytes() == (folder / "adult.release.csv").read_bytes()


def moved(page, ks):
    """Milliseconds from a moved slider to the proved figures on the screen, by the clock of the browser."""
    script = """
        const [k, done] = arguments, slider = document.getElementById('privacy-k-anonymity-k-anonymity-k-slider');
        const summary = document.getElementById('summary'), start = performance.now();
        const before = Number(document.body.dataset.revision);
        const watch = new MutationObserver(() => {
            const told = summary.querySelector('[data-phase]')?.dataset;
            if (!told || Number(told.revision) <= before || !['decided', 'seen'].includes(told.phase)) return;
            watch.disconnect();
            requestAnimationFrame(() => done(performance.now() - start));
        });
        watch.observe(summary, { childList: true });
        slider.value = k;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
    """
    times, worked = [], []
    for k in ks:
        revision = page.settled()
        before = processor_seconds(page.process.pid)
        times.append(page.driver.execute_async_script(script, k))
        worked.append(processor_seconds(page.process.pid) - before)
        page.settled(revision)
    return times, worked


def processor_seconds(process):
    """Seconds of all cores that a process has taken, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(incog, folder, data):
    """Adult in the page, and a million rows of it."""
    job = adult_folder(folder, data)
    ks = [3 + n for n in range(20)]
    for kind in ["global", "local"]:
        text = job.read_text()
        here = folder / f"{kind}.toml"
        # A local recoding needs an objective that is a sum of what each label costs.
        text = text.replace("'loss'", "'gen-loss'") if kind == "local" else text
        here.write_text(text + f"[recoding]\nkind = '{kind}'\n" + ("effort = 'fast'\n" if kind == "local" else ""))
        with Page(incog, here) as page:
            page.driver.set_script_timeout(300)
            page.show("promise", HEADINGS["promise"])
            times, worked = moved(page, ks)
            print(f"{kind}: k to the figures on the screen, median of {len(times)}: {statistics.median(times):.0f} ms, {min(times):.0f} to {max(times):.0f}; "
                  f"processor seconds of incog meanwhile {statistics.median(worked):.2f}; load {os.getloadavg()[0]:.0f}")
    head, rest = (folder / "adult.csv").read_text().split("\n", 1)
    (folder / "adult.csv").write_text(head + "\n" + (rest.rstrip("\n") + "\n") * 34)
    start = time.time()
    with Page(incog, folder / "global.toml") as page:
        print(f"{34 * len(rest.splitlines())} rows: {time.time() - start:.1f} s from the command to the release, made and measured, browser started")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--incog", type=Path, default=ROOT / "target/debug/incog")
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data")
    parser.add_argument("--axe", type=Path, help="axe.min.js of axe-core")
    parser.add_argument("--shots", type=Path, help="folder for screenshots")
    parser.add_argument("--only", help="one scenario")
    parser.add_argument("--measure", action="store_true")
    said = parser.parse_args()
    incog, data = said.incog.resolve(), said.data.resolve()
    axe = said.axe.read_text() if said.axe else None
    if said.shots:
        said.shots.mkdir(parents=True, exist_ok=True)
    if said.measure:
        with tempfile.TemporaryDirectory() as folder:
            measure(incog, Path(folder), data)
        return
    scenarios = [hospital, trajectories, tree, looks, keyboard, two_tabs, quick, bad_input, hostile, adult]
    failed = 0
    for scenario in scenarios:
        if said.only and scenario.__name__ != said.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            more = (data,) if scenario is adult else ()
            try:
                told = scenario(incog, Path(folder) / "opened", axe, said.shots, *more)
                print(f"{scenario.__name__}: {told or 'as it should be'}")
            except Exception as error:  # The other scenarios are tried, too.
                failed += 1
                print(f"{scenario.__name__}: FAILED: {type(error).__name__}: {str(error).splitlines()[:1]}")
                traceback.print_exc()
    print("axe-core was not there: accessibility was not checked by it" if not axe else "checked by axe-core")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
