"""Learn the game: what a newcomer needs, in reading order, written from the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from canasta.base.english import article, count, listed, number, numbers, sentence, value_groups
from canasta.base.sheets import amount
from canasta.base.spans import Text
from canasta.handbook import lesson_advice, lesson_end, lesson_play
from canasta.handbook.chapter import Blocks, reserve_names, say
from canasta.handbook.page import Block, Bullets, Heading, Paragraph, Part, Table, paragraph
from canasta.rules.check import dealt
from canasta.rules.groups import Rules
from canasta.wording.lines import RulesText
from canasta.wording.spans import line, plain
from canasta.wording.writers_end import canastas_needed


def lesson(rules: Rules) -> Part:
    """Return the part of the handbook for people who do not know the game."""
    t = RulesText(rules)
    blocks: list[Block] = []
    for title, anchor, chapter in _CHAPTERS:
        inside = [block for block in chapter(t) if not isinstance(block, Paragraph) or plain(block.text)]
        if inside:
            text = title if isinstance(title, str) else title(t)
            blocks += [Heading(3, text, f"learn-{anchor}"), *inside]
    return Part("Learn the game", "learn", tuple(blocks))


def _idea(t: RulesText) -> Blocks:
    rules, words = t.rules, t.words
    yield paragraph(_who(t))
    size = number(rules.meld.size)
    collect = (
        "You collect cards of the same rank and lay them on the table in melds of three or more. "
        f"A meld of {size} cards is {article(words.canasta)}, and {words.canastas} score most of the points."
    )
    needed = listed(canastas_needed(t))
    out = f"The {words.deal} ends when someone goes out, that is, plays their last card."
    out += f" {t.your_side.capitalize()} {t.need} {needed} to do that." if needed else ""
    yield paragraph(collect, out)
    packets = ""
    if rules.reserves:
        names = listed(article(each.name) for each in rules.reserves)
        packets = f"Besides your {words.hand} you have {names}: more cards, which you pick up later and play as well."
    yield paragraph(
        packets,
        "At the end, the cards on the table count for you, and the cards you still hold count against you.",
        say(rules, "match.ends"),
    )


def _who(t: RulesText) -> str:
    rules = t.rules
    text = f"{rules.title} is a game for {numbers(rules.table.players)} players"
    if len(rules.table.players) > 1:
        text += f"; this lesson is for {number(rules.seats)}"
    if not t.partners:
        text += ", each for themselves."
    elif t.partners == 1:
        text += ", two against two." if rules.sides == 2 else f", in {number(rules.sides)} pairs."
        text += " Partners sit opposite each other and play for one score: what they lay down belongs to both."
    else:
        text += f", in {number(rules.sides)} teams of {number(t.partners + 1)}."
        text += " Partners sit at equal distances round the table, with opponents between them, and play for one score."
    return text


def _cards(t: RulesText) -> Blocks:
    rules = t.rules
    yield paragraph(say(rules, "deck.packs"))
    rows = [
        (line(kinds[0].upper() + kinds[1:]), line(amount(worth))) for kinds, worth in value_groups(rules.score.cards)
    ]
    yield Table("Card values", ("Cards", "Each"), tuple(rows), (False, True))
    yield paragraph(
        "These values count toward your opening and at the end."
        if rules.score.melded
        else "These values count toward your opening and, at the end, for the cards you are caught with.",
        "Red threes are never melded; the section on threes has their value.",
    )


def _deal(t: RulesText) -> Blocks:
    rules = t.rules
    hand = f"Each player is dealt {article(t.words.hand)} of {count(rules.deal.hand, 'card')}"
    parts = [hand, *(f"{article(each.name)} of {number(each.size)}" for each in rules.reserves)]
    packets = ""
    if rules.reserves:
        lies, it = ("lies", "it") if len(rules.reserves) == 1 else ("lie", "them")
        packets = f"The {reserve_names(rules)} {lies} face down; don't look at {it} before you pick {it} up."
    yield paragraph(say(rules, "procedures.seats"), say(rules, "deal.dealers"))
    yield paragraph(f"{listed(parts)}.", packets)
    left = rules.cards - dealt(rules) + rules.deal.upcard
    middle = "" if rules.procedures.stock_piles > 1 else ", face down in the middle"
    yield paragraph(
        f"The remaining {left} cards are the stock{middle}.",
        say(rules, "procedures.stock_piles", "deal.upcard"),
    )
    yield paragraph(say(rules, "threes.red"))
    yield paragraph(say(rules, "table.score_keeper", "deal.first", "procedures.exact_cut"))


def _turn(t: RulesText) -> Blocks:
    rules = t.rules
    drawn = count(rules.draw.stock, "card")
    last = " one card, face up on the discard pile. That ends your turn."
    if rules.pile.end == "knock":
        last = " one card, face up on the discard pile. If you took the pile, knock on the table instead. That ends your turn."
    meld = " if you can and want to: lay down new melds, or add cards to those on the table."
    yield Paragraph(line("Your turn has three steps:"))
    yield Bullets(
        (
            line(Text("Draw", "strong"), f" {drawn} from the stock, or take the discard pile if you are allowed to."),
            line(Text("Meld", "strong"), meld),
            line(Text("Discard", "strong"), last),
        ),
        numbered=True,
    )
    if kept := say(rules, "discard.kept"):
        yield paragraph(kept)


def _reserves_title(t: RulesText) -> str:
    names = [reserve.name for reserve in t.rules.reserves]
    return sentence(f"the {listed(names)}").rstrip(".")


Chapter = Callable[[RulesText], Blocks]

_CHAPTERS: Final[tuple[tuple[str | Callable[[RulesText], str], str, Chapter], ...]] = (
    ("The idea", "idea", _idea),
    ("The cards", "cards", _cards),
    ("The deal", "deal", _deal),
    ("A turn", "turn", _turn),
    (lambda t: f"Melds and {t.words.canastas}", "melds", lesson_play.melds),
    ("The opening", "opening", lesson_play.opening),
    ("The discard pile", "pile", lesson_play.pile),
    (lesson_play.threes_title, "threes", lesson_play.threes),
    (_reserves_title, "reserves", lesson_play.reserves),
    ("A first turn as an example", "example", lesson_advice.example),
    ("Going out", "out", lesson_end.out),
    ("When the stock is empty", "stock", lesson_end.stock),
    ("The count", "count", lesson_end.count_up),
    ("The end", "end", lesson_end.end),
    ("What to aim for", "aims", lesson_advice.aims),
)
