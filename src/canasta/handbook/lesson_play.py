"""Chapters of the lesson: melds and canastas, the opening, the pile, threes, reserves."""

from __future__ import annotations

from collections.abc import Iterator

from canasta.base.cards import KIND_KEYS, KIND_OF
from canasta.base.english import cards, listed, number, place, sentence
from canasta.base.sheets import amount
from canasta.base.spans import Cards
from canasta.handbook import examples
from canasta.handbook import pile_examples as taking
from canasta.handbook.chapter import Blocks, say, topic
from canasta.handbook.page import Bullets, Example, Heading, Inline, Table, paragraph
from canasta.rules.groups import Rules
from canasta.rules.words.melds import BY
from canasta.scoring.standing import minimum
from canasta.wording.describe import describe
from canasta.wording.lines import RulesText
from canasta.wording.spans import line

_LEFT = (False, False, False)
"""Three columns of text."""


def melds(t: RulesText) -> Blocks:
    """Yield what a meld is, what a canasta is, and what it earns."""
    rules = t.rules
    first, *_, last = [each.text for each in describe(rules, "meld.size")]
    yield paragraph(first, last)
    rows = []
    for laid, word in examples.melds(rules):
        answer = line(f"Yes: {word}") if laid.refusal is None else line("No. ", laid.refusal.line)
        rows.append((line(Cards(laid.melds[0])), answer))
    yield Example((Table("Is it a meld?", ("Cards", "Answer"), tuple(rows), (False, False)),))
    yield from topic("Wild cards in melds", "wilds", say(rules, "meld.wilds", "meld.wild_melds"))
    special = listed(cards(each.rank) for each in rules.specials)
    yield from topic(sentence(special).rstrip("."), "specials", say(rules, "specials.wilds"))
    yield Heading(4, sentence(t.words.canastas).rstrip("."), "learn-canastas")
    size = f"{number(rules.meld.size)}{' or more' if rules.meld.grows else ''}"
    yield Table(
        f"Melds of {size} cards",
        (t.words.canasta.capitalize(), "Made of", "Earns"),
        tuple(_canastas(t)),
        (False, False, True),
    )
    if rules.meld.dead:
        yield paragraph(say(rules, "meld.grows"))
        yield from topic("Dead ranks", "dead", say(rules, "meld.same_rank"))
    else:
        yield paragraph(say(rules, "meld.grows", "meld.same_rank"))


def _canastas(t: RulesText) -> Iterator[tuple[Inline, Inline, Inline]]:
    rules, words, score = t.rules, t.words, t.rules.score

    def row(name: str, made: str, earns: int) -> tuple[Inline, Inline, Inline]:
        return line(name.capitalize()), line(made), line(amount(earns))

    for special in rules.specials:
        ranks = cards(special.rank)
        yield row(f"{words.natural}, of {ranks}", f"{ranks}, no wild cards", special.bonus)
    ordinary = "cards of one rank, no wild cards"
    if rules.specials:
        ordinary = "cards of any other rank, no wild cards"
    yield row(words.natural, ordinary, score.natural)
    if rules.threes.red_canasta:
        yield row(f"{words.natural}, with a red three", "the same, topped with a red three", rules.threes.red_canasta)
    if rules.meld.wilds:
        yield row(words.mixed, "natural and wild cards", score.mixed)
    if rules.meld.wild_melds:
        yield row(words.wild, "only wild cards", score.wild)
        if rules.wild_canastas.jokers:
            yield row(f"{words.wild}, with four jokers", "four jokers or more, and twos", rules.wild_canastas.jokers)
        if rules.wild_canastas.twos:
            yield row(f"{words.wild}, of twos", "twos alone", rules.wild_canastas.twos)
    if max(rules.threes.black_meld, default=0) >= rules.meld.size:
        yield row("black threes", "laid only when going out", score.black)


def opening(t: RulesText) -> Blocks:
    """Yield the minimum, with examples that the judge of the rules accepts and refuses."""
    rules = t.rules
    what, _, _, *counts = [each.text for each in describe(rules, "opening.minimum")]
    yield paragraph(what)
    if len(rules.opening.minimums) > 1:
        head = t.fill(BY[rules.opening.by].head).capitalize()
        yield Table(
            "Minimum for opening",
            (head, "Minimum"),
            tuple((line(row), line(amount(worth) if worth else "none")) for row, worth in _minimums(rules)),
            (False, True),
        )
    else:
        yield paragraph(say(rules, "opening.minimum").replace(what, "").strip())
        counts = []
    yield paragraph(*counts, say(rules, "opening.bonuses", "opening.canasta"))
    found = list(_examples(t))
    if found:
        yield Example((Bullets(tuple(found)),))
    if t.partners:
        who = "both of you meld" if t.partners == 1 else "all of you meld"
        yield paragraph(f"Only your side's first melds need the minimum. After that, {who} freely.")


