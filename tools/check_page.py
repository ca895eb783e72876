#!/usr/bin/env python3
"""The page that checks releases in a browser: one file with incog-check as WebAssembly in it.

    python3 tools/check_page.py --output target/incog-check.html [--test --incog target/debug/incog]

--test opens the page in Chromium, gives it an honest release with its proof and a changed one, and looks at what it says; it also looks
that the page cannot reach a server. Exits 3 where the target wasm32-unknown-unknown, Chromium or its driver cannot be had."""
import argparse, base64, contextlib, http.server, json, os, shutil, subprocess, sys, tempfile, threading, time, urllib.request
from pathlib import Path

CRATE = Path(__file__).resolve().parents[1] / "crates" / "incog-check"
TARGET = "wasm32-unknown-unknown"
JOB = """input = "in.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [2, 4, 8], origin = 20 }
[columns.sex]
role = "quasi-identifier"
hierarchy = { flat = true }
[privacy]
k-anonymity = 2
[suppression]
limit = 0.2
"""

def unavailable(why):
    print(f"{why}: the page is not {'tested' if 'Chrom' in why else 'built'}", file=sys.stderr)
    sys.exit(3)

def module():
    """The checker as WebAssembly."""
    installed = subprocess.run(["rustc", "--print", "target-libdir", "--target", TARGET], capture_output=True, text=True).stdout.strip()
    if not Path(installed or "-").is_dir() and subprocess.run(["rustup", "target", "add", TARGET], capture_output=True).returncode:
        unavailable(f"no {TARGET}")
    target = Path(os.environ.get("CARGO_TARGET_DIR") or CRATE.parents[1] / "target") / "check-page"
    command = ["cargo", "rustc", "--quiet", "--offline", "--manifest-path", str(CRATE / "Cargo.toml"), "--lib", "--release", "--target", TARGET,
               "--crate-type", "cdylib", "--target-dir", str(target), "--", "-C", "opt-level=s", "-C", "strip=symbols", "-C", "codegen-units=1"]
    subprocess.run(command, check=True)
    return (target / TARGET / "release" / "incog_check.wasm").read_bytes()

class Browser:
    """Chromium, by the protocol of WebDriver."""
    def __init__(self, port):
        self.root = f"http://127.0.0.1:{port}/session"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu"]}
        made = self.call("", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.root += "/" + made["sessionId"]

    def call(self, path, body=None, method="POST"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def run(self, script):
        return self.call("/execute/sync", {"script": script, "args": []})

    def check(self, page, paths):
        """What the page says of these files, by claim."""
        self.call("/url", {"url": page.as_uri()})
        self.wait("return !document.getElementById('state').textContent.startsWith('Loading')")
        [chooser] = self.call("/element", {"using": "css selector", "value": "#files"}).values()
        self.call(f"/element/{chooser}/value", {"text": "\n".join(map(str, paths))})
        self.wait("return !document.getElementById('check').disabled")
        self.run("document.getElementById('check').click()")
        self.wait("return !document.getElementById('found').hidden")
        rows = self.run("return [...document.querySelectorAll('#found tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        return {claim: verdict for verdict, claim, _ in rows}

    def wait(self, script):
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.1)
        raise SystemExit(f"the page does not come to: {script}")

@contextlib.contextmanager
def browser():
    with subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True) as driver:
        try:
            line = next(line for line in driver.stdout if "successfully" in line)
            yield (one := Browser(int(line.rstrip(".\n").rsplit(" ", 1)[1])))
            one.call("", method="DELETE")
        finally:
            driver.terminate()

def reached_server(one):
    """Whether the open page can send something to a server, which would have got it."""
    got = []
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            got.append(self.path)
            self.send_response(204)
            self.end_headers()
        do_POST = do_GET
        log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        urllib.request.urlopen(address + "own").close()
        one.run(f"""fetch('{address}fetch', {{ mode: 'no-cors' }}).catch(() => 0); new Image().src = '{address}image';
                    navigator.sendBeacon('{address}beacon', 'x');""")
        time.sleep(2)
        server.shutdown()
    return got != ["/own"]

def test(page, incog):
    if not shutil.which("chromedriver") or not shutil.which("chromium"):
        unavailable("no Chromium with its driver")
    with tempfile.TemporaryDirectory() as name, browser() as one:
        folder = Path(name)
        (folder / "in.csv").write_text("age,sex\n" + "".join(f"{20 + number * 7 % 16},{'fm'[number % 2]}\n" for number in range(24)))
        (folder / "job.toml").write_text(JOB)
        subprocess.run([incog, "anonymize", "job.toml", "--internal", "--quiet", "--proof", "proof.json"], cwd=folder, check=True)
        files = [folder / name for name in ("in.csv", "out.csv", "out.csv.internal.json", "proof.json")]
        found = one.check(page, files)
        assert {"bound", "records", "privacy: k-anonymity"} <= {claim for claim, verdict in found.items() if verdict == "proved"}, found
        assert "refuted" not in found.values(), found
        rows = (folder / "out.csv").read_text().splitlines()
        (folder / "out.csv").write_text("\n".join(rows[:-1]) + "\n")
        proof = json.loads((folder / "proof.json").read_text())
        proof["evidence"]["boxes"]["steps"].pop()
        (folder / "proof.json").write_text(json.dumps(proof))
        found = one.check(page, files)
        assert [found[claim] for claim in ("release.sha256", "release.rows", "bound")] == ["refuted"] * 3, found
        assert not reached_server(one), "the page can reach a server"
    print("the page says of an honest and of a changed release what it should, and reaches no server")

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("target/incog-check.html"))
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--incog", type=Path, default=Path("target/debug/incog"))
    asked = parser.parse_args()
    text = (CRATE / "page" / "page.html").read_text(encoding="utf-8")
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    asked.output.write_text(text.replace("@WASM@", base64.b64encode(module()).decode()), encoding="utf-8")
    print(f"{asked.output}: {asked.output.stat().st_size} bytes")
    if asked.test:
        test(asked.output.resolve(), asked.incog.resolve())

if __name__ == "__main__":
    main()
