"""Parts of an incog page inside a notebook; the style of the page affects nothing outside the part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

__all__ = ["part_of_page", "table_of"]

_SCOPE = ".incog-report"

#: Colours on a dark background; the others follow from the variables of the page.
_DARK = """
S { --ink:#e4e8ee; --faint:#9aa6b6; --line:#3a4350; --paper:#171b21; --soft:#222831; --blue:#6aa5e8; --grey:#6d7a8c;
  --good:#5cc48a; --bad:#ff8a80; --amber:#e0a03a; }
S .verdict { background:#16281e; } S .verdict.waived { background:#2d2613; } S .verdict.bad { background:#331a18; }
S svg.loss rect.track { fill:#303844; } S svg .ground { fill:#1d232b; } S svg.front path.volume { fill:#1c2c3d; stroke:#33506d; }
"""

#: How notebooks say that they are dark: JupyterLab, VS Code, Colab.
_DARK_NOTEBOOKS = ("[data-jp-theme-light=false]", "body.vscode-dark", "html[theme=dark]")


#: A table in the colours of the notebook, whichever these are; notebooks set texts of tables on the right.
_TABLE = """
.incog-table { max-width: 860px; overflow-x: auto; }
.incog-table table { border-collapse: collapse; color: inherit; }
.incog-table table, .incog-table p { font-size: 13px; }
.incog-table th, .incog-table td { text-align: left !important; vertical-align: top; white-space: normal; padding: 3px 14px 3px 0;
  border: 0; border-bottom: 1px solid rgba(128, 128, 128, .35); background: none; }
.incog-table td:last-child { min-width: 12em; }
"""


def table_of(columns: Iterable[str], rows: Iterable[Sequence[str]], below: str = "") -> str:
    """A table as one element with its own style, light and dark, and a line below it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    after = f"<p>{escape(below)}</p>" if below else ""
    return (
        f'<div class="incog-table"><style>{_TABLE}</style><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        f"{after}</div>"
    )


def part_of_page(page: str, begin: int, end: int) -> str:
    """The part of a page between two markers, as one element with its own style, light and dark."""
    css = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    dark = [_DARK.replace("S ", f"{theme} {_SCOPE} ") for theme in _DARK_NOTEBOOKS]
    own = f"{_SCOPE} {{ max-width: 860px; padding: 12px 16px; }}"
    # Notebooks set texts of tables on the right; named twice, the scope is stronger, and numbers of the page come later.
    cells = f"{_SCOPE}{_SCOPE} td, {_SCOPE}{_SCOPE} th"
    tables = f"{cells} {{ text-align: left; max-width: none; white-space: normal; }}"
    style = "\n".join([tables, *_scoped(css), own, *dark])
    return f'<div class="incog-report"><style>{style}</style>{page[begin:end]}</div>'


def _scoped(css: str) -> Iterator[str]:
    """The rules of a style sheet, limited to the inside of the element, without those for printing."""
    for selectors, body in _rules(css):
        if selectors.startswith("@media"):
            if "print" not in selectors:
                yield f"{selectors} {{ {' '.join(_scoped(body))} }}"
        elif not selectors.startswith("@"):
            yield f"{', '.join(map(_inside, selectors.split(',')))} {{{body}}}"


def _inside(selector: str) -> str:
    selector = selector.strip()
    return _SCOPE if selector in (":root", "body", "main") else f"{_SCOPE} {selector}"


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """The selector before each outer pair of braces, and the content of the braces."""
    depth = begin = middle = 0
    for place, character in enumerate(css):
        if character == "{":
            middle = middle if depth else place
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield css[begin:middle].strip(), css[middle + 1 : place]
                begin = place + 1
