"""The profiles of hypothesis, signals as a terminal has them, and folders of a user who has never played.

`dev` looks at new examples every time; `ci` looks at the same ones, so that a failure has its cause in the
change; `small` is for the second run of the suite, on the interpreted kernel, and `soak` for `make soak`.
"""

import os
import signal
import threading
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

settings.register_profile("dev", deadline=None, max_examples=40)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("soak", deadline=None, max_examples=2_000)
settings.register_profile("small", deadline=None, derandomize=True, max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

# A runner in the background of a shell ignores interrupts, and every program that it starts would inherit that:
# the tests of interrupts would wait forever.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Tests here start browsers, servers and terminals, which a busy machine can hold up for longer than any wait allows.
REAL_PROGRAMS = tuple(Path(__file__).parent / name for name in ("page", "server", "terminal"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `make quick` ask for less."""
    parser.addoption("--one-sample", action="store_true", help="run every test function once, with one of its samples")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep one sample of each function if asked to, except of cases and walks, which are data.

    In CI, try a test of real programs twice (docs/decisions/0018).
    """
    if config.getoption("--one-sample"):
        samples = defaultdict[str, list[pytest.Item]](list)
        for item in items:
            samples[item.nodeid if item.path.name in DATA else item.nodeid.partition("[")[0]].append(item)
        # Different functions take different samples: other games, other numbers of players.
        items[:] = [each[crc32(name.encode()) % len(each)] for name, each in samples.items()]
    if os.environ.get("CI"):
        for item in items:
            if any(item.path.is_relative_to(folder) for folder in REAL_PROGRAMS):
                item.add_marker(pytest.mark.flaky(reruns=1))


# Each parameter of a test here is a file of its own: cases, or a walk.
DATA = ("test_cases.py", "test_walks.py")

USER_FOLDERS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")


@pytest.fixture(scope="session", autouse=True)
def users(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Folders of users, one after another; the first is for what lives longer than a test. Nobody's own are touched."""
    base = tmp_path_factory.mktemp("users")
    folders = (base / str(number) for number in count())
    before = {name: os.environ.get(name) for name in USER_FOLDERS}
    _move_in(next(folders))
    yield folders
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture(autouse=True)
def user(users: Iterator[Path]) -> Path:
    """Provide the folder of a new user for every test, made by the first program that writes there."""
    folder = next(users)
    _move_in(folder)
    return folder


def _move_in(folder: Path) -> None:
    for name in USER_FOLDERS:
        os.environ[name] = str(folder / name.lower())
