"""The whole story of a recording, line by line, for pipes and files: everything, one deal, or one turn."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from canasta.base.events import DeckCut
from canasta.notation.records.actions import CUT
from canasta.notation.records.match_replay import is_known
from canasta.notation.records.playback import Watched
from canasta.rules.dealers import dealers, nearest_cut
from canasta.rules.shapes import clean
from canasta.terminal.replay.recording import OpenRecording, acted
from canasta.terminal.replay.sheets import counted, sheet_pages
from canasta.terminal.replay.table import Eyes, comment_lines, open_hands, pictures
from canasta.terminal.style import hand_row, label, render_line
from canasta.terminal.table_screen import Frame, sorted_hand
from canasta.wording.announcements import cut_line, dealers_line, winners_line


def headlines(recording: OpenRecording) -> list[Text]:
    """Return what was played, by whom, and when."""
    heading, rules, names = recording.heading, recording.rules, recording.names
    sides = [names.side(side, rules.sides) for side in range(rules.sides)]
    title = label(rules.title, "bold").append(f" for {rules.seats} players: {'; '.join(sides)}")
    bots = {name: clean(player.bot) for name, player in zip(names.names, heading.players, strict=True) if player.bot}
    lines = [title]
    told = [clean(text) for text in (heading.date, heading.program) if text]
    if bots:
        alike = len(bots) == rules.seats and len(set(bots.values())) == 1
        who = f"all {bots[names.names[0]]}" if alike else ", ".join(f"{name} {bot}" for name, bot in bots.items())
        told.append(f"bots: {who}")
    lines += [Text(" · ".join(told), style="dim")] if told else []
    return [*lines, *comment_lines([heading.comment] if heading.comment else [])]


def deal_lines(recording: OpenRecording, watched: Watched, eyes: Eyes) -> list[Text]:
    """Return what happened before the first card: who deals, who keeps the score, how the deck was cut."""
    rules, record, names = recording.rules, watched.record, recording.names.seen_by(eyes.seat)
    text = label(f"{rules.words.deal.capitalize()} {record.number}", "bold").append(": ")
    lines = [text.append_text(render_line(dealers_line(rules, record.dealer, record.keeper, names)))]
    if watched.played.by_hand:
        lines.append(Text("Played with real cards. Only the score is recorded."))
        return lines + (comment_lines([record.comment]) if record.comment and eyes.everything else [])
    cuts = [render_line(cut_line(cut, rules.procedures.exact_cut, names)) for cut in _cuts(recording, watched)]
    lines += [Text(" ").join(cuts)] if cuts else []
    if not is_known(record):
        lines.append(
            Text("The record does not have all cards. Possible cards are shown in their place.", style="yellow")
        )
    return lines + (comment_lines([record.comment]) if record.comment and eyes.everything else [])


def _cuts(recording: OpenRecording, watched: Watched) -> Iterator[DeckCut]:
    """Yield how the deck was cut before the deal."""
    record = watched.record
    rules = recording.rules.in_deal(record.number)
    exact = dict(zip(dealers(rules, record.dealer, record.keeper), rules.exact_cuts, strict=False))
    for line in record.actions:
        words = line.partition("#")[0].split()
        if words[:1] == [CUT]:
            seat, count = int(words[1]) - 1, int(words[2])
            yield DeckCut(seat, count, nearest_cut(rules, exact[seat], count, first=seat == record.dealer))


def story(
    recording: OpenRecording, eyes: Eyes, width: int, number: int | None = None, turn: int | None = None
) -> Iterator[RenderableType]:
    """Yield the story as these *eyes* saw it; only the deal *number* (from 1) and the *turn* (from 1), where they are given.

    What is wrong in the record is not told: see `OpenRecording.problem` at the end.
    """
    yield from headlines(recording)
    at = 0
    while watched := recording.deal(at):
        yield from repairs(recording, at)
        if number is None or watched.record.number == number:
            yield Text()
            yield from _turn(recording, watched, eyes, width, turn) if turn else _deal(recording, watched, eyes, width)
        if number == watched.record.number:
            return
        at += 1
    if not recording.problem:
        yield Text()
        yield ending(recording, eyes)


def repairs(recording: OpenRecording, at: int) -> list[Text]:
    """Return what was repaired in the deal *at*, and before it."""
    return [Text(f"Repaired: {clean(text)}", style="yellow") for text in recording.repairs.get(at, ())]


def ending(recording: OpenRecording, eyes: Eyes) -> Text:
    """Return who has won, or why the record ends."""
    text = recording.ending()
    if text:
        return Text(text)
    names = recording.names.seen_by(eyes.seat)
    return render_line(winners_line(recording.standing().winners, recording.totals, recording.rules, names))


def _deal(recording: OpenRecording, watched: Watched, eyes: Eyes, width: int) -> Iterator[RenderableType]:
    names = recording.names.seen_by(eyes.seat)
    yield from deal_lines(recording, watched, eyes)
    moments = watched.moments
    if moments and eyes.everything:
        yield Padding(open_hands(moments[0].deal, names, width), (0, 0, 0, 1))
    elif moments and eyes.seat >= 0:
        row = hand_row(sorted_hand(moments[0].deal.tabletop.hands[eyes.seat], "rank"))
        yield label(f"Your {recording.rules.words.hand}: ", "bold").append_text(row)
    for at in range(len(moments)):
        yield from moment_lines(recording, watched, at, eyes)
    if watched.played.after is not None:
        yield Text()
        sheets = counted(recording.rules, watched, moments[-1] if moments else None, eyes)
        yield next(sheet_pages(watched, sheets, names, width, plain=True))


def _turn(recording: OpenRecording, watched: Watched, eyes: Eyes, width: int, turn: int) -> Iterator[RenderableType]:
    """Yield one turn: the table as it stood, and what was done."""
    places = [at for at in range(1, len(watched.moments)) if acted(watched, at) == turn]
    if places:
        frame = Frame(number=watched.record.number, totals=watched.record.totals, plain=True)
        yield next(pictures(watched.moments[places[0] - 1], eyes, recording.names, frame, width))
        yield Text()
    for at in places:
        yield from moment_lines(recording, watched, at, eyes)


def moment_lines(recording: OpenRecording, watched: Watched, at: int, eyes: Eyes) -> Iterator[RenderableType]:
    """Yield what happened in the moment *at*, with the number of the turn where that begins."""
    moment, turn = watched.moments[at], acted(watched, at)
    number = str(turn) if at and turn != acted(watched, at - 1) else ""
    lines = [render_line(line) for line in eyes.story(moment, recording.names)]
    lines += comment_lines(moment.comments) if eyes.everything else []
    for line in lines:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", width=4, style="dim")
        grid.add_column()
        grid.add_row(number, line)
        yield grid
        number = ""
