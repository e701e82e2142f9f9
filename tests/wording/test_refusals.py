"""What is said of rules that cannot be used: every problem at once, each with its path."""

from pathlib import Path
from typing import Any

import pytest

from canasta.base.errors import RulesError
from canasta.rules.load import games, load

WRONG: list[tuple[str, list[str]]] = [
    ("[meld]\nrato = 3", ["meld.rato: meld has no value with this name (did you mean ratio?)"]),
    ("[melds]\nsize = 7", ["melds: unknown group or key (did you mean meld?)"]),
    ("ratio = 'equal'", ["ratio: unknown group or key (did you mean meld.ratio?)"]),
    ("[draw]\nwilds = 3", ["draw.wilds: draw has no value with this name (did you mean meld.wilds?)"]),
    ("[draw]\nstock = '2'", ['draw.stock: must be a whole number, not the text "2"']),
    ("[draw]\nstock = true", ["draw.stock: must be a whole number, not the word true"]),
    ("[draw]\nstock = 1.5", ["draw.stock: must be a whole number, not the number 1.5"]),
    ("[draw]\nstock = 0", ["draw.stock: 0 is out of range (1 to 10)"]),
    ("[score]\nnatural = 99999999999999999999", ["score.natural: 99999999999999999999 is out of range"]),
    ("[pile]\nconsecutive = 1", ["pile.consecutive: must be true or false, not the number 1"]),
    (
        "[meld]\nratio = 'eqal'",
        ['meld.ratio: the text "eqal" is not one of the allowed values: fewer, equal, half (did you mean equal?)'],
    ),
    ("[pile]\nneed = 'pair'", ['pile.need: must be a list in brackets, not the text "pair"']),
    ("[pile]\nneed = ['pair', 'pair']", ["pile.need: the list has a duplicate"]),
    ("[pile]\nblocked_by = ['three']", ['pile.blocked_by: the text "three" is not a kind of card']),
    ("[opening]\nminimums = [[0, 50], 90]", ["opening.minimums: each row must be a pair of numbers such as [0, 50]"]),
    ("[opening]\nminimums = 50", ["opening.minimums: must be a list in brackets"]),
    ("[score]\ncards = 5", ["score.cards: must be a table such as { joker = 50 }"]),
    ("[score.cards]\nqueen = 5", ['score.cards.queen: the text "queen" is not a kind of card']),
    ("[score.cards]\n'red three' = 5", ["score.cards.red three: red threes have no card value"]),
    ("[score.cards]\njoker = '50'", ["score.cards.joker: must be a whole number"]),
    ("[specials.joker]\nbonus = 5", ["specials.joker: the joker cannot be a special rank"]),
    (
        "[specials.jacks]\nbonus = 5",
        [
            'specials.jacks: the text "jacks" is not a rank; the ranks are 4, 5, 6, 7, 8, 9, T, J, Q, K, A (did you mean J?)'
        ],
    ),
    ("[specials.7]\nwilds = true", ["specials.7: this game has no special rank 7; a new one needs bonus"]),
    ("[reserves.fot]\nsize = 5", ["reserves.fot: this game has no reserve fot (did you mean foot?)"]),
    ("[reserves.foot]\nname = 'foot'", ["reserves.foot.name: the heading [reserves.foot] already sets this"]),
    ("[reserves.foot]\nsiez = 5", ["reserves.foot.siez: reserves has no value with this name (did you mean size?)"]),
    ("[reserves.'a.b']\nsize = 5", ["reserves.a.b: a reserve's name must be one word without dots"]),
    ("[reserves]\nfoot = 5", ["reserves.foot: must be a table, or false to remove it, not the number 5"]),
    ("reserves = 5", ["reserves: must be tables such as [reserves.NAME], not the number 5"]),
    ("reserves = [5]", ["reserves.1: must be a table with a name"]),
    (
        "reserves = [{name = 'foot', size = 5, trigger = 'side open'}, {name = 'foot'}]",
        ["reserves.2: a second reserve"],
    ),
    ("meld = 5", ["meld: this is a group of values, written [meld], not the number 5"]),
    ("title = 5", ["title: must be text in quotation marks, not the number 5"]),
    ("title = ''", ["title: must not be empty"]),
    ("players = 5", ["players: must be tables such as [players.4]"]),
    ("[players.nine]\ndraw.stock = 1", ["players.nine: must be a number of players from 2 to 8"]),
    ("[players.9]\ndraw.stock = 1", ["players.9: must be a number of players from 2 to 8"]),
    ("[players]\n4 = 5", ["players.4: must be a table of groups, not the number 5"]),
    ("[players.4]\ndraw.stok = 1", ["players.4.draw.stok: "]),
]
"""What stands in a file, and how the problems begin; in house rules and in games alike."""

