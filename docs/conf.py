"""The site of these documents: ``make docs``. Sphinx reads the Markdown from the root of the project, not from here."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygments.lexers.configs import TOMLLexer
from pygments.lexers.special import TextLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))  # for `anchors`

project = "canasta"
author = "the canasta authors"
extensions = ["myst_parser", "anchors"]
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md", "examples/families/*.md"]
exclude_patterns = [".*", "build", "dist", "frontend", "node_modules", "src", "tests"]
nitpicky = True

myst_heading_anchors = 4  # links to headings are those of code hosts
myst_links_external_new_tab = False

html_theme = "furo"
html_title = "canasta"
html_static_path = ["site"]
html_css_files = ["site.css"]
templates_path = ["site"]
html_additional_pages = {"index": "index.html"}  # the first page is README.html: this leads there
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": False}
pygments_style = "default"
pygments_dark_style = "github-dark"

# Formats of our own, and what they look like.
FORMATS = {"chh": TOMLLexer, "exchange": TextLexer, "position": TextLexer, "walk": TextLexer}

# The order of the pages, each with what the site calls it, if not by its own title. A page that is not there yet is
# left out; one that is not named here fails the build.
NAVIGATION = {
    "Play": {
        "docs/install": "Install it",
        "docs/rules/README": "Learn a game",
        "docs/games": "",
        "docs/table": "Play in your browser",
        "docs/terminal": "Use the terminal",
        "docs/review": "Review a match",
        "docs/house-rules": "Keep house rules",
        "examples/families/README": "Rules of real families",
        "docs/keep-score": "",
        "docs/site": "",
        "docs/server": "",
        "docs/join": "",
    },
    "Study": {
        "docs/records": "",
        "docs/record-format": "",
        "docs/record-deck": "",
        "docs/record-actions": "",
        "docs/rules-values": "",
        "docs/watch": "",
        "docs/bots": "",
        "docs/simulation": "",
        "docs/ladder": "",
        "docs/tuning": "",
        "docs/positions": "",
        "docs/walks": "",
        "docs/writing-walks": "",
        "docs/cases": "",
    },
    "Build": {
        "ARCHITECTURE": "",
        "docs/api": "",
        "docs/learn": "",
        "docs/writing-a-bot": "",
        "docs/protocol": "",
        "docs/add-a-game": "",
        "CONTRIBUTING": "",
        "docs/glossary": "",
        "docs/decisions/README": "",
        "docs/research/bots": "",
        "docs/research/learned": "",
        "docs/research/odd-moves": "",
        "CHANGELOG": "",
    },
}
# Pages that are lists of others: what they link to in their own folder comes below them.
LISTS = ("docs/rules/README", "docs/decisions/README")
_BESIDE = re.compile(r"\]\(([\w-]+)\.md\)")


def below(docname: str, text: str) -> str:
    """Return the tables of contents below the page *docname*, which says *text*: none for most pages."""
    if docname == root_doc:
        tables = [(caption, _entries(pages)) for caption, pages in NAVIGATION.items()]
    elif docname in LISTS:
        tables = [("", list(dict.fromkeys(_BESIDE.findall(text))))]
    else:
        return ""
    return "".join(_table(caption, rows) for caption, rows in tables)


def _table(caption: str, rows: list[str]) -> str:
    options = [":hidden:", f":caption: {caption}"] if caption else [":hidden:"]
    return "\n".join(["", "```{toctree}", *options, "", *rows, "```", ""])


def _entries(pages: dict[str, str]) -> list[str]:
    there = {page: label for page, label in pages.items() if (ROOT / f"{page}.md").is_file()}
    return [f"{label} </{page}>" if label else f"/{page}" for page, label in there.items()]


def add_contents(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Add what only the site needs, so that the files stay plain Markdown."""
    source[0] += below(docname, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what is special here."""
    app.connect("source-read", add_contents)
    for name, like in FORMATS.items():
        app.add_lexer(name, like)
    return {"parallel_read_safe": True}
