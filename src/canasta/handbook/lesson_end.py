"""Chapters of the lesson: going out, the empty stock, the count with an example, the end of the match."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.base.cards import KIND_OF, TWO, Face
from canasta.base.english import article, count, listed, number, several
from canasta.base.sheets import Sheet, amount
from canasta.base.spans import Cards, Number, Text
from canasta.handbook.chapter import Blocks, reserve_names, say, topic
from canasta.handbook.example_deal import Counted, counted
from canasta.handbook.page import Bullets, Example, Inline, Table, paragraph
from canasta.wording.describe import describe
from canasta.wording.lines import RulesText
from canasta.wording.spans import line
from canasta.wording.writers_end import canastas_needed


def out(t: RulesText) -> Blocks:
    """Yield what you need before you may go out."""
    rules = t.rules
    needed = canastas_needed(t)
    conditions = []
    if needed:
        _, *more = [each.text for each in describe(rules, "out.contract")]
        conditions.append(" ".join([f"{t.your_side.capitalize()} must have {listed(needed)}.", *more]))
    if rules.reserves:
        conditions.append(f"You must have picked up {reserve_names(rules, article='your ')}.")
    conditions += [each.text for each in describe(rules, "out.partner")]
    asking = say(rules, "out.permission", "out.ask")
    conditions += [asking] if asking else []
    yield paragraph(
        f"You go out by playing your last card, which ends the {t.words.deal}.", "Before that:" if conditions else ""
    )
    if conditions:
        yield Bullets(tuple(line(each) for each in conditions))
    yield paragraph(say(rules, "out.discard", "out.keep", "out.pass"))
    yield from topic("Going out concealed", "concealed", say(rules, "opening.concealed"))
    yield from topic("Special hands", "special-hands", say(rules, "special_hands.cards"))


def stock(t: RulesText) -> Blocks:
    """Yield what happens when the stock is empty."""
    bonus = "" if t.rules.exhaustion.bonus else "Going out after that earns no bonus."
    fewer = "If the stock has fewer cards than you should draw, take what is left." if t.rules.draw.stock > 1 else ""
    yield paragraph(fewer, say(t.rules, "exhaustion.ends", "exhaustion.forced"), bonus)


def count_up(t: RulesText) -> Blocks:
    """Yield what counts, and one deal counted."""
    rules = t.rules
    yield paragraph(
        f"Every {t.words.canasta} earns its bonus, and threes count as described above.",
        say(rules, "score.melded", "score.out", "score.order", "score.positive"),
    )
    costs = [each.text for each in (*describe(rules, "score.canastas"), *describe(rules, "specials.bonus"))]
    won, lost = counted(rules)
    caught = "The other player is" if rules.sides == 2 else "Another player is"
    if t.partners:
        caught = "The other side is" if rules.sides == 2 else "Another side is"
    yield Example(
        (
            paragraph(f"Example: {'your side goes' if t.partners else 'you go'} out with this on the table:"),
            Bullets(tuple(_table(t, won, "left in your partner's hand", "left in your partners' hands"))),
            _sheet(won.sheet, f"What {'your side' if t.partners else 'you'} score{'s' if t.partners else ''}"),
            paragraph(f"{caught} caught with cards:"),
            Bullets(tuple(_table(t, lost, "left in hand", "left in their hands"))),
            _sheet(lost.sheet, "What it scores" if t.partners else "What that player scores", _uncounted(t, lost)),
        )
    )
    yield from topic("Unfinished melds", "unfinished", *(text for text in costs if " cost" in text))


def _table(t: RulesText, side: Counted, hand: str, hands: str) -> Iterator[Inline]:
    """Yield what lies on the table and what is caught, a line each."""
    rules = t.rules
    for meld in side.melds:
        worth = f"worth {amount(meld.worth)}" if meld.worth is not None else ""
        if meld.canasta:
            size = f"{number(len(meld.faces))} cards {worth}".rstrip()
            yield line(f"{meld.name}, {size}{_wilds(meld.faces)}")
        else:
            yield line("an open meld, ", line(Cards(meld.faces)), f", {worth}" if worth else "")
    if side.red_threes and rules.threes.red == "laid":
        yield line(count(len(side.red_threes), "red three"))
    if side.red_threes and rules.threes.red != "laid":
        yield line(f"a red three on the first {t.words.canasta}")
    if any(side.hands):
        held = hand if len(side.hands) == 1 else hands
        yield line(f"{held}: ", *_listed([line(Cards(each)) for each in side.hands]))
    if side.reserve:
        yield line(f"{article(rules.reserves[-1].name)} not picked up: ", line(Cards(side.reserve)))


def _listed(lines: list[Inline]) -> Iterator[Inline]:
    """Yield groups of cards one after another: "K♥ 4♠, 9♥ and 5♣"."""
    for at, each in enumerate(lines):
        if at:
            yield line(" and " if at + 1 == len(lines) else ", ")
        yield each


def _wilds(faces: tuple[Face, ...]) -> str:
    wilds = sum(KIND_OF[face] <= TWO for face in faces)
    return f", {number(wilds)} of them wild" if 0 < wilds < len(faces) else ""


def _uncounted(t: RulesText, side: Counted) -> str:
    """Red threes that *side* has laid and that count nothing, which would be looked for in vain."""
    counts = any(each.clause.startswith("threes.red") for each in side.sheet.lines)
    if t.rules.threes.red != "laid" or not side.red_threes or counts:
        return ""
    return f"{several(len(side.red_threes), 'red three')} on the table"


def _sheet(sheet: Sheet, caption: str, uncounted: str = "") -> Table:
    rows: list[tuple[Inline, ...]] = []
    for part in sheet.parts:
        if part.title:
            rows.append((line(Text(part.title, "strong")), line(Number(part.points, "strong"))))
        rows += [(line(f"{'· ' if part.title else ''}{each}"), line(amount(each.points))) for each in part.lines]
    if uncounted:
        rows.append((line(uncounted), line(amount(0))))
    rows.append((line(Text("Total", "strong")), line(Number(sheet.total, "strong"))))
    return Table(caption, ("What counts", "Points"), tuple(rows), (False, True), total=True)


def end(t: RulesText) -> Blocks:
    """Yield the end of the match."""
    yield paragraph(say(t.rules, "match.ends", "match.ties"))