ONLY_HOUSE: list[tuple[str, list[str]]] = [
    ("options = 'same-wilds'", ["options: must be a list of names"]),
    (
        "options = ['same-wild']",
        ["options.same-wild: Hand and Foot has no option with this name (did you mean same-wilds?)"],
    ),
    ("options = ['draw.stock=0']", ["draw.stock: 0 is out of range"]),
    ("[options.ours]\nsays = 'x'", ["options: must be a list of names"]),
    ("blurb = 'x'", ["blurb: unknown group or key"]),
    ("base = 'classic'", ["base: these house rules are for classic, not for hand-and-foot"]),
    ("base = []", ["base: these house rules are for"]),
    ("base = 'hand-and-foot", ["line 1, at its end: this is not valid TOML"]),
    ("a = 1\na = 2\nb = 3", ["line 2, column 6: this is not valid TOML"]),
    ("draw.stock = 0\nmeld.ratio = 'x'\npile.ned = []", ["draw.stock: ", "pile.ned: ", "meld.ratio: "]),
]

ONLY_GAMES: list[tuple[str, list[str]]] = [
    ("default_players = 5", ["default_players: 5 is not one of the game's numbers of players"]),
    ("options = ['a']", ["options: must be tables such as [options.NAME]"]),
    ("[options]\na = 5", ["options.a: must be a table, not the number 5"]),
    ("[options]\nnobody = false", ["options.nobody: there is no such option to remove"]),
    ("[options.A_b]\nsays = 'x'", ["options.A_b: option names use lower-case letters"]),
    ("[options.a]\ndraw.stock = 1", ["options.a.says: describe the option in one sentence"]),
    ("[options.a]\nsays = 5", ["options.a.says: must be text", "options.a.says: describe the option in one sentence"]),
    ("[options.a]\nsays = 'x'\ndraw.stok = 1", ["options.a.draw.stok: "]),
    ("[options.a]\nsays = 'x'\nplayers.4.draw.stok = 1", ["options.a.players.4.draw.stok: "]),
    ("[options.a]\nsays = 'x'\nsource = 'stated nobody'", ["options.a.source: unknown document nobody"]),
    ("[options.a]\nsays = 'x'\nsource = 'said earl'", ['options.a.source: "said earl" does not begin with']),
    ("sources = 5", ["sources: must be a table"]),
    ("[sources]\nmelds = 'stated earl'", ["sources.melds: melds is not a group of rules (did you mean meld?)"]),
    ("[sources]\nmeld = 5", ["sources.meld: must be text in quotation marks, not the number 5"]),
    ("[sources]\nmeld = 'stated'", ['sources.meld: "stated" names no document']),
    ("[sources]\nmeld = 'reading earl'", ['sources.meld: "reading earl" does not say which reading it is']),
    ("[sources]\nmeld = 'stated erl'", ["sources.meld: unknown document erl (did you mean earl?)"]),
    ("documents = 5", ["documents: must be tables such as [documents.KEY]"]),
    ("[documents.A_b]\ntitle = 'x'", ["documents.A_b: document keys use lower-case letters"]),
    ("[documents]\na = 5", ["documents.a: must be a table"]),
    ("[documents.a]\nname = 'x'", ["documents.a.name: a document needs an author"]),
    ("base = 'hand-and-fot'", ['base: there is no game "hand-and-fot" (did you mean hand-and-foot?)']),
    ("base = 'ours'", ["base: these games are based on each other: ours"]),
]


def problems(**how: Any) -> list[str]:
    with pytest.raises(RulesError) as caught:
        load(**how)
    return [str(problem) for problem in caught.value.problems]


def match(found: list[str], begins: list[str]) -> None:
    assert len(found) == len(begins), found
    assert all(any(each.startswith(begin) for each in found) for begin in begins), found


