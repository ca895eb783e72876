#!/usr/bin/env python3
"""Builds the site of the Python package in target/python-site: tutorial, reference, migration, R, and a page of the API from the
docstrings. It takes the package, mkdocs-material and mkdocstrings[python].

    python tools/python_docs.py
"""

import inspect
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import incog

ROOT = Path(__file__).parents[1]
SITE = ROOT / "target" / "python-site"
PAGES = {
    "A first release": "tutorial-notebook.md",
    "Reference": "python.md",
    "Coming from elsewhere": "python-migration.md",
    "R": "r.md",
    "API": "python-api.md",
}
CONFIG = """
site_name: incog
docs_dir: {docs}
site_dir: {site}
theme:
  name: material
  features: [content.code.copy, navigation.sections]
plugins:
  - search
  - mkdocstrings:
      handlers:
        python:
          paths: [{package}]
          options: {{docstring_style: google, show_source: false, show_root_heading: true, heading_level: 3}}
markdown_extensions: [admonition, tables, pymdownx.highlight, pymdownx.superfences]
validation: {{links: {{unrecognized_links: info, not_found: info, anchors: warn}}}}
nav:
"""


def api():
    """A page with everything that the package exports, by kind."""
    kinds = {"Functions": inspect.isfunction, "Exceptions and warnings": _is_raised, "Classes": inspect.isclass}
    text, told = ["# The API\n"], set()
    for kind, is_one in kinds.items():
        names = [name for name in incog.__all__ if name not in told and is_one(getattr(incog, name))]
        told.update(names)
        text.append(f"## {kind}\n")
        text += [f"::: incog.{name}\n" for name in names]
    return "\n".join([*text, "## scikit-learn\n", "::: incog.sklearn.Anonymizer\n"])


def _is_raised(thing):
    return inspect.isclass(thing) and issubclass(thing, Exception)


def readable(package, copy):
    """The sources as this site understands them: without the roles of Sphinx around names, with examples as code, and with
    keywords in the place of those that are unpacked."""
    copy.mkdir(parents=True)
    keywords = (package / "_job.py").read_text().split("# cards: keywords\n", 1)[1].split("# end of cards", 1)[0]
    for source in package.glob("*.py*"):
        if source.suffix in (".py", ".pyi"):
            text = re.sub(r":(?:func|class|meth|attr):(?=`)", "", source.read_text())
            text = text.replace("**job: Unpack[JobKeywords]", f"\n{keywords}")
            (copy / source.name).write_text(EXAMPLE.sub(r"\n\n\1```pycon\n\1\2\n\1```\n", text))
    return copy


# What stands between a line that begins with >>> and the end of its paragraph or of the docstring.
EXAMPLE = re.compile(r"\n\n( *)(>>> .*?)\n(?=\n| *\"\"\")", re.DOTALL)


def main():
    with tempfile.TemporaryDirectory() as folder:
        docs = Path(folder) / "docs"
        shutil.copytree(ROOT / "docs", docs)
        (docs / "index.md").write_text((docs / "python.md").read_text())
        (docs / "python-api.md").write_text(api())
        package = readable(Path(incog.__file__).parent, Path(folder) / "package" / "incog").parent
        text = CONFIG.format(docs=docs, site=SITE, package=package)
        text += "".join(f"  - {title}: {page}\n" for title, page in PAGES.items())
        config = Path(folder) / "mkdocs.yml"
        config.write_text(text)
        sys.exit(subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(config)], check=False).returncode)


if __name__ == "__main__":
    main()
