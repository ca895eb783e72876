#!/usr/bin/env python3
"""Runs the examples in the pages and compares what they print with what the pages say. Standard library only; needs bash.

    python3 tools/check_pages.py --incog target/debug/incog [--write] [PAGE ...]

A page is run from top to end in a folder of its own, which has a copy of examples/. Two kinds of blocks count:

* ```console: lines that begin with `$ ` are commands, with a backslash at the end where they go on, or <<'END' for lines up to END. The
  lines below a command are its output, standard error included. A line `...` stands for any lines, and `...` in a line for any text.
* ```toml file=NAME (or any other language): the text is written to NAME.

`console needs=VARIABLE` is left out where the environment lacks the variable. `--write` puts the real outputs into the pages, but keeps
those that match. Exits 1 where an output differs."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Folder:
    """A folder in which the commands of one page are run."""

    def __init__(self, path, incog):
        self.path, self.code = pathlib.Path(path), 0
        shutil.copytree(ROOT / "examples", self.path / "examples", ignore=shutil.ignore_patterns("*.release.*", "*.key"))
        programs = self.path / ".programs"
        programs.mkdir()
        (programs / "incog").symlink_to(incog.resolve())
        self.environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "NO_COLOR": "1"}
        self.place = self.path

    def run(self, command):
        """The output of a command; `cd` and the exit code are kept for the next one."""
        script = f"(exit {self.code})\n{command}\ncode=$?\npwd > \"$WHERE\"\nexit $code"
        where = self.path / ".where"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", script], cwd=self.place, check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=self.environment | {"WHERE": str(where)}, stdin=subprocess.DEVNULL)
        self.code = done.returncode
        # A command that the shell does not understand leaves no folder.
        self.place = pathlib.Path(where.read_text().strip()) if where.exists() else self.place
        return done.stdout.replace(f"{self.path.resolve()}/", "").splitlines()


def goes_on(lines):
    """Whether a command has more lines."""
    return lines[-1].endswith("\\") or ("<<'END'" in lines[0] and lines[-1] != "END")


def commands(block):
    """Each command of a block with its lines and the lines of its output."""
    found = []
    for line in block.splitlines():
        if found and goes_on(found[-1][0]):
            found[-1][0].append(line)
        elif line.startswith("$ "):
            found.append(([line], []))
        elif found:
            found[-1][1].append(line)
    return found


def matches(expected, printed):
    """Whether an output is what a page says."""
    parts = [".*" if line == "..." else r"[^\n]*".join(map(re.escape, line.split("..."))) for line in expected]
    # A line of dots may stand for no line at all.
    pattern = "".join(f"{part}\n" for part in parts).replace(".*\n", "(?:.*\n)?")
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed), re.DOTALL) is not None


def run_block(folder, page, block, faults):
    """The text of a block with the outputs of its commands."""
    lines = []
    for command, expected in commands(block):
        printed = folder.run("\n".join(command)[2:])
        if not matches(expected, printed):
            faults.append(f"{page}: {command[0]}\n  the page says:\n" + "\n".join(expected) + "\n  it prints:\n" + "\n".join(printed))
            expected = printed
        lines += [*command, *expected]
    return "".join(f"{line}\n" for line in lines)


def run_page(path, incog, faults):
    """The text of a page with the outputs of all commands, and how many blocks were run."""
    text, page, count = path.read_text(encoding="utf-8"), path.relative_to(ROOT), 0
    with tempfile.TemporaryDirectory() as place:
        folder = Folder(place, incog)

        def replace(match):
            nonlocal count
            language, options, block = match.groups()
            option = dict(part.split("=", 1) for part in options.split() if "=" in part)
            if "file" in option:
                (folder.place / option["file"]).write_text(block, encoding="utf-8")
            elif language == "console" and option.get("needs", "PATH") not in os.environ:
                print(f"{page}: a block is left out, {option['needs']} is not set")
            elif language == "console":
                count += 1
                return f"```console{options}\n{run_block(folder, page, block, faults)}```"
            return match[0]

        return BLOCK.sub(replace, text), count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incog", type=pathlib.Path, required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    pages = [path.resolve() for path in arguments.pages] or [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    faults, blocks = [], 0
    for path in pages:
        text, count = run_page(path, arguments.incog, faults)
        blocks += count
        if arguments.write:
            path.write_text(text, encoding="utf-8")
    print("\n".join(faults))
    print(f"{blocks} blocks run, {len(faults)} outputs differ")
    # A check that finds nothing to run checks nothing.
    sys.exit(1 if faults or not blocks else 0)


if __name__ == "__main__":
    main()