@pytest.mark.parametrize(("text", "begins"), WRONG + ONLY_HOUSE)
def test_a_wrong_house_file_says_what_is_wrong(text: str, begins: list[str], tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    match(problems(name="hand-and-foot", house=path), begins)


@pytest.mark.parametrize(("text", "begins"), WRONG + ONLY_GAMES)
def test_a_wrong_game_file_says_what_is_wrong(text: str, begins: list[str], tmp_path: Path) -> None:
    base = "" if text.startswith("base") else 'base = "hand-and-foot"\n'
    (tmp_path / "ours.toml").write_text(base + text, encoding="utf-8")
    match(problems(name="ours", folder=tmp_path), begins)


def test_three_errors_are_three_problems(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("[draw]\nstock = 'two'\n[meld]\nratoi = 'equal'\n[pile]\nuse = 'shown'\n", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load("classic", house=path)
    assert [problem.path for problem in caught.value.problems] == ["draw.stock", "meld.ratoi", "pile.use"]
    assert str(caught.value).splitlines()[0] == "These rules of Classic Canasta cannot be used."
    assert len(str(caught.value).splitlines()) == 4


@pytest.mark.parametrize(
    ("how", "begins"),
    [
        ({}, "game: name a game: classic, "),
        ({"name": "clasic"}, 'game: there is no game "clasic" (did you mean classic?); there are classic, '),
        ({"name": ""}, 'game: there is no game "";'),
        ({"house": {"base": 5}}, "base: there is no game the number 5; there are classic, "),
        (
            {"name": "classic", "players": 7},
            "players: must be 2, 3, 4, 5 or 6; for 7, try family-hand-and-foot or new-canasta",
        ),
        (
            {"name": "classic", "players": 9},
            "players: 9 is not a valid number of players; Classic Canasta is for 2, 3, 4, 5 or 6",
        ),
        ({"name": "classic", "options": ["may-tale"]}, "may-tale: Classic Canasta has no option with this name (did"),
        ({"name": "classic", "options": ["xyzzy"]}, "xyzzy: Classic Canasta has no option with this name"),
        ({"name": "classic", "options": ["=5"]}, "unknown group or key"),
        ({"name": "classic", "options": ["meld=5"]}, "meld: this is a group of values"),
        ({"name": "classic", "options": ["meld.size.x=5"]}, "meld.size: must be a whole number, not a table"),
        ({"name": "classic", "options": ["meld.size="]}, 'meld.size: must be a whole number, not the text ""'),
        ({"name": "classic", "options": ["reserves.foot.size=5"]}, "reserves.foot: this game has no reserve foot"),
        ({"name": "classic", "options": ["meld.ratio='equal'\nx=5"]}, "meld.ratio: the text "),
        ({"name": "classic", "options": ["meld.size=" + "[" * 5000]}, "meld.size: must be a whole number"),
        ({"name": "classic", "options": ["meld.size=" + "9" * 5000]}, "meld.size: must be a whole number"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(how: dict[str, Any], begins: str) -> None:
    match(problems(**how), [begins])


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes("title = 'Café'".encode("latin-1"))
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000, encoding="utf-8")
    (tmp_path / "long.toml").write_text("a = " + "9" * 5000, encoding="utf-8")
    (tmp_path / "end.toml").write_text("[meld", encoding="utf-8")
    begins = {
        "missing.toml": "missing.toml: the file cannot be read: No such file",
        "latin.toml": "latin.toml: the file is not UTF-8 text (byte 12)",
        "deep.toml": "deep.toml: the file has a number that is too large or is nested too deeply",
        "long.toml": "long.toml: the file has a number that is too large or is nested too deeply",
        "end.toml": "line 1, at its end: this is not valid TOML",
        "": f"{tmp_path.name}: the file cannot be read: Is a directory",
    }
    for name, begin in begins.items():
        match(problems(name="classic", house=tmp_path / name), [begin])


def test_folders_that_cannot_be_used(tmp_path: Path) -> None:
    match(problems(name="classic", folder=tmp_path / "none"), [f"{tmp_path / 'none'}: this folder cannot be read"])
    (tmp_path / "classic.toml").write_text("", encoding="utf-8")
    match(problems(name="classic", folder=tmp_path), ["classic: a packaged game already has this name"])
    (tmp_path / "classic.toml").rename(tmp_path / "My Game.toml")
    match(problems(name="classic", folder=tmp_path), ["My Game.toml: game files are named with lower-case letters"])
    (tmp_path / "My Game.toml").unlink()
    (tmp_path / "ours.toml").write_text("", encoding="utf-8")
    match(problems(name="ours", folder=tmp_path), ["table.players: list the numbers of players"])
    (tmp_path / "ours.toml").write_text("base = 'theirs'", encoding="utf-8")
    (tmp_path / "theirs.toml").write_text("base = 'ours'", encoding="utf-8")
    with pytest.raises(RulesError, match="based on each other"):
        games(tmp_path)


def test_a_wrong_number_of_players_is_told_who_can_play_and_what_else() -> None:
    with pytest.raises(RulesError) as caught:
        load("hand-and-foot", 3)
    title, instead = str(caught.value).splitlines()
    assert title == "Hand and Foot is for 4 players, not 3."
    said, _, others = instead.partition("; for 3, try ")
    assert said == "  players: must be 4"
    assert "option" not in others
    for name in others.replace(" or ", ", ").split(", "):
        assert load(name, 3).seats == 3
