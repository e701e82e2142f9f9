"""The exchange in docs/writing-a-bot.md: canasta writes these lines, and the example answers so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from canasta import __version__, bots
from canasta.bots.process import DECISION_MS, Limits
from canasta.bots.process.child import KEPT_ENVIRONMENT, MARK
from canasta.bots.process.conversation import ACKNOWLEDGE_MS
from canasta.bots.process.decisions import decide_message, over_message, rules_message
from canasta.bots.process.messages import LONGEST_REPLY, LONGEST_REQUEST, PROTOCOL, Bye, Hello, format_message
from canasta.deal.view import view
from canasta.engine.steps import STEPS_VERSION
from canasta.notation.move_text import move_text, parse_move
from canasta.notation.step_moves import OPENING
from tests.deal.tables import fresh, rules_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")


def shown() -> tuple[list[str], list[str]]:
    """Return what the page shows canasta to write, and the bot to answer."""
    block = re.search(r"^```exchange\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert block
    lines = block[1].splitlines()
    assert all(line.startswith("→ " if number % 2 == 0 else "← ") for number, line in enumerate(lines))
    return [line[2:] for line in lines[::2]], [line[2:] for line in lines[1::2]]


def written() -> list[str]:
    """Return what canasta writes in that deal."""
    deal, _ = fresh(rules_of("hoyle-two-player", 2), 1)
    lines = [format_message(Hello(PROTOCOL, __version__)), format_message(rules_message(deal.rules))]
    for number, step in ((1, 13), (2, 75)):
        seen = view(deal, 0)
        lines.append(format_message(decide_message(seen, number, DECISION_MS)))
        deal.step(0, step)
    bots.play_out(deal, [bots.make("greedy", 1, seat) for seat in range(2)])
    lines += [b"shuffle the cards!\n", format_message(over_message(view(deal, 0), [120, -45])), format_message(Bye())]
    return [line.decode().rstrip("\n") for line in lines]


def test_the_exchange_is_a_real_one() -> None:
    asked, answers = shown()
    real = written()
    for told, line in zip(asked, real, strict=True):
        assert re.fullmatch(".*".join(map(re.escape, told.split("…"))), line), f"{told}\n{line}"
    ran = subprocess.run(
        [sys.executable, "-I", str(ROOT / "examples" / "careful_bot.py")],
        input="\n".join(real) + "\n",
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout.splitlines() == answers


def test_the_numbers_of_the_steps_are_part_of_the_protocol() -> None:
    assert (PROTOCOL, STEPS_VERSION) == (1, 2)


def test_the_texts_of_steps_are_moves() -> None:
    rows = re.findall(
        r"^\| (`.+`) \| .+ \|$", PAGE.partition("| text | step |")[2].partition("Answer with")[0], re.MULTILINE
    )
    texts = [text for row in rows for text in re.findall(r"`(.+?)`", row)]
    assert len(texts) > 15
    assert [text for text in texts if text != OPENING and move_text(parse_move(text)) != text] == []


def test_the_numbers_of_the_page_are_those_of_the_source() -> None:
    limits = Limits()
    assert f"at most {LONGEST_REQUEST:,} bytes, a line of a bot {LONGEST_REPLY:,}" in PAGE
    assert (
        f"({DECISION_MS:,} unless someone says otherwise), {ACKNOWLEDGE_MS // 1000} second for other messages" in PAGE
    )
    assert f"and {limits.start // 1000}\n  seconds from its start" in PAGE
    assert f"{limits.grace} ms more" in PAGE
    assert f"limited to {limits.memory >> 30} GiB" in PAGE
    assert f"(`nice` {limits.nice})" in PAGE
    assert {name for name in (*KEPT_ENVIRONMENT, MARK) if not name.startswith("L")} == set(
        re.findall(r"`([A-Z_]+)`", PAGE.partition("**The environment**")[2].partition("nothing else")[0])
    )
