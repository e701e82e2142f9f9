"""Bots that other packages bring: found by their entry points, played in a process of their own, told about when broken."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from canasta import bots
from canasta.bots import entry_points, registry
from canasta.bots.entry_points import UnusableBot
from canasta.bots.process import Failed, ProcessBot
from canasta.bots.process.commands import _SHARED, worker_command
from canasta.bots.registry import UnknownBot
from canasta.cli import cli
from canasta.deal.view import view
from canasta.server.bots.thinking import BotOptions, with_installed
from tests.deal.tables import fresh, rules_of

PAGE = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
SEEN = view(fresh(rules_of("classic", 2), 1)[0], 0)


def example() -> str:
    """Return the module of the example package, as the page has it."""
    found = re.search(r"```python\n(\"\"\"Last.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


class Packages:
    """A folder on the path in which packages are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, code: str, **names: str) -> None:
        """Install a *package* with one module of *code*, which registers bots: the *names* of what makes them."""
        module = package.replace("-", "_")
        (self.folder / f"{module}.py").write_text(code, encoding="utf-8")
        info = self.folder / f"{module}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", encoding="utf-8")
        lines = "".join(f"{name} = {module}:{made}\n" for name, made in names.items())
        (info / "entry_points.txt").write_text(f"[canasta.bots]\n{lines}", encoding="utf-8")
        entry_points.installed.cache_clear()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    before = set(_SHARED)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]))
    entry_points.installed.cache_clear()
    yield Packages(tmp_path)
    for key in set(_SHARED) - before:
        _SHARED.pop(key).close()
    for name in [name for name in sys.modules if name.startswith("canasta_")]:
        del sys.modules[name]
    entry_points.installed.cache_clear()


def test_the_example_of_the_page_plays(packages: Packages) -> None:
    packages.install("canasta-last", example(), last="Last")
    assert bots.names() == (*registry.own_names(), "last")
    registry.check_name("last", SEEN.rules)
    bot = bots.make("last", 1, 0)
    assert isinstance(bot, ProcessBot)
    assert (bot.name, bot.version, bot.choose(SEEN)) == ("last", "1", SEEN.legal[-1])
    assert registry.make_here("last", 1, 0).choose(SEEN) == SEEN.legal[-1]
    ran = CliRunner().invoke(cli, ["sim", "hoyle-two-player", "--bots", "last,chance", "--deals", "1"])
    assert ran.exit_code == 0, ran.output


def test_a_server_offers_what_can_be_used_and_warns_of_the_rest(packages: Packages) -> None:
    packages.install("canasta-last", example(), last="Last")
    packages.install("canasta-broken", "import no_such_module", broken="Bot")
    warned: list[str] = []
    options = with_installed(BotOptions(programs=(("odd", ("true",)),)), warned.append)
    assert options.programs == (("odd", ("true",)), ("last", worker_command("last")))
    assert options.names == (*registry.own_names(), "odd", "last")
    why = "importing canasta_broken:Bot failed with ModuleNotFoundError: No module named 'no_such_module'."
    assert warned == [f'The bot "broken" of the package canasta-broken cannot be used: {why}']
    unchecked = with_installed(BotOptions(workers=0), warned.append)
    assert [name for name, _ in unchecked.programs] == ["broken", "last"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("Bot = 3", "canasta_broken:Bot is not a class or function that makes bots."),
        (
            "",
            "importing canasta_broken:Bot failed with AttributeError: module 'canasta_broken' has no attribute 'Bot'.",
        ),
        ("raise SystemExit(3)", "importing canasta_broken:Bot failed with SystemExit: 3."),
        ("def Bot(): ...", "canasta_broken:Bot(0, dice) failed with TypeError: Bot() takes 0 positional arguments"),
        (
            "def Bot(*_): ...",
            "what canasta_broken:Bot makes needs a method choose and a version of 1 to 40 characters.",
        ),
    ],
)
def test_a_broken_package_is_one_sentence(packages: Packages, code: str, why: str) -> None:
    packages.install("canasta-broken", code, broken="Bot")
    point = entry_points.find("broken")
    assert point is not None
    with pytest.raises(
        UnusableBot, match=re.escape(f'The bot "broken" of the package canasta-broken cannot be used: {why}')
    ):
        entry_points.create(point, 0, Random(1))


def test_the_command_line_says_why_a_bot_cannot_be_used(packages: Packages) -> None:
    packages.install("canasta-broken", "print('hello')\nraise SystemExit", broken="Bot")
    ran = CliRunner().invoke(cli, ["sim", "classic", "--bots", "broken", "--deals", "1"])
    assert ran.exit_code == 2
    why = "importing canasta_broken:Bot failed with SystemExit"
    assert ran.output.startswith(f'The bot "broken" of the package canasta-broken cannot be used: {why}.\n')


def test_names_that_cannot_be_asked_for_are_left_out(packages: Packages) -> None:
    packages.install("canasta-one", "", same="Bot", planner="Bot", **{"Not A Name": "Bot"})
    packages.install("canasta-two", "", same="Bot")
    assert bots.names() == registry.own_names()
    with pytest.raises(UnusableBot, match=r"canasta_two:Bot has the same name\. Uninstall one of them"):
        bots.make("same", 1, 0)
    with pytest.raises(UnusableBot, match="up to 40 small letters, digits and hyphens"):
        bots.make("Not A Name", 1, 0)
    assert not isinstance(bots.make("planner", 1, 0), ProcessBot)
    with pytest.raises(UnknownBot, match='Unknown bot "some"'):
        bots.make("some", 1, 0)


def test_planner_plays_for_a_bot_that_dies_or_answers_with_what_is_illegal(packages: Packages) -> None:
    code = (
        "import os\n"
        "class Dead:\n    version = '1'\n    def __init__(self, seat, dice): ...\n"
        "    def choose(self, view): os._exit(9)\n"
        "class Wrong(Dead):\n    def choose(self, view): return 9998\n"
    )
    packages.install("canasta-odd", code, dead="Dead", wrong="Wrong")
    for name, says in (("dead", "exit code 9"), ("wrong", "9998")):
        told: list[Failed] = []
        bot = bots.make(name, 1, 0)
        assert isinstance(bot, ProcessBot)
        bot.back_up(bots.make(registry.BACK_UP, 1, 0), told.append)
        assert bot.choose(SEEN) == bots.make("planner", 1, 0).choose(SEEN)
        assert bot.replaced
        assert [each.stand_in for each in told] == ["", "planner"]
        assert all(str(each).startswith(f'The bot "{name}" failed: ') and says in str(each) for each in told)
