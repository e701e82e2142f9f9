"""Compile the kernel with mypyc: ``python scripts/build_kernel.py [FOLDER]``.

Without FOLDER the extension modules are put beside their sources in `src/canasta/engine`; with it, into
FOLDER under the same relative paths (the build hook in `hatch_build.py` does that for wheels). The last line
printed says which kernel there is now. Exit status: 0 compiled, 3 interpreted.

Where it cannot be compiled, canasta works all the same, only slower: so that is no error, unless
``CANASTA_KERNEL=compiled`` demands it. ``CANASTA_KERNEL=interpreted`` compiles nothing.

Not hatch-mypyc: it moves `pyproject.toml` aside while it compiles, and where that fails the install fails.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
ENGINE = Path("canasta/engine")
WORK = ROOT / "build" / f"kernel-{sys.implementation.cache_tag}"
LOG = ROOT / "build" / "kernel.log"
INTERPRETED = 3

_HEAD = r"(?:static )?[A-Za-z_][\w ]*[ *\n]+"  # a function as mypyc writes it, up to its name, and what follows that
_BODY = r"\([^;{}]*\)\s*\{"
# What runs while a program starts or while Python calls the kernel, not while the kernel plays: module bodies, wrappers, the plumbing
# of classes, and what reads rules into tables. It is half of the code.
SELDOM = re.compile(
    rf"^(?={_HEAD}(?:CPyPy_\w+|CPyExec\w+|CPyInit\w+|CPyDef_\w*__top_level__"
    r"|CPyDef_(?:rule_table|meld_table|weights|explain)___\w+|CPyDef_count___CountTable_____init__"
    r"|CPyDef_steps___(?:_lays|_takes|step_name)|CPyDef_position___restored"
    rf"|(?!CPyDef_)\w+_(?:setup|init|new|dealloc|traverse|clear|[gs]et_\w+)){_BODY})",
    re.MULTILINE,
)
# What runs once a turn or in few games, not at every step: it is compiled sooner, and play is hardly slower.
SOMETIMES = re.compile(
    rf"^(?!SELDOM )(?={_HEAD}CPyDef_"
    r"(?:clues|facts|odds|opening_cards|opening_wilds|plans|regression|search|special_hands|stakes|steps)___\w+"
    rf"{_BODY})",
    re.MULTILINE,
)
# mypyc indents each function more than the one before: these spaces are half of the file.
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
# The check of an index, as mypyc writes it.
CHECK = re.compile(r"^([ \t]*(cpy_r_\w+) = \(uint64_t\)\S+ < \(uint64_t\)\S+;\s*)if \(\2\)", re.MULTILINE)
# What mypyc declares for other C files, although all functions of the kernel are in one.
SHARED = re.compile(r"^extern (?=[^;]*\bCPy(?:Def|Py)_\w+\([^;]*\);)", re.MULTILINE)
# Where an error begins, mypyc calls the function that is declared here: so gcc knows which way code rarely goes.
# The flags that change what code means are repeated: not every gcc adds those of a function to those of the file.
MARK = """\
#if defined(__GNUC__) && !defined(__clang__)
#define SOMETIMES __attribute__((optimize("O1", "wrapv", "fp-contract=off", "no-semantic-interposition")))
#define SELDOM __attribute__((cold)) SOMETIMES
#else
#define SOMETIMES
#define SELDOM
#endif
#if defined(__GNUC__)
struct _object;
void CPy_AddTraceback(const char *, const char *, int, struct _object *) __attribute__((cold));
#endif
"""
# Passes of gcc that take an eighth of its time, and gain the kernel less than its speed differs from run to run.
USELESS_PASSES = ("tree-dominator-opts", "tree-pta", "tree-vrp", "tree-slp-vectorize", "rerun-cse-after-loop")


def sources() -> list[str]:
    """List the modules to compile: `__init__.py` and `_*.py` stay Python (else editable installs break)."""
    paths = sorted((SOURCES / ENGINE).glob("*.py"))
    return [str(path.relative_to(SOURCES)) for path in paths if not path.name.startswith("_")]


def compiler() -> list[str]:
    """Return the command that compiles C."""
    return str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def skipping_passes() -> list[str]:
    """Return flags that skip `USELESS_PASSES`, or none where the compiler, like clang, does not know them all."""
    flags = [f"-fno-{name}" for name in USELESS_PASSES]
    tried = [*compiler(), *flags, "-E", "-x", "c", os.devnull]
    ran = subprocess.run(tried, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return flags if ran.returncode == 0 else []


def missing() -> str | None:
    """Name what compiling needs and this machine has not."""
    if shutil.which(compiler()[0]) is None:
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are missing (Debian: python3-dev)"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypyc is not installed"
    return None


def give_hints(path: Path) -> None:
    """Tell the compiler what code in *path* rarely does: run certain functions, use an index out of range, fail.

    It spends a quarter less time, and the code is a sixth faster.
    """
    code = INDENT.sub("", path.read_text(encoding="utf-8"))
    code = CHECK.sub(r"\1if (likely(\2))", code)
    code = SOMETIMES.sub("SOMETIMES ", SELDOM.sub("SELDOM ", code))
    path.write_text(MARK + code, encoding="utf-8")


def keep_private(path: Path) -> None:
    """Keep the functions that the header *path* declares within their file: so the compiler knows all calls of each."""
    path.write_text(SHARED.sub("static ", path.read_text(encoding="utf-8")), encoding="utf-8")


def join_shims(modules: list[Any]) -> list[Any]:
    """Give all *modules* but the first, the shared library, the same file, which can start any of them.

    mypyc writes one for each, and compiling and linking those takes six seconds.
    """
    library, first, *others = modules
    source = Path(first.sources[0])
    shim, name = source.read_text(encoding="utf-8"), source.stem
    shim = shim.partition("// distutils sometimes")[0]
    for old, new in (
        (f"PyMODINIT_FUNC\nPyInit_{name}(void)", "static PyObject *start(const char *capsule_name)"),
        (f'"{library.name}.init_canasta___engine___{name}"', "capsule_name"),
        (f'"init_canasta___engine___{name}"', f"capsule_name + {len(library.name) + 1}"),
    ):
        if shim.count(old) != 1:
            raise ValueError(f"mypyc starts modules in another way: {source}")
        shim = shim.replace(old, new)
    for each in (first, *others):
        stem = Path(each.sources[0]).stem
        shim += (
            f'PyMODINIT_FUNC PyInit_{stem}(void) {{ return start("{library.name}.init_canasta___engine___{stem}"); }}\n'
        )
    source.write_text(shim, encoding="utf-8")
    return [library, first]


def compile_here() -> None:
    """Compile in this process, whose current folder is `src`, into `WORK/lib`."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # No configuration file: what the compiler sees must not depend on the settings of the strict check.
    # The annotations show which lines were compiled to slow, generic operations.
    options = ["--config-file=", f"--cache-dir={WORK / 'mypy'}", "-a", str(ROOT / "build" / "kernel.html")]
    options.append("--follow-imports=silent")  # an error in another package does not concern the kernel
    # The name of the group puts the shared library inside the package.
    modules = mypycify(
        [*options, *sources()],
        opt_level="3",
        debug_level="0",
        target_dir=str(WORK / "c"),
        group_name="canasta.engine.kernel",
    )
    for path in (WORK / "c" / ENGINE).glob("__native_*.c"):
        give_hints(path)
    for path in (WORK / "c" / ENGINE).glob("__native_internal_*.h"):
        keep_private(path)
    # gcc looks for warnings as long as it compiles, and a new compiler's new warning is no reason to go without the kernel.
    # It inlines no function of the kernel if any could be replaced when the library is loaded.
    # gcc and clang would fuse products and sums of floats where the processor can, as on arm64: both kernels must rate steps
    # alike, on every machine.
    flags = ["-Wno-all", "-fno-semantic-interposition", "-ffp-contract=off", *skipping_passes()]
    for module in modules:
        module.extra_compile_args = [*(flag for flag in module.extra_compile_args if flag != "-Werror"), *flags]
    library, starter = join_shims(modules)
    command = build_ext(Distribution({"name": "canasta", "ext_modules": [library, starter]}))
    command.build_temp = str(WORK / "o")
    command.build_lib = str(WORK / "lib")
    command.ensure_finalized()
    command.run()
    built = Path(command.get_ext_fullpath(starter.name))
    for source in sources():
        other = built.with_name(built.name.replace(starter.name.rpartition(".")[2], Path(source).stem, 1))
        if other != built:
            shutil.copy2(built, other)


