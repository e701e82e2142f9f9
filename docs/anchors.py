"""Anchors written as ``<a id="…"></a>`` become places that links are checked against.

Code hosts show such anchors as they are, so our pages use them; MyST takes them for foreign HTML. One in a
heading becomes the address of its section.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.transforms import Transform
from sphinx.util import logging

_ANCHOR = re.compile(r'<a id="([^"\s]+)">')


class Anchors(Transform):
    """Finds the anchors of one page."""

    default_priority = 300  # sections have their own addresses by now, links are not yet resolved

    def apply(self, **_: Any) -> None:
        """Replace every anchor of the page."""
        for opening in list(self.document.findall(nodes.raw)):
            found = _ANCHOR.fullmatch(opening.astext())
            if found is None:
                continue
            closing = opening.next_node(descend=False, siblings=True)
            if not isinstance(closing, nodes.raw) or closing.astext() != "</a>":
                self._warn(f"an anchor must be empty: {opening.astext()}</a>", opening)
                continue
            self._place(found[1], opening)
            closing.parent.remove(closing)

    def _place(self, name: str, anchor: nodes.raw) -> None:
        title = anchor.parent
        section = title.parent if isinstance(title, nodes.title) else None
        if self.document.ids.get(name, section) is not section:
            self._warn(f"two places are called {name}", anchor)
        if section is None:
            place: nodes.Element = nodes.inline("", "", ids=[name])
            anchor.replace_self(place)
        else:
            place = section
            title.remove(anchor)
            section["ids"] = [name, *(each for each in section["ids"] if each != name)]
        self.document.ids[name] = place
        # Where MyST looks for what links with # mean, on this page and on others.
        self.document.myst_slugs[name] = (anchor.line, name, title.astext().strip())

    def _warn(self, text: str, node: nodes.Node) -> None:
        logging.getLogger(__name__).warning(text, location=node)


def setup(app: Any) -> dict[str, Any]:
    """Add the transform to Sphinx."""
    app.add_transform(Anchors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
