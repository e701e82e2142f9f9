"""Contradictions: each has its own sentence and path."""

from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules import check
from canasta.rules.changes import build
from canasta.rules.load import apply_options, games, load

CONTRADICTIONS: list[tuple[str, int, list[str], str]] = [
    ("classic", 4, ["meld.dead=true"], "meld.dead: cannot be combined with meld.grows"),
    ("hand-and-foot", 4, ["discard.dead_empty=true"], "discard.dead_empty: no rank is ever dead: meld.dead is false"),
    (
        "hand-and-foot",
        4,
        ["opening.canasta=false", "opening.mixed=false", "reserves=false", "out.partner=no"],
        "opening.mixed: an opening cannot include a canasta: opening.canasta is false",
    ),
    ("hand-and-foot", 4, ["opening.triple='natural meld'"], "opening.triple: cannot be combined with reserves"),
    (
        "classic",
        4,
        ["meld.grows=false", "opening.triple='natural or wild meld'", "opening.concealed=no", "score.concealed=0"],
        "opening.triple: wild cards alone are not a meld: meld.wild_melds is false",
    ),
    (
        "classic",
        4,
        ["special_hands.pairs={groups=[[2, 7]], points=2000}"],
        "special_hands.pairs.groups: has 14 cards, but a player holds 12 after the first draw",
    ),
    (
        "classic",
        4,
        ["special_hands.many={groups=[[9, 1], [3, 1]], points=2000}"],
        "special_hands.many.groups: no rank has more than 8 cards",
    ),
    (
        "classic",
        4,
        ["special_hands.none={groups=[[0, 1], [6, 2]], points=2000}"],
        "special_hands.none.groups: each row must be a size from 1 to 15 and a number of groups",
    ),
    (
        "classic",
        4,
        ["special_hands.wild={groups=[[2, 5]], wilds=[[2, 1]], wild_groups=true, points=2000}"],
        "special_hands.wild.wild_groups: groups of wild cards are listed already",
    ),
    (
        "classic",
        4,
        ["special_hands.wild={groups=[[2, 4]], wilds=[[2, 1]], any_wilds=2, points=2000}"],
        "special_hands.wild.any_wilds: wild cards are listed already",
    ),
    (
        "classic",
        4,
        ["special_hands.pairs={groups=[[2, 6]], ranks=['joker'], points=2000}"],
        "special_hands.pairs.ranks: only ranks from 4 to A can be named here",
    ),
    ("classic", 4, ["talon.least=9"], "talon.least: no one gets cards after an opening: talon.first is 0"),
    ("classic", 4, ["talon.later=3"], "talon.later: no one gets cards after an opening: talon.first is 0"),
    ("classic", 4, ["wild_canastas.twos=3000"], "wild_canastas.twos: wild cards alone are not a meld"),
    (
        "classic",
        4,
        ["wild_canastas.jokers=2500", "meld.wild_melds=true", "opening.bonuses=true"],
        "wild_canastas.jokers: cannot be combined with opening.bonuses",
    ),
    (
        "classic",
        4,
        ["opening.concealed_pile=true", "opening.concealed=no", "score.concealed=0"],
        "opening.concealed_pile: no one can go out concealed: opening.concealed is no",
    ),
    (
        "classic",
        4,
        ["opening.concealed_pile=true", "out.canastas=0"],
        "opening.concealed_pile: going out concealed needs",
    ),
    (
        "hand-and-foot",
        4,
        ["out.ask_again=false"],
        "out.ask_again: a player who was told no could never go out: out.permission is required",
    ),
    ("ponytail", 4, ["out.ask_again=false"], "out.ask_again: no one asks for permission: out.permission is none"),
    ("hand-and-foot-earl", 4, ["out.answers=every"], "out.answers: no one asks for permission: out.permission is none"),
    (
        "ponytail",
        4,
        ["specials.7.left_over=true"],
        "specials.7.left_over: cards of this rank can always be discarded: discard is free",
    ),
    (
        "new-canasta",
        4,
        ["procedures.frozen_after=any draw"],
        "procedures.frozen_after: no one melds between turns: procedures.frozen_in_time is false",
    ),
    (
        "hand-and-foot-whitnack",
        4,
        ["deal.reject=[]", "deal.turn_again=once"],
        "deal.turn_again: no first card is ever rejected",
    ),
    (
        "new-canasta",
        4,
        ["threes.red_dealt=before own turn"],
        "threes.red_dealt: red threes are never laid down: threes.red is held",
    ),
    (
        "new-canasta",
        4,
        ["threes.red_pile_replaced=true"],
        "threes.red_pile_replaced: red threes are never laid down: threes.red is held",
    ),
    (
        "hand-and-foot",
        4,
        ["meld.takes=natural cards"],
        "meld.takes: a finished canasta takes no cards: meld.grows is false",
    ),
    (
        "classic",
        4,
        ["meld.takes=later turns", "meld.wild_melds=true"],
        "meld.takes: cannot be later turns with melds of wild cards: meld.wild_melds is true",
    ),
    (
        "classic",
        4,
        ["meld.takes=later turns", "meld.another=true", "opening.concealed=no", "score.concealed=0"],
        "meld.takes: cannot be combined with meld.another: players could not tell which canasta of a rank is new",
    ),
    (
        "classic",
        4,
        ['pile.need=["pair", "onto meld", "natural onto meld"]'],
        "pile.need: the top card joins a meld alone: leave out natural onto meld, or onto meld",
    ),
    (
        "classic",
        4,
        ['pile.need=["pair", "natural onto meld"]'],
        "exhaustion.forced: the pile cannot be taken onto a meld: pile.need does not include onto meld",
    ),
    (
        "hand-and-foot",
        4,
        ["exact-cut", "procedures.cut_upcard=true", "procedures.cut_either=true"],
        "procedures.cut_either: the number already includes the first card of the pile: procedures.cut_upcard is true",
    ),
    (
        "hand-knee-and-foot",
        4,
        ["reserves.knee.needed=false"],
        "reserves.knee.needed: a player picks up the foot only after the knee, and needs it",
    ),
    (
        "hand-knee-and-foot",
        4,
        ["reserves.foot.trigger=side canasta", "reserves.foot.rest=next draw", "reserves.foot.needed=false"],
        "reserves.foot.needed: a player can go out before it comes only if an empty hand brings it: trigger is side canasta",
    ),
    (
        "hand-and-foot",
        4,
        ["reserves.foot.needed=false", "opening.concealed=side"],
        "reserves.foot.needed: cannot be combined with going out concealed: opening.concealed is side",
    ),
    (
        "classic",
        4,
        ["threes.red_dealt=after the opening"],
        "threes.red_dealt: after the opening cannot be combined with going out concealed: opening.concealed must be no",
    ),
    (
        "hand-and-foot",
        4,
        ["threes.red_dealt=after the opening", "threes.red_pile_replaced=true"],
        "threes.red_dealt: after the opening cannot be combined with replacing those of the pile",
    ),
    ("classic", 4, ["table.sides=1"], "table.sides: a single side has no opponent"),
    ("classic", 4, ["table.sides=3"], "table.sides: 4 players cannot be divided into 3 equal sides"),
    ("classic", 4, ["table.sides=8"], "table.sides: 4 players cannot be divided into 8 equal sides"),
    ("classic", 4, ["deck.packs=0"], "deck.packs: there are no cards"),
    ("new-canasta", 8, ["deck.packs_per_player=2"], "deck.packs: 17 packs are too many: the limit is 12"),
    (
        "classic",
        6,
        ["deck.packs=1"],
        "deck.packs: 54 cards are too few for 6 players: the deal and the first turns need 69",
    ),
    (
        "classic",
        4,
        ['deal.reject=["joker","two","red three","black three",4,5,6,7,8,9,10,"J","Q","K","A"]'],
        "deal.reject: no card is left that can start the pile",
    ),
    ("new-canasta", 4, ["deal.dealers=one"], "deal.first: there is no second dealer"),
    (
        "classic",
        4,
        ["specials.A={bonus=2500,wilds=false,late_wilds=false}"],
        "specials.A.late_wilds: wild cards never join melds of this rank: wilds is false",
    ),
    ("classic", 4, ["threes.black=laid"], "threes.black_meld: black threes are laid down at once"),
    (
        "new-canasta",
        4,
        ["threes.black=laid", "threes.black_meld=[]"],
        "threes.black: black threes are laid down like red ones, but threes.red is held",
    ),
    ("new-canasta", 4, ["meld.wilds=0", "meld.wild_base=5"], "meld.wild_base: wild cards join no meld"),
    ("new-canasta", 4, ["meld.wild_base=7"], "meld.wild_base: a meld of 7 natural cards has no room for a wild card"),
    ("classic", 4, ["meld.wilds_kept=true"], "meld.wilds_kept: there are no melds of wild cards"),
    ("classic", 4, ["meld.wilds_finished=true"], "meld.wilds_finished: there are no melds of wild cards"),
    ("classic", 4, ["score.unfinished_wild=2000"], "score.unfinished_wild: there are no melds of wild cards"),
    (
        "hand-and-foot",
        4,
        ["meld.several=true", "meld.wilds_kept=true"],
        "meld.wilds_kept: a side has one meld of wild cards at a time, but meld.several is true",
    ),
    ("new-canasta", 4, ["deal.dealers=each player"], "deal.first: there is no second dealer"),
    (
        "hand-and-foot",
        4,
        ["exact-cut", "deal.dealers=each player", "procedures.cut_dealers=first"],
        "procedures.cut_dealers: everyone deals their own cards: use all",
    ),
    (
        "classic",
        4,
        ["opening.pile=side opened"],
        "pile.frozen_until_open: nobody takes the pile to open: opening.pile is side opened",
    ),
    (
        "hand-and-foot",
        4,
        ["opening.pile=player melded", "opening.top_card=raises"],
        "opening.top_card: nobody takes the pile to open: opening.pile is player melded",
    ),
    ("hand-and-foot", 4, ["deals.3={draw=0}"], "deals.3.draw: must be at least 1"),
    ("hand-and-foot", 4, ["deals.9={draw=3}"], "deals.9: the match ends after 4 deals"),
    (
        "hand-and-foot-whitnack",
        4,
        ["meld.wild_melds=false", "pile.wild_top=no", "out.wild=0", "deals.2={wild=1}"],
        "deals.2: out.wild: a canasta of wild cards is required, but meld.wild_melds is false",
    ),
    ("hand-and-foot", 4, ["deal.upcard=false"], "deal.reject: no card is turned up, so none can be rejected"),
    (
        "hand-and-foot",
        4,
        ["deal.upcard=false", "deal.reject=[]", "exact-cut", "procedures.cut_upcard=true"],
        "procedures.cut_upcard: there is no first card of the pile: deal.upcard is false",
    ),
    ("classic", 4, ["pile.need=[]", "exhaustion.forced=no"], "pile.need: two natural cards of the top card's rank"),
    ("classic", 4, ['pile.need=["natural and wild", "onto meld"]'], "pile.need: two natural cards of the top card's"),
    (
        "classic",
        4,
        ["pile.use=show"],
        "pile.use: only a pair can be shown, but pile.need also names natural and wild and onto",
    ),
    (
        "hand-and-foot",
        4,
        ["pile.use=show"],
        "pile.use: only a natural pair can be shown, so pile.wild_top cannot be any wilds",
    ),
    (
        "hand-and-foot",
        4,
        ["meld.wild_melds=false", "out.wild=0"],
        "pile.wild_top: taking a wild card needs a meld of wild cards, but meld.wild_melds is false",
    ),
    (
        "hand-and-foot",
        4,
        ['pile.blocked_by=["joker","two"]'],
        "pile.wild_top: pile.blocked_by already blocks a pile with a joker or a two on top",
    ),
    ("classic", 4, ["deal.rejected=returned"], "pile.frozen_by: a rejected first card cannot freeze the pile"),
    ("classic", 4, ["deal.reject=[]"], "pile.frozen_by: no first card is ever rejected"),
    ("classic", 4, ['deal.reject=["black three"]'], "pile.frozen_by: only a joker, a two or a red three freezes"),
    (
        "new-canasta",
        4,
        ["procedures.frozen_in_time=true", "pile.consecutive=true"],
        "procedures.frozen_in_time: players who meld between turns may not take the pile again, but pile.consecutive is true",
    ),
    (
        "new-canasta",
        4,
        ["procedures.frozen_in_time=true", "table.sides=2"],
        "procedures.frozen_in_time: this needs a game in which everyone plays alone, but this game has partners",
    ),
    (
        "new-canasta",
        4,
        ["procedures.frozen_in_time=true", "pile.end=knock"],
        "procedures.frozen_in_time: it starts with the discard after taking the pile, but with pile.end = knock there is no such discard",
    ),
    (
        "new-canasta",
        4,
        ["procedures.frozen_in_time=true", "threes.black_meld=[6, 7]"],
        "procedures.frozen_in_time: between turns black threes",
    ),
    ("hand-and-foot", 4, ['pile.frozen_by=["wild"]'], "pile.wild_top: a wild card freezes the pile"),
    ("classic", 4, ["opening.canasta=false"], "opening.concealed: going out in one turn includes a canasta"),
    ("classic", 4, ["meld.several=true"], "opening.concealed: cannot be combined with meld.several"),
    ("classic", 4, ["meld.another=true"], "opening.concealed: cannot be combined with meld.another"),
    ("hand-and-foot", 4, ["meld.another=true"], "meld.another: a finished canasta is closed, and another meld begins"),
    ("classic", 4, ["opening.minimums=[]"], "opening.minimums: at least one row is needed"),
    (
        "classic",
        4,
        ["opening.minimums=[[0,50],[0,90]]"],
        "opening.minimums: each row must start higher than the row before it",
    ),
    ("classic", 4, ["opening.minimums=[[0,-50]]"], "opening.minimums: a minimum cannot be below 0"),
    ("classic", 4, ["opening.minimums=[[0,500]]"], "opening.minimums: a minimum of 500 is out of reach"),
    ("classic", 4, ["opening.concealed=no"], "score.concealed: no one can earn this bonus: opening.concealed is no"),
    (
        "hand-knee-and-foot",
        4,
        ["reserves.toe={size=3,trigger='hand empty'}"],
        "reserves: a player can have 2 reserves, not 3",
    ),
    (
        "hand-knee-and-foot",
        4,
        ["reserves.knee.penalty=1000"],
        "reserves.knee.penalty: a reserve that is picked up automatically cannot be forgotten: manual is false",
    ),
    (
        "hand-and-foot",
        4,
        ["reserves.foot.manual=true"],
        "reserves.foot.manual: a player without cards has no choice: this reserve is always picked up automatically",
    ),
    (
        "hand-knee-and-foot",
        4,
        ["reserves.knee.rest=own"],
        "reserves.knee.rest: only one player of each side would ever get it: use at once or next draw",
    ),
    (
        "hand-and-foot",
        4,
        ["reserves.foot.rest='at once'"],
        "reserves.foot.rest: with the trigger hand empty each player picks up only their own reserve",
    ),
    ("hand-and-foot", 4, ["threes.red_canasta=1000"], "threes.red_canasta: red threes are laid down at once"),
    (
        "new-canasta",
        4,
        ["meld.grows=true"],
        "threes.red_canasta: a red three needs a finished canasta, but canastas never finish growing: meld.grows is true",
    ),
    (
        "new-canasta",
        4,
        ["threes.red_sets=[[4,800]]"],
        "threes.red_sets: red threes are never laid down: threes.red is held",
    ),
    (
        "new-canasta",
        4,
        ["threes.red_against='no melds'"],
        "threes.red_against: red threes are never laid down: threes.red is held",
    ),
    (
        "classic",
        4,
        ["threes.red_sets=[[4,800],[4,900]]"],
        "threes.red_sets: each row must have more red threes than the row before it",
    ),
    (
        "classic",
        4,
        ["threes.red_sets=[[0,800]]"],
        "threes.red_sets: each row must have more red threes than the row before it",
    ),
    (
        "new-canasta",
        4,
        ["threes.black_meld=[8]"],
        "threes.black_meld: 8 black threes do not fit in a meld of 7: meld.grows is false",
    ),
    ("classic", 4, ["out.discard=forbidden"], "threes.black_last: no discard ends the deal: out.discard is forbidden"),
    ("new-canasta", 4, ["out.discard=required"], "threes.black_last: the last card must be a discard"),
    (
        "hand-and-foot",
        4,
        [f"specials.{rank}.bonus=1" for rank in "4567"],
        "specials: a game can have 3 special ranks, not 4",
    ),
    (
        "classic",
        2,
        ["deck.packs=1", "specials.7={bonus=1,discard='own canasta'}", "deal.hand=11"],
        "specials.7.discard: own canasta needs a canasta of this rank, but 4 cards of a rank cannot make a canasta of 7",
    ),
    ("classic", 4, ["out.wild=1"], "out.wild: a canasta of wild cards is required, but meld.wild_melds is false"),
    ("classic", 4, ["out.wild=2", "meld.wild_melds=true"], "out.wild: there are not enough wild cards for 2 canastas"),
    ("hand-and-foot", 4, ["meld.wilds=0"], "out.mixed: a mixed canasta is required, but meld.wilds is 0"),
    (
        "hand-and-foot",
        4,
        ["out.special=1"],
        "out.special: canastas of special ranks are required, but there are no special ranks",
    ),
    (
        "hand-knee-and-foot",
        4,
        ["out.special=4"],
        "out.special: one rank has enough cards for 3 natural canastas, not for 4",
    ),
    ("classic", 2, ["deck.packs=1", "deal.hand=11", "out.natural=1"], "out.natural: there are not enough cards"),
    ("classic", 4, ["out.canastas=20"], "out.canastas: 20 canastas need more cards than the deck has"),
    (
        "classic",
        4,
        ["score.canastas_needed=true", "out.canastas=0"],
        "score.canastas_needed: going out requires no canastas",
    ),
    ("classic", 4, ["out.partner='earlier turn'"], "out.partner: this game has no reserves"),
    ("classic", 4, ["out.opponents='earlier turn'"], "out.opponents: this game has no reserves"),
    (
        "classic",
        4,
        ["exhaustion.ends='last lap'"],
        "exhaustion.forced: with ends = last lap, no one is forced to take the pile: set exhaustion.ends to pile only",
    ),
    (
        "modern-american-canasta",
        4,
        ["threes={red='held',black='ordinary',red_dealt='at the deal',red_against='never',red_sets=[]}"],
        "exhaustion.three: threes are never laid down: threes.red is held",
    ),
    (
        "modern-american-canasta",
        4,
        ["exhaustion={ends='last lap',three=true}"],
        "exhaustion.three: the deal continues for a last lap: exhaustion.ends is last lap",
    ),
    (
        "modern-american-canasta",
        4,
        ["threes={black='ordinary',red_dealt='after the opening'}"],
        "exhaustion.three: cannot be combined with threes.red_dealt = after the opening",
    ),
    ("hand-and-foot", 4, ["exhaustion.three=true"], "exhaustion.three: cannot be combined with reserves"),
    (
        "classic",
        4,
        ["exhaustion.pile=false"],
        "exhaustion.pile: the deal continues with the pile only, but exhaustion.pile does not allow taking it",
    ),
    (
        "classic",
        4,
        ["pile.need=['pair']"],
        "exhaustion.forced: the pile cannot be taken onto a meld: pile.need does not include onto meld",
    ),
    ("classic", 4, ["match.target=0"], "match: the match never ends"),
    (
        "classic",
        4,
        ["opening.bonuses=true", "score.mixed=100"],
        "opening.bonuses: a canasta worth 100 is below the minimum of 120: each kind of canasta must be enough on its own",
    ),
    ("classic", 4, ["procedures.cut_dealers=first"], "procedures.cut_dealers: there is only one dealer: use all"),
    ("classic", 4, ["threes.red_against='no special canasta'"], "threes.red_against: this game has no special ranks"),
    (
        "new-canasta",
        4,
        ["opening.bonuses=true"],
        "opening.bonuses: an opening cannot include a canasta: opening.canasta is false",
    ),
    ("new-canasta", 4, ["out.permission=required"], "out.permission: this game never has partners: use none"),
    ("new-canasta", 4, ["out.partner='earlier turn'"], "out.partner: this game never has partners: use no"),
]


