"""How much the page weighs: what the first visit loads, packed, with its face and without it."""

from __future__ import annotations

import re

import pytest

from canasta.server.http import headers
from scripts.build_page import BUNDLE

KILO = 1024


@pytest.mark.usefixtures("built")
def test_the_first_load_is_small_and_the_face_comes_from_here() -> None:
    index = (BUNDLE / "index.html").read_text()
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    assert any(name.endswith(".js") for name in named)
    assert any(name.endswith(".css") for name in named)
    bare = sum((BUNDLE / f"{name}.br").stat().st_size for name in ["index.html", *named])
    assert bare <= 100 * KILO
    (face,) = BUNDLE.glob("assets/*.woff2")
    assert 5 * KILO < face.stat().st_size <= 30 * KILO
    assert bare + face.stat().st_size <= 130 * KILO
    (style,) = ((BUNDLE / name).read_text() for name in named if name.endswith(".css"))
    assert f"/assets/{face.name}" in style
    assert "font-display:swap" in style
    assert "font-src 'self'" in headers.POLICY
    assert "SIL Open Font License" in (BUNDLE / "figtree.txt").read_text()