def _minimums(rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield the rows of the table of minimums, in words."""
    rows = rules.opening.minimums
    for at, (start, worth) in enumerate(rows):
        last = at + 1 == len(rows)
        until = rows[at + 1][0] - 1 if not last else 0
        if rules.opening.by == "deal":
            first = 1 if at == 0 else start
            text = place(first) if until == first or (last and start == rules.match.deals) else ""
            text = text or (f"{place(first)} and later" if last else f"{place(first)} to {place(until)}")
            yield text.capitalize(), worth
        elif at == 0 and not last:
            yield f"below {amount(until + 1)}", worth
        else:
            yield (f"{amount(start)} and more" if last else f"{amount(start)} to {amount(until)}"), worth


def _examples(t: RulesText) -> Iterator[Inline]:
    rules = t.rules
    first = minimum(rules, 1, 0)
    start, highest = rules.opening.minimums[-1]
    by_deal = rules.opening.by == "deal"
    moments = [(first, 1, 0)]
    if highest > first:
        moments.append((highest, start, 0) if by_deal else (highest, 1, start))
    for needed, deal, total in moments:
        enough = examples.opening(rules, needed, deal, total)
        if not needed or enough is None:
            continue
        yield line(f"To reach {amount(needed)}: ", *laid_melds(enough), " enough.")
        short = examples.too_little(rules, needed, deal, total)
        if short is not None and needed == first:
            yield line(*laid_melds(short), f" {amount(needed - short.total)} short.")


def laid_melds(laid: examples.Laid) -> Iterator[Inline]:
    """Melds with their value: "K♥ K♠ 2♥ (40) and 6♥ 6♠ 6♦ (15) make 55,"."""
    for at, (meld, worth) in enumerate(zip(laid.melds, laid.worth, strict=True)):
        if at:
            yield line(" and " if at + 1 == len(laid.melds) else ", ")
        yield line(line(Cards(meld)), f" ({amount(worth)})")
    yield line(f" make {amount(laid.total)}," if len(laid.melds) > 1 else " is")


def pile(t: RulesText) -> Blocks:
    """Yield who may take the discard pile, and what comes with it."""
    rules = t.rules
    yield paragraph(
        "Instead of drawing, you may take the discard pile if you can use its top card.",
        say(rules, "pile.take", "pile.need", "pile.use"),
    )
    yield paragraph(say(rules, "pile.blocked", "pile.wild_top"))
    yield paragraph(say(rules, "pile.frozen"))
    rows = [_may_take(taken) for taken in taking.piles(rules)]
    heads = ("Pile (top card last)", "You use", "Answer")
    yield Example(
        (Table(f"{t.your_side.capitalize()} {t.has} opened. Can you take the pile?", heads, tuple(rows), _LEFT),)
    )
    yield paragraph(say(rules, "opening.top_card"))
    yield paragraph(
        say(rules, "pile.consecutive", "pile.last_card", "pile.restore", "procedures.frozen_in_time"),
    )
    yield from topic("Extra cards for opening", "talon", say(rules, "talon.cards"))


def _may_take(taken: taking.Taken) -> tuple[Inline, Inline, Inline]:
    """Return a row of the table of piles."""
    rank = KIND_KEYS[KIND_OF[taken.meld[0]]] if taken.meld else ""
    use = line(f"an open meld of {cards(rank)}") if rank else line(Cards(taken.cards))
    if rank and len(taken.cards) > 1:
        use = line(Cards(taken.cards), f", with {number(len(taken.meld))} {cards(rank)} on the table")
    return line(Cards(taken.pile)), use, line("Yes") if taken.refusal is None else line("No. ", taken.refusal.line)


def _bans(t: RulesText) -> list[str]:
    """Return the special ranks with rules on discards, in the plural."""
    return [cards(each.rank) for each in t.rules.specials if each.discard != "free" or not each.last_discard]


def threes_title(t: RulesText) -> str:
    """Return the title: threes, and sevens where the chapter is about them as well."""
    return f"Threes{' and ' if _bans(t) else ''}{' and '.join(_bans(t))}"


def threes(t: RulesText) -> Blocks:
    """Yield what happens to threes, and to ranks that may not always be discarded."""
    rules = t.rules
    both = rules.threes.black == "laid"
    which = "Threes" if both else "Red threes"
    laid = f"{which} are laid down, as described under The deal." if rules.threes.red == "laid" else ""
    red = say(rules, "threes.red_value", "threes.red_sign", "threes.red_canasta", "threes.red_caught")
    yield paragraph(laid, red)
    if not both:
        blocks = "If you discard a black three, the next player can't take the pile."
        yield paragraph(blocks, say(rules, "threes.black_meld", "threes.black_caught"))
    if _bans(t):
        yield paragraph(say(rules, "specials.discard"))


def reserves(t: RulesText) -> Blocks:
    """Yield when reserves are picked up, one after another."""
    clauses = ("trigger", "rest", "manual", "penalty")
    lines = [line for clause in clauses for line in describe(t.rules, f"reserves.{clause}")]
    for reserve in t.rules.reserves:
        own = f"reserves.{reserve.name}."
        yield paragraph(*(each.text for each in lines if any(path.startswith(own) for path in each.paths)))
    yield paragraph(say(t.rules, "reserves.red_threes"))
