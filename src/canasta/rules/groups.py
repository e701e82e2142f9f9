"""The groups of `Rules`: every value a game can set, each with the one clause it belongs to.

All groups are frozen, take keywords only and hold at most twelve values: numbers, truth values, words (each explained in
`canasta.rules.words`), and small tables. Cards are named as in `canasta.base.cards.KIND_KEYS` (``"joker"``, …, ``"A"``).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from canasta.rules.groups_rare import Discard, SpecialHand, Talon, WildCanastas, rule
from canasta.rules.words import end as end_words
from canasta.rules.words import melds as meld_words
from canasta.rules.words import table as table_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who plays with whom."""

    players: tuple[int, ...] = rule("table.players", ())
    """Numbers of players the game can be played with."""
    ideal: tuple[int, ...] = rule("table.players", (), descriptive=True)
    """Numbers of players it is best with; empty if no source names any."""
    sides: int = rule("table.sides", 0)
    """Number of sides; players of a side sit at equal distances. 0: everyone plays alone."""
    score_keeper: bool = rule("table.score_keeper", False)
    """Whether one player keeps the score and therefore never deals or goes first (with three players or more)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards; the number of packs is ``packs + packs_per_player × players``."""

    packs: int = rule("deck.packs", 0)
    """Packs in the deck, whatever the number of players."""
    packs_per_player: int = rule("deck.packs", 0)
    """Packs added for each player."""
    jokers: int = rule("deck.packs", 2)
    """Jokers in each pack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """From the shuffle to the first turn. Reserves are dealt after the hands, in their order."""

    hand: int = rule("deal.hand", 11)
    """Cards dealt to each hand."""
    dealers: table_words.Dealers = rule("deal.dealers", "one", words=table_words.DEALERS, descriptive=True)
    first: table_words.First = rule("deal.first", "left of dealer", words=table_words.FIRST)
    upcard: bool = rule("deal.upcard", True)
    """Whether a card is turned up to begin the pile; without it the pile begins empty."""
    reject: tuple[str, ...] = rule("deal.upcard", ())
    """Cards that are not accepted as the first card of the pile."""
    rejected: table_words.Rejected = rule("deal.upcard", "covered", words=table_words.REJECTED)
    turn_again: table_words.TurnAgain = rule("deal.upcard", "until accepted", words=table_words.TURN_AGAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The draw that begins a turn."""

    stock: int = rule("draw.stock", 2)
    """Cards drawn from the stock; fewer when it holds fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Who may take the discard pile, and what comes with it."""

    take: int = rule("pile.take", 0)
    """How many cards come off the top; 0 takes the whole pile."""
    least: int = rule("pile.need", 0)
    """The fewest cards that the pile must hold to be taken; 0: any number."""
    need: tuple[table_words.Need, ...] = rule("pile.need", ("pair",), words=table_words.NEED)
    use: table_words.Use = rule("pile.use", "meld", words=table_words.USE)
    wild_top: table_words.WildTop = rule("pile.wild_top", "no", words=table_words.WILD_TOP)
    blocked_by: tuple[str, ...] = rule("pile.blocked", ("black three", "red three"))
    """Top cards that no one can take."""
    frozen_by: tuple[table_words.FrozenBy, ...] = rule("pile.frozen", (), words=table_words.FROZEN_BY)
    frozen_until_open: bool = rule("pile.frozen", False)
    """Whether the pile is frozen for a side that has not opened."""
    consecutive: bool = rule("pile.consecutive", True)
    """Whether a player may take the pile in two of their turns in a row."""
    last_card: bool = rule("pile.last_card", True)
    """Whether a player with one card may take a pile of one card."""
    end: table_words.End = rule("pile.end", "discard", words=table_words.END)
    restore: int = rule("pile.restore", 0)
    """Penalty for trying the top card and putting it back, once per turn; 0: a player may take only a card they can use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """The cards of a meld. The smallest has three cards, two of them natural unless all are wild."""

    size: int = rule("meld.size", 7)
    """Cards of a canasta."""
    grows: bool = rule("meld.grows", False)
    """Whether a canasta takes further cards."""
    takes: meld_words.Takes = rule("meld.grows", "any cards", words=meld_words.TAKES)
    several: bool = rule("meld.same_rank", False)
    """Whether a side may have several open melds of a rank at once."""
    another: bool = rule("meld.same_rank", False)
    """Whether another meld of a rank may begin beside its canastas that take cards; one at a time unless `several`."""
    wilds: int = rule("meld.wilds", 3)
    """The most wild cards in a mixed meld; 0 forbids them."""
    ratio: meld_words.Ratio = rule("meld.wilds", "fewer", words=meld_words.RATIO)
    wild_melds: bool = rule("meld.wild_melds", False)
    """Whether melds of wild cards alone are allowed."""
    wild_base: int = rule("meld.wilds", 2)
    """Natural cards that a meld must have before a wild card may join it, once its side has opened."""
    wilds_kept: bool = rule("meld.wild_melds", False)
    """Whether a side with an unfinished meld of wild cards may lay wild cards nowhere else."""
    wilds_finished: bool = rule("out.contract", False)
    """Whether a side with an unfinished meld of wild cards may not go out."""
    dead: bool = rule("meld.same_rank", False)
    """Whether no side may begin a meld of a rank, or add to one, once any side has a canasta of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A side's first melds."""

    by: meld_words.By = rule("opening.minimum", "total", words=meld_words.BY)
    minimums: tuple[tuple[int, int], ...] = rule("opening.minimum", ((0, 50),))
    """Rows ``(from, minimum)``, ascending; below the first row the first row holds."""
    round: int = rule("opening.minimum", 1)
    """The round of turns from which on cards may be laid and the pile taken; each player has one turn in a round."""
    pile: meld_words.OpeningPile = rule("pile.frozen", "any time", words=meld_words.OPENING_PILE)
    canasta: bool = rule("opening.canasta", True)
    """Whether a finished canasta may be part of an opening."""
    bonuses: bool = rule("opening.bonuses", False)
    """Whether the bonuses of canastas count toward the minimum; each of them must reach it alone."""
    mixed: bool = rule("opening.canasta", True)
    """Whether that may be a mixed canasta."""
    triple: meld_words.Triple = rule("opening.minimum", "no", words=meld_words.TRIPLE)
    top_card: meld_words.TopCard = rule("opening.top_card", "counts", words=meld_words.TOP_CARD)
    concealed: meld_words.Concealed = rule("opening.concealed", "no", words=meld_words.CONCEALED)
    concealed_pile: bool = rule("opening.concealed", False)
    """Whether going out so may use a pile of several cards: an opening below its minimum then binds the player to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """Cards dealt to each player and picked up during the deal, such as a foot."""

    name: str = rule("reserves.size", "foot", descriptive=True)
    """What players call it."""
    size: int = rule("reserves.size", 11)
    """Cards in the reserve."""
    trigger: meld_words.Trigger = rule("reserves.trigger", "hand empty", words=meld_words.TRIGGER)
    rest: meld_words.Rest = rule("reserves.rest", "own", words=meld_words.REST)
    after_discard: meld_words.AfterDiscard = rule("reserves.trigger", "at once", words=meld_words.AFTER_DISCARD)
    needed: bool = rule("out.reserves", True)
    """Whether a player must have picked it up to go out. Where they need not, their last card ends the deal if they
    may go out, and brings the reserve if they may not."""
    manual: bool = rule("reserves.manual", False)
    """Whether the player must remember to pick it up."""
    penalty: int = rule("reserves.penalty", 0)
    """Points a side loses, once, when its player ends a turn without picking up a manual reserve."""
    red_threes: bool = rule("reserves.red_threes", True)
    """Whether red threes are replaced from the stock once this reserve is in hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threes:
    """Red and black threes."""

    red: meld_words.Red = rule("threes.red", "laid", words=meld_words.RED)
    black: meld_words.Black = rule("threes.red", "ordinary", words=meld_words.BLACK)
    red_dealt: meld_words.RedDealt = rule("threes.red", "at the deal", words=meld_words.RED_DEALT)
    red_pile_replaced: bool = rule("threes.red", False)
    """Whether a red three that comes with the pile is replaced from the stock, like one that was drawn."""
    red_value: int = rule("threes.red_value", 100)
    """Points for each red three laid down."""
    red_sets: tuple[tuple[int, int], ...] = rule("threes.red_value", ())
    """Rows ``(number, value of all together)`` that replace the single values when a side has that many."""
    red_caught: int = rule("threes.red_caught", 100)
    """Points lost for each red three in a hand or in an unopened reserve."""
    red_against: meld_words.RedAgainst = rule("threes.red_sign", "never", words=meld_words.RED_AGAINST)
    red_canasta: int = rule("threes.red_canasta", 0)
    """Bonus of a natural canasta with a red three on it, instead of its usual bonus; 0: red threes may not be put there."""
    black_caught: int = rule("threes.black_caught", 5)
    """Points lost for each black three in a hand or reserve."""
    black_meld: tuple[int, ...] = rule("threes.black_meld", ())
    """Sizes of the black-three meld a player may lay as their last cards when going out; empty: never."""
    black_last: meld_words.BlackLast = rule("threes.black_meld", "last meld", words=meld_words.BLACK_LAST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """A rank whose natural canastas are a class of their own."""

    rank: str = rule("specials.bonus", "7")
    """The rank."""
    bonus: int = rule("specials.bonus", 1500)
    """Points for a natural canasta of the rank."""
    counts: bool = rule("out.contract", False)
    """Whether its natural canastas also count as natural ones among those needed to go out."""
    unfinished: int = rule("specials.bonus", 0)
    """Points lost for a natural meld of the rank that is not a canasta when the deal ends."""
    held: int = rule("specials.bonus", 0)
    """Points lost by each player with three or more cards of the rank in hand when the deal ends, beside their values."""
    wilds: bool = rule("specials.wilds", True)
    """Whether wild cards may join melds of this rank; the canasta is then an ordinary mixed one."""
    late_wilds: bool = rule("specials.wilds", True)
    """Whether they may join a meld of the rank that has none once its side has opened."""
    finished: bool = rule("out.contract", False)
    """Whether a side with a natural meld of the rank that is not a canasta may not go out."""
    discard: meld_words.SpecialDiscard = rule("specials.discard", "free", words=meld_words.SPECIAL_DISCARD)
    last_discard: bool = rule("specials.discard", True)
    """Whether a player may go out by discarding a card of this rank."""
    left_over: bool = rule("specials.discard", False)
    """Whether players may lay cards until they hold only cards that may not be discarded; the turn then ends without
    a discard. They may not do so in the turn in which they open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Going out."""

    natural: int = rule("out.contract", 0)
    """Natural canastas needed; those of a special rank count here only if its `counts` is true."""
    mixed: int = rule("out.contract", 0)
    """Mixed canastas needed."""
    wild: int = rule("out.contract", 0)
    """Wild canastas needed."""
    special: int = rule("out.contract", 0)
    """Natural canastas needed of each special rank."""
    canastas: int = rule("out.contract", 0)
    """Canastas needed in all, of any class."""
    black_counts: bool = rule("out.contract", True)
    """Whether a canasta of black threes counts among them."""
    discard: end_words.LastDiscard = rule("out.discard", "optional", words=end_words.LAST_DISCARD)
    permission: end_words.Permission = rule("out.permission", "none", words=end_words.PERMISSION)
    answers: end_words.Answers = rule("out.permission", "one", words=end_words.ANSWERS)
    ask_again: bool = rule("out.ask", True)
    """Whether a player who was told no may ask again in a later turn; false: each asks once a deal at most."""
    partner: end_words.Partner = rule("out.partner", "no", words=end_words.PARTNER)
    opponents: end_words.Opponents = rule("out.partner", "no", words=end_words.OPPONENTS)
    passing: bool = rule("out.pass", False)
    """Whether a player with one card who may not go out ends their turn without a discard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhaustion:
    """An empty stock."""

    ends: end_words.Ends = rule("exhaustion.ends", "at draw", words=end_words.ENDS)
    pile: bool = rule("exhaustion.ends", True)
    """Whether the pile may still be taken."""
    forced: end_words.Forced = rule("exhaustion.forced", "no", words=end_words.FORCED)
    bonus: bool = rule("exhaustion.bonus", True)
    """Whether going out still earns its bonus."""
    three: bool = rule("exhaustion.ends", False)
    """Whether the deal ends at once if the stock's last card is a three that would be laid: it stays in the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The count at the end of a deal."""

    cards: tuple[tuple[str, int], ...] = rule("score.cards", ())
    """Value of each kind of card when melded or held, by its name; red threes have none."""
    natural: int = rule("score.canastas", 500)
    """Points for a natural canasta."""
    mixed: int = rule("score.canastas", 300)
    """Points for a mixed canasta."""
    wild: int = rule("score.canastas", 1000)
    """Points for a wild canasta."""
    black: int = rule("score.canastas", 0)
    """Points for a canasta of black threes."""
    unfinished_wild: int = rule("score.canastas", 0)
    """Points lost for a meld of wild cards that is not a canasta when the deal ends."""
    melded: bool = rule("score.melded", True)
    """Whether melded cards count their values."""
    out: int = rule("score.out", 100)
    """Bonus for going out."""
    concealed: int = rule("score.out", 0)
    """Further bonus for going out concealed (`opening.concealed` says when)."""
    order: end_words.Order = rule("score.order", "usual", words=end_words.ORDER, descriptive=True)
    canastas_needed: bool = rule("score.positive", False)
    """Whether a side without the canastas needed to go out also loses the value of its melded cards."""
    canasta_needed: bool = rule("score.positive", False)
    """Whether a side without any canasta loses the value of its melded cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The end of the match; 0 means that the match does not end this way."""

    deals: int = rule("match.ends", 0)
    """The match ends after this many deals."""
    target: int = rule("match.ends", 0)
    """The match ends when a side has this many points after a deal."""
    ties: end_words.Ties = rule("match.ties", "joint", words=end_words.TIES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures:
    """What happens besides the play of the cards."""

    exact_cut: int = rule("procedures.exact_cut", 0)
    """Points for a dealer who cuts exactly the cards needed; 0: not played."""
    cut_dealers: table_words.CutDealers = rule("procedures.exact_cut", "all", words=table_words.CUT_DEALERS)
    cut_upcard: bool = rule("procedures.exact_cut", False)
    """Whether the first dealer's number includes the first card of the pile."""
    cut_either: bool = rule("procedures.exact_cut", False)
    """Whether the first dealer's number is exact with the first card of the pile as well as without it."""
    seats: table_words.Seats = rule("procedures.seats", "as agreed", words=table_words.SEATS, descriptive=True)
    frozen_in_time: bool = rule("procedures.frozen_in_time", False)
    """Whether a player who took the pile may discard first and go on melding while others play."""
    frozen_after: table_words.FrozenAfter = rule("procedures.frozen_in_time", "pile", words=table_words.FROZEN_AFTER)
    undo: bool = rule("procedures.undo", True)
    """Whether players may take back a move within their turn if it showed no new card."""
    stock_piles: int = rule("procedures.stock_piles", 1, descriptive=True)
    """Into how many piles the stock is laid out; players draw from any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealChange:
    """What changes from a deal of the match on; −1 leaves a value as it was in the deal before."""

    deal: int = rule("out.contract", 2)
    """The number of the deal, from 2."""
    hand: int = rule("deal.hand", -1)
    """As `deal.hand`."""
    draw: int = rule("draw.stock", -1)
    """As `draw.stock`."""
    take: int = rule("pile.take", -1)
    """As `pile.take`."""
    least: int = rule("pile.need", -1)
    """As `pile.least`."""
    natural: int = rule("out.contract", -1)
    """As `out.natural`."""
    mixed: int = rule("out.contract", -1)
    """As `out.mixed`."""
    wild: int = rule("out.contract", -1)
    """As `out.wild`."""
    special: int = rule("out.contract", -1)
    """As `out.special`."""
    canastas: int = rule("out.contract", -1)
    """As `out.canastas`."""


_CHANGED: Final = {
    "deal": ("hand",),
    "pile": ("take", "least"),
    "out": ("natural", "mixed", "wild", "special", "canastas"),
}
"""The values of `DealChange` by the groups in which they have the same names; `draw` is that of `Draw`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What this game calls things; its texts and score sheets use these words."""

    deal: str = "deal"
    hand: str = "hand"
    canasta: str = "canasta"
    canastas: str = "canastas"
    natural: str = "natural"
    mixed: str = "mixed"
    wild: str = "wild"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All rules of one game for one number of players; equal rules have equal digests. No decision depends on its labels."""

    name: str
    title: str
    seats: int
    """Number of players, 2 to 8."""
    table: Table
    deck: Deck
    deal: Deal
    draw: Draw
    pile: Pile
    meld: Meld
    opening: Opening
    reserves: tuple[Reserve, ...]
    threes: Threes
    specials: tuple[Special, ...]
    out: Out
    exhaustion: Exhaustion
    score: Score
    match: Match
    procedures: Procedures
    words: Words
    deals: tuple[DealChange, ...] = ()
    """What changes from deal to deal; empty where all deals are played alike."""
    discard: Discard = Discard()
    talon: Talon = Talon()
    wild_canastas: WildCanastas = WildCanastas()
    special_hands: tuple[SpecialHand, ...] = ()
    """Special hands; empty where there are none."""

    def in_deal(self, number: int) -> Rules:
        """Return the rules of the deal *number*, from 1, which change no more.

        >>> from canasta.rules.load import load
        >>> rules = load("hand-and-foot", house={"deals": {"3": {"draw": 4}}})
        >>> [rules.in_deal(number).draw.stock for number in (1, 2, 3, 4)]
        [2, 2, 4, 4]
        """
        if not self.deals:
            return self
        now: dict[str, int] = {}
        for change in sorted(self.deals, key=lambda change: change.deal):
            if change.deal <= number:
                values = ((each.name, getattr(change, each.name)) for each in fields(change))
                now |= {name: value for name, value in values if value >= 0}
        groups: dict[str, Any] = {
            group: replace(getattr(self, group), **{name: now[name] for name in names if name in now})
            for group, names in _CHANGED.items()
        }
        draw = replace(self.draw, stock=now["draw"]) if "draw" in now else self.draw
        return replace(self, **groups, draw=draw, deals=())

    @property
    def sides(self) -> int:
        """Number of sides; the side of a seat is ``seat % sides``."""
        return self.table.sides or self.seats

    @property
    def packs(self) -> int:
        """Number of packs in the deck."""
        return self.deck.packs + self.deck.packs_per_player * self.seats

    @property
    def cards(self) -> int:
        """Number of cards in the deck."""
        return self.packs * (52 + self.deck.jokers)

    @property
    def freezing(self) -> tuple[str, ...]:
        """The kinds that freeze the pile as long as they lie in it."""
        return tuple(kind for cause in self.pile.frozen_by for kind in table_words.FROZEN_BY[cause].kinds)

    @property
    def freezing_upcards(self) -> tuple[str, ...]:
        """The kinds that freeze the pile if they are turned up as its first card and covered by another.

        Only wild cards and red threes do, even where more kinds are rejected; a rejected card that goes back into
        the stock freezes nothing.
        """
        if "upcard" not in self.pile.frozen_by or self.deal.rejected != "covered":
            return ()
        return tuple(kind for kind in self.deal.reject if kind in {"joker", "two", "red three"})

    @property
    def open_melds(self) -> meld_words.OpenMelds:
        """Which melds of a rank a side may have open at the same time: one, canastas and one unfinished meld, or any."""
        if self.meld.several:
            return "any"
        return "canastas and one" if self.meld.another else "one"

    @property
    def exact_cuts(self) -> tuple[int, ...]:
        """How many cards an exact cut has, for each dealer who may earn its bonus, the first one first."""
        sizes = [self.deal.hand, *(reserve.size for reserve in self.reserves)]
        if self.deal.dealers == "each player":
            counts = [sum(sizes)] * self.seats
        else:
            if self.deal.dealers == "one":
                sizes = [sum(sizes)]
            elif self.deal.dealers not in {"each packet", "each packet to the right"}:
                sizes = [sizes[0], sum(sizes[1:])]
            counts = [size * self.seats for size in sizes if size]
        if self.procedures.cut_upcard:
            counts[0] += 1
        return tuple(counts[:1] if self.procedures.cut_dealers == "first" else counts)


GROUPS: Final[dict[str, type]] = {
    "table": Table,
    "deck": Deck,
    "deal": Deal,
    "draw": Draw,
    "pile": Pile,
    "meld": Meld,
    "opening": Opening,
    "reserves": Reserve,
    "threes": Threes,
    "specials": Special,
    "out": Out,
    "exhaustion": Exhaustion,
    "score": Score,
    "match": Match,
    "procedures": Procedures,
    "words": Words,
    "deals": DealChange,
    "discard": Discard,
    "talon": Talon,
    "wild_canastas": WildCanastas,
    "special_hands": SpecialHand,
}
"""The groups by their names; of ``reserves``, ``specials``, ``deals`` and ``special_hands``, a game has lists."""