def problems(*arguments: Any, **how: Any) -> list[str]:
    with pytest.raises(RulesError) as caught:
        load(*arguments, **how)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(("name", "players", "options", "begin"), CONTRADICTIONS)
def test_a_contradiction_has_one_sentence(name: str, players: int, options: list[str], begin: str) -> None:
    found = problems(name, players, options)
    assert len(found) == 1, found
    assert found[0].startswith(begin), found


def test_every_check_is_tried() -> None:
    tried = {"_players", "_card_values"}
    for name, players, options, _ in CONTRADICTIONS:
        game = games()[name]
        values = game.values(players)
        apply_options(game, players, options, values, [])
        rules = build(game.name, game.title, players, values)
        tried |= {find.__name__ for find in check.CHECKS if any(find(rules))}
    assert tried == {find.__name__ for find in check.CHECKS}


def test_several_contradictions_come_together() -> None:
    found = problems("hand-and-foot", options=["meld.wild_melds=false", "match.deals=0"])
    assert [each.partition(":")[0] for each in found] == ["pile.wild_top", "out.wild", "match"]


def test_a_game_without_card_values_is_refused(tmp_path: Any) -> None:
    (tmp_path / "bare.toml").write_text(
        "[table]\nplayers = [2]\n[deck]\npacks = 2\n[match]\ndeals = 1\n[score.cards]\njoker = 50\ntwo = 20\n",
        encoding="utf-8",
    )
    found = problems("bare", folder=tmp_path)
    assert found[0] == "score.cards: these cards have no value: black three, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"


def test_conditions_on_a_partner_vanish_where_there_is_none() -> None:
    assert load("classic", 2).out.permission == "optional"
    assert load("hand-knee-and-foot", 3, ["three-alone"]).out.permission == "required"


def test_every_packaged_game_leaves_a_stock_to_play_with() -> None:
    for name, game in games().items():
        for players in game.players:
            assert check.advise(load(name, players)) == ()


def test_advice_speaks_of_what_can_be_played_and_will_disappoint() -> None:
    short = check.advise(load("hand-knee-and-foot", 8, ["printed-decks"]))
    assert [str(each) for each in short] == ["deck.packs: the stock has only 11 cards: 5 draws for 8 players"]
    lasting = check.advise(load("classic", 4, ["specials.7={bonus=1500,discard='all sides'}"]))
    assert [each.path for each in lasting] == ["specials.7.discard"]
