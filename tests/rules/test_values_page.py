"""Every value of the rules: docs/rules-values.md is what the groups say."""

from __future__ import annotations

from dataclasses import fields

from canasta.rules.groups import GROUPS
from scripts.values_page import PAGE, page


def test_the_page_is_what_the_groups_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it again with: make values"


def test_every_value_has_its_row() -> None:
    sections = page().split("\n## ")[1:]
    assert [section.split("\n")[0] for section in sections] == list(GROUPS)
    for section, kind in zip(sections, GROUPS.values(), strict=True):
        rows = [row.split("`")[1] for row in section.split("\n") if row.startswith("| `")]
        assert rows == [each.name for each in fields(kind)]
