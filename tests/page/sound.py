"""What holds for every room: axe finds nothing by day or night, in large print or not, and nothing leaves the screen."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.page.visitor import Visitor

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
SIZES: Final = ((320, 568), (390, 664), (768, 1024), (1280, 800), (2560, 1440))
LOOKS: Final = (("night", "usual"), ("day", "usual"), ("night", "large"))

_LEAVES: Final = """() => {
  const found = [], root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollWidth} × ${root.scrollHeight}`);
  for (const node of document.querySelectorAll("button, input:not(.offstage), select, .panel, .coach, dialog[open]")) {
    const box = node.getBoundingClientRect();
    if (box.width > 1 && !node.closest(".table, .scroll") && (box.left < -0.5 || box.right > innerWidth + 0.5))
      found.push(`${node.className} "${node.textContent.slice(0, 30)}" leaves the screen`);
    if (node.matches(".btn, .way, .tool, .coach button") && box.width && (box.width < 44 || box.height < 44))
      found.push(`"${node.textContent.slice(0, 30)}" is ${box.width} × ${box.height}`);
  }
  return found;
}"""
_LOOK: Final = "([theme, print]) => Object.assign(document.documentElement.dataset, { theme, print })"


def room_is_sound(visitor: Visitor, name: str) -> None:
    """Look at the room in all sizes and looks; leave it as it was."""
    page = visitor.page
    before: Any = page.viewport_size
    wrong: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        wrong += [f"{name} {width}x{height}: {each}" for each in page.evaluate(_LEAVES)]
    page.set_viewport_size(before)
    page.wait_for_timeout(60)
    looked = page.evaluate("() => [document.documentElement.dataset.theme, document.documentElement.dataset.print]")
    for theme, size in LOOKS:
        page.evaluate(_LOOK, [theme, size])
        results = axe.Axe().run(page, None, {"resultTypes": ["violations"]}).response
        for each in results["violations"]:
            nodes = "; ".join(node["html"][:140] for node in each["nodes"][:3])
            wrong.append(f"{name} {theme} {size}: {each['id']}: {nodes}")
    page.evaluate(_LOOK, looked)
    assert wrong == [], "; ".join(wrong)
