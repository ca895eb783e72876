#!/usr/bin/env python3
"""Runs the notebooks of examples/notebook, each written as a script with cells, and writes or checks those with results:

    python tools/notebook.py write|check [--pictures FOLDER]

`check` says where a cell fails, or where the notebook beside the script has other cells or other texts in its results. It
takes the Python package, jupytext, nbclient, ipykernel, and what the notebooks import.
"""

import argparse
import base64
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples" / "notebook"


def executed(script):
    """The notebook of a script, with results; a failing cell raises."""
    notebook = jupytext.read(script)
    for place, cell in enumerate(notebook.cells):
        cell.id = f"cell-{place}"
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}).execute()
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
    for cell in notebook.cells:
        # When a cell ran says nothing, and warnings have the numbers of processes in them.
        cell.metadata = {}
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return notebook


def cells(notebook):
    """What somebody wrote, without results."""
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


def texts(notebook):
    """The words and numbers in the results of each cell; libraries set tables with more or fewer blanks."""
    return [[word for output in cell.get("outputs", []) for word in text_of(output).split()] for cell in notebook.cells]


def text_of(output):
    return output.text if "text" in output else output.data.get("text/plain", "")


def pictures(notebook):
    """The pictures in the results, as PNG."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [base64.b64decode(output.data["image/png"]) for output in outputs if "image/png" in output.get("data", {})]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("--pictures", type=Path, help="a folder for the pictures, to be looked at")
    options = parser.parse_args()
    for script in sorted(FOLDER.glob("*.py")):
        notebook, path = executed(script), script.with_suffix(".ipynb")
        if options.what == "write":
            nbformat.write(notebook, path)
        elif not path.exists() or cells(nbformat.read(path, 4)) != cells(notebook):
            sys.exit(f"{path} has other cells than {script.name}; write it again: python tools/notebook.py write")
        elif different := [place for place, two in enumerate(zip(texts(nbformat.read(path, 4)), texts(notebook))) if two[0] != two[1]]:
            sys.exit(f"{path} has other results in cells {different}; write it again: python tools/notebook.py write")
        for place, picture in enumerate(pictures(notebook) if options.pictures else []):
            (options.pictures / f"{script.stem}-{place}.png").write_bytes(picture)
        print(f"{script.stem}: {len(notebook.cells)} cells, {len(pictures(notebook))} pictures")


if __name__ == "__main__":
    main()
