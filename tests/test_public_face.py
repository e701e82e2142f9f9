"""``import canasta`` gives what `docs/api.md` promises: exactly these names, each where it is needed first."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import canasta
from scripts.python_blocks import python_blocks

ROOT = Path(__file__).resolve().parents[1]

NAMES = [
    "Bot",
    "CanastaError",
    "Deal",
    "Event",
    "FastDeal",
    "FastDeals",
    "IllegalMove",
    "Match",
    "MisuseError",
    "Move",
    "NotationError",
    "Problem",
    "Record",
    "Recording",
    "Refusal",
    "Rules",
    "RulesError",
    "Sheet",
    "View",
    "__version__",
    "events",
    "face_text",
    "faces_text",
    "games",
    "hint",
    "legal_moves",
    "load",
    "make_bot",
    "move_text",
    "moves",
    "parse_face",
    "parse_faces",
    "parse_move",
    "parse_position",
    "parse_record",
    "position_text",
    "record_text",
    "replay_record",
    "step_text",
    "view",
]
"""A name that is added or taken away is a change of the public interface: say so in the changelog."""


def test_the_public_names_are_these() -> None:
    assert canasta.__all__ == NAMES
    assert {name for name in dir(canasta) if not name.startswith("__")} == {*NAMES} - {"__version__"}


def test_every_name_can_be_imported() -> None:
    for name in NAMES:
        names: dict[str, object] = {}
        exec(f"from canasta import {name}", names)
        assert names[name] is getattr(canasta, name)
    assert canasta.load("classic").name == "classic"


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'canasta' has no attribute 'nothing'$"):
        _ = import_module("canasta").nothing


def test_no_function_is_hidden_by_a_submodule_of_its_name() -> None:
    submodules = {path.stem for path in (ROOT / "src/canasta").iterdir() if path.suffix in ("", ".py")}
    assert not submodules & set(NAMES)


def test_importing_the_package_imports_none_of_its_parts() -> None:
    code = "import sys, canasta; print([name for name in sys.modules if name.startswith('canasta.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_page_names_what_is_public_and_nothing_else() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)", row)]
    assert sorted(told) == sorted(NAMES)


def test_examples_import_only_what_is_public() -> None:
    for page in ("README.md", "docs/api.md", "docs/positions.md", "docs/writing-a-bot.md"):
        blocks = [block for _, block in python_blocks(ROOT / page)]
        assert blocks
        for block in blocks:
            assert re.findall(r"^from (canasta\S*) import", block, re.MULTILINE) in (["canasta"], [])
            assert not re.search(r"^import canasta\.", block, re.MULTILINE)
