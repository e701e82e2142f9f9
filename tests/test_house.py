"""The rules of the house that no linter knows."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "canasta"

LONGEST = 500

# What everyone's games rest on: no chance, no clock, no input or output of its own, no log, and nothing
# to install but what the compiled kernel runs on.
AROUND = {
    "__main__",
    "bots",
    "cli",
    "device",
    "env",
    "export",
    "folders",
    "game_argument",
    "keeper",
    "learn",
    "protocol",
    "server",
    "session",
    "tables",
    "sim",
    "terminal",
    "whole_number",
}
CORE_MAY_INSTALL = {"canasta", "librt", "mypy_extensions"}
CORE_MAY_NOT = {
    *("asyncio", "datetime", "logging", "random", "secrets", "socket", "subprocess", "threading", "time"),
}

# Who may read the vectors of a position and take melds apart.
READS_LAYOUT = {"deal", "engine"}
MELD_SHIFTS = {8, 16, 24, 32, 40}
MELD_MASKS = {0xFF, 0xFFFF, 0xFFFFFF}

# What IEEE 754 prescribes to the last bit. C libraries differ in `exp`, `log`, `erf` and `pow`: see
# engine/elementary.py.
EXACT_IN_MATH = {"sqrt"}

# In pieces, or this file would name them itself.
REGISTRIES = ("pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "debian" + ".org")


def tracked() -> list[Path]:
    """List the files of the project: what git tracks or would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def core_files() -> list[Path]:
    """List the modules of the core: all but the ways in and what is played around it."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if path.relative_to(PACKAGE).parts[0].removesuffix(".py") not in AROUND]


def imported(path: Path) -> set[str]:
    """Name the top-level packages that a module imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_imports_go_in_no_circle() -> None:
    graph = grimp.build_graph("canasta", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # CycleError names a circle, imports in functions and for types included


def test_no_source_file_is_longer_than_500_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {str(path): n for path, n in lengths.items() if n > LONGEST} == {}


def test_the_core_reads_no_environment_but_to_choose_its_kernel() -> None:
    readers = set()
    for path in core_files():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        if names & {"environ", "environb", "getenv", "getenvb"}:
            readers.add(path.relative_to(PACKAGE).as_posix())
    assert readers == {"engine/__init__.py"}


def test_the_core_needs_nothing_installed() -> None:
    allowed = sys.stdlib_module_names | CORE_MAY_INSTALL
    found = {str(path): imported(path) - allowed for path in core_files()}
    assert {path: names for path, names in found.items() if names} == {}


def test_the_core_has_no_chance_clock_or_log() -> None:
    found = {str(path): imported(path) & CORE_MAY_NOT for path in core_files()}
    assert {path: names for path, names in found.items() if names} == {}


def inexact(text: str) -> list[str]:
    """List the mathematical functions in a module whose last bits depend on the C library: line and expression."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        if isinstance(node, ast.Import):
            asked = any(alias.name in {"math", "cmath"} for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            asked = node.module == "cmath" or (node.module == "math" and not names <= EXACT_IN_MATH)
        elif isinstance(node, ast.BinOp | ast.AugAssign):
            asked = isinstance(node.op, ast.Pow)
        else:
            asked = isinstance(node, ast.Call) and ast.unparse(node.func) == "pow"
        if asked:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def test_the_kernel_computes_alike_on_every_machine() -> None:
    found = {path.name: inexact(path.read_text(encoding="utf-8")) for path in (PACKAGE / "engine").glob("*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text", ["from math import exp, sqrt", "import math", "import cmath as c", "x = 0.5**n", "x **= n", "pow(x, n)"]
)
def test_functions_that_differ_between_machines_are_noticed(text: str) -> None:
    assert inexact(text)


def test_exact_functions_go_unnoticed() -> None:
    assert inexact("from math import sqrt\nfrom canasta.engine.elementary import exp\nx = exp(sqrt(2.0))") == []


def test_no_file_names_a_package_registry() -> None:
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "ignore").lower()
        found += [(str(path.relative_to(ROOT)), host) for host in REGISTRIES if host in text]
    assert found == []


def test_nothing_is_decided_by_the_name_of_a_game() -> None:
    stems = {path.stem for path in (PACKAGE / "rules" / "games").glob("*.toml")}
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked = []
            if isinstance(node, ast.Compare):
                asked = [node.left, *node.comparators]
            elif isinstance(node, ast.Match):
                asked = [node.subject]
            elif isinstance(node, ast.Subscript):
                asked = [node.slice]
            for part in (inner for each in asked for inner in ast.walk(each)):
                labels = isinstance(part, ast.Attribute) and part.attr in {"name", "title"}
                if isinstance(part, ast.Attribute) and labels and ast.unparse(part.value).endswith("rules"):
                    found.append(f"{path.relative_to(PACKAGE)}:{part.lineno}")
                if isinstance(part, ast.Constant) and part.value in stems:
                    found.append(f"{path.relative_to(PACKAGE)}:{part.lineno}")
    assert found == []


def vectors() -> set[str]:
    """Name the vectors of a position but for the pile and the deck, which are cards in their order."""
    tree = ast.parse((PACKAGE / "engine" / "position.py").read_text(encoding="utf-8"))
    position = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Position")
    fields = [node for node in position.body if isinstance(node, ast.AnnAssign)]
    return {ast.unparse(field.target) for field in fields if "vec" in ast.unparse(field.annotation)} - {"pile", "deck"}


def layout_read(text: str) -> list[str]:
    """List where a module reads a vector of a position or takes the number of a meld apart: line and expression."""
    nodes = list(ast.walk(ast.parse(text)))
    positions = {"p", "position"}
    for node in nodes:
        if isinstance(node, ast.arg) and node.annotation and "Position" in ast.unparse(node.annotation).split():
            positions.add(node.arg)
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Position":
            positions.add(ast.unparse(node.target))
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).split(".")[-1] in {"p", "position"}:
            positions |= {ast.unparse(target) for target in node.targets}
    hidden = vectors()
    found = []
    for node in nodes:
        if isinstance(node, ast.Attribute):
            reads = node.attr in hidden and ast.unparse(node.value).split(".")[-1] in positions
        elif isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
            number = node.right.value
            shifts = isinstance(node.op, ast.LShift | ast.RShift) and not isinstance(node.left, ast.Constant)
            masks = isinstance(node.op, ast.BitAnd)
            reads = (shifts and number in MELD_SHIFTS) or (masks and number in MELD_MASKS)
        else:
            continue
        if reads:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def test_only_the_kernel_and_the_deal_layer_read_the_layout_of_a_position() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0].removesuffix(".py") not in READS_LAYOUT:
            found[path.relative_to(PACKAGE).as_posix()] = layout_read(path.read_text(encoding="utf-8"))
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text",
    [
        "x = deal.position.seats[seat * 8 + 1]",
        "def f(before: Position) -> int:\n    return before.this_turn[2]",
        "q = outlook.p\nhands = q.hands",
        "size = meld >> 16 & 255",
        "more = action.naturals << 16 | action.twos << 8",
        "wild = meld & 0xFFFF",
    ],
)
def test_reading_the_layout_is_noticed(text: str) -> None:
    assert layout_read(text)


def test_what_is_not_the_layout_goes_unnoticed() -> None:
    assert layout_read("hand = deal.tabletop.hands[0]\npile = p.pile\nroom = 1 << 16\nhead = p.hand(seat)") == []
