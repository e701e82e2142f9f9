"""The tables that the page's own tests look at are those that this program plays."""

from __future__ import annotations

import pytest

from scripts.fixtures.files import FILES, FOLDER


@pytest.mark.parametrize("name", FILES)
def test_a_fixture_is_as_this_program_makes_it(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name](), f"{name} is stale: make fixtures"


def test_every_fixture_is_made() -> None:
    assert {file.name for file in FOLDER.glob("*.json")} == set(FILES), "make fixtures"