def build(target: Path) -> str | None:
    """Put the compiled kernel into `target`, or return why there is none."""
    if os.environ.get("CANASTA_KERNEL") == "interpreted":
        return "as CANASTA_KERNEL asks"
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    why = missing() if sources() else "there is nothing to compile"
    shutil.rmtree(WORK / "lib", ignore_errors=True)
    if why is None:
        print("kernel: compiling, which takes about a minute", flush=True)
        LOG.parent.mkdir(exist_ok=True)
        with LOG.open("w") as log:
            ran = subprocess.run(
                [sys.executable, __file__, "--here"],
                cwd=SOURCES,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if ran.returncode:
            errors = [line for line in LOG.read_text().splitlines() if "error" in line.lower()]
            why = f"it does not compile, see {LOG.relative_to(ROOT)}: {(errors or ['?'])[0][:200]}"
    folder = target / ENGINE
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{suffix}"):  # an old kernel must not outlive its sources
        old.unlink()
    if why is None:
        for new in (WORK / "lib" / ENGINE).glob(f"*{suffix}"):
            shutil.copy2(new, folder)
    return why


def main() -> int:
    """Build, and say in one line which kernel there is."""
    if sys.argv[1:] == ["--here"]:
        compile_here()
        return 0
    LOG.parent.mkdir(exist_ok=True)
    with LOG.with_suffix(".lock").open("w") as lock:  # one build at a time in a checkout
        fcntl.flock(lock, fcntl.LOCK_EX)
        why = build(Path(sys.argv[1]) if sys.argv[1:] else SOURCES)
    if why is None:
        print(f"kernel: compiled ({len(sources())} modules)")
        return 0
    print(f"kernel: interpreted, 20 to 40 times slower: {why}")
    return 1 if os.environ.get("CANASTA_KERNEL") == "compiled" else INTERPRETED


if __name__ == "__main__":
    sys.exit(main())
