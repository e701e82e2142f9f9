"""The build: which version, which kernel, and what stands in for librt."""

import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import canasta
from canasta import engine
from canasta.engine import _lists
from scripts.build_kernel import WORK

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "src" / "canasta" / "engine"
MODULES = sorted(path.stem for path in ENGINE.glob("*.py") if not path.name.startswith("_"))

pytestmark = pytest.mark.kernel


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"CANASTA_KERNEL": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


IMPORT_ALL = (
    "import importlib, canasta.engine as engine\n"
    f"files = [importlib.import_module('canasta.engine.' + name).__file__ for name in {MODULES}]\n"
    "print(engine.KERNEL, *sorted({file.rpartition('.')[2] for file in files}))"
)


def test_the_version_is_that_of_the_distribution() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", canasta.__version__)
    assert version("canasta") == canasta.__version__


def test_an_older_python_is_refused_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={'.'.join(map(str, hook['LEAST']))}"
    monkeypatch.setattr(sys, "version_info", (3, 10, 14, "final", 0))
    unbuilt = object.__new__(hook["KernelHook"])
    with pytest.raises(RuntimeError, match=r"canasta needs Python 3\.11 or newer"):
        unbuilt.initialize("standard", {})


def test_the_build_requirements_are_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["build-system"]["requires"] == project["dependency-groups"]["build"]


def test_the_interpreted_kernel_is_loaded_from_the_sources() -> None:
    ran = python(IMPORT_ALL, CANASTA_KERNEL="interpreted")
    assert ran.stdout.split() == ["interpreted"] + ["py"] * bool(MODULES), ran.stderr


def test_the_compiled_kernel_is_loaded_from_extension_modules() -> None:
    if python("import canasta.engine", CANASTA_KERNEL="compiled").returncode:
        pytest.skip("the kernel is not compiled here")
    assert python(IMPORT_ALL).stdout.split() == ["compiled", "so"]


def test_the_compiled_kernel_is_that_of_the_sources() -> None:
    if engine.KERNEL == "interpreted":
        pytest.skip("the kernel is interpreted")
    for name in MODULES:
        built = next(ENGINE / (name + end) for end in EXTENSION_SUFFIXES if (ENGINE / (name + end)).exists())
        assert built.stat().st_mtime > (ENGINE / f"{name}.py").stat().st_mtime, f"make kernel: {name} changed"


def test_the_compiler_is_told_that_indices_are_in_range() -> None:
    written = list((WORK / "c").rglob("__native_*.c"))
    if engine.KERNEL == "interpreted" or not written:
        pytest.skip("the kernel was not compiled here")
    code = "".join(path.read_text(encoding="utf-8") for path in written)
    checks = re.findall(r"\(uint64_t\)\S+ < \(uint64_t\)", code)
    assert checks
    assert code.count("if (likely(cpy_r_") >= len(checks)


def test_the_functions_of_the_kernel_stay_within_their_file() -> None:
    written = list((WORK / "c").rglob("__native_internal_*.h"))
    if engine.KERNEL == "interpreted" or not written:
        pytest.skip("the kernel was not compiled here")
    declared = "".join(path.read_text(encoding="utf-8") for path in written)
    assert re.search(r"^static .*\bCPyDef_legal___legal\(", declared, re.MULTILINE)
    assert not re.search(r"^extern .*\bCPy(?:Def|Py)_\w+\(", declared, re.MULTILINE)


def test_a_kernel_of_another_name_is_refused() -> None:
    assert "CANASTA_KERNEL is 'fast'" in python("import canasta.engine", CANASTA_KERNEL="fast").stderr


def test_without_librt_the_kernel_runs_on_lists() -> None:
    ran = python("import sys; sys.modules['librt.vecs'] = None\n" + IMPORT_ALL)
    assert ran.stdout.split() == ["interpreted"] + ["py"] * bool(MODULES), ran.stderr


def outcome(step: Callable[[Any], Any], vecs: Any) -> object:
    """Do a step with one of the two modules; vecs come out as lists, errors as their types."""
    try:
        result = step(vecs)
    except (IndexError, ValueError) as error:
        return type(error)
    if isinstance(result, tuple):
        return [item if isinstance(item, int) else list(item) for item in result]
    return result if isinstance(result, int) else list(result)


STEPS: dict[str, Callable[[Any], Any]] = {
    "empty": lambda m: m.vec[int](),
    "zeros": lambda m: m.vec[int]([0] * 3),
    "from a range": lambda m: m.vec[int](range(3)),
    "capacity": lambda m: m.vec[int]([1], capacity=9),
    "length": lambda m: len(m.vec[int]([1, 2])),
    "item": lambda m: m.vec[int]([1, 2])[1],
    "last item": lambda m: m.vec[int]([1, 2])[-1],
    "no item": lambda m: m.vec[int]([1, 2])[2],
    "slice": lambda m: m.vec[int]([1, 2, 3])[1:],
    "backwards": lambda m: m.vec[int]([1, 2, 3])[::-1],
    "contains": lambda m: 2 in m.vec[int]([1, 2]),
    "equal": lambda m: m.vec[int]([1, 2]) == m.vec[int]([1, 2]),
    "unequal": lambda m: m.vec[int]([1, 2]) == m.vec[int]([2, 1]),
    "append": lambda m: m.append(m.vec[int]([1]), 2),
    "extend": lambda m: m.extend(m.vec[int]([1]), m.vec[int]([2, 3])),
    "remove": lambda m: m.remove(m.vec[int]([1, 2, 1]), 1),
    "remove nothing": lambda m: m.remove(m.vec[int]([1]), 2),
    "pop": lambda m: m.pop(m.vec[int]([1, 2])),
    "pop the first": lambda m: m.pop(m.vec[int]([1, 2]), 0),
    "pop nothing": lambda m: m.pop(m.vec[int]()),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_lists_do_what_librt_does(step: Callable[[Any], Any]) -> None:
    vecs = pytest.importorskip("librt.vecs")
    i64 = pytest.importorskip("mypy_extensions").i64

    class Librt:
        """librt has no vec[int]: the steps above mean i64."""

        vec = {int: vecs.vec[i64]}  # noqa: RUF012
        append, extend, remove, pop = vecs.append, vecs.extend, vecs.remove, vecs.pop

    assert outcome(step, _lists) == outcome(step, Librt)


def test_a_slice_is_a_copy() -> None:
    vecs = pytest.importorskip("librt.vecs")
    i64 = pytest.importorskip("mypy_extensions").i64
    makers: list[Any] = [vecs.vec, _lists.vec]
    for vec in makers:
        old = vec[i64]([1, 2])
        new = old[:]
        new[0] = 7
        assert list(old) == [1, 2]
