"""Files of weights, good and bad."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta.base.errors import RulesError
from canasta.bots.weights import packaged_weights, read_weights
from canasta.engine.weights import NAMES


def test_the_weights_of_greedy_are_complete() -> None:
    assert len(packaged_weights("greedy")) == len(NAMES)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ({"missing": None}, "weights.missing: this weight is missing"),
        ({"missing": '"much"'}, "weights.missing: 'much' is not a number"),
        ({"missing": "true"}, "weights.missing: True is not a number"),
        ({"missing": "nan"}, "weights.missing: nan is not a number"),
        ({"misssing": "1"}, "weights.misssing: no policy has this weight"),
    ],
)
def test_a_bad_file_is_refused_by_the_weight(tmp_path: Path, lines: dict[str, str | None], problem: str) -> None:
    given = dict.fromkeys(NAMES, "1") | lines
    path = tmp_path / "odd.toml"
    path.write_text("[weights]\n" + "".join(f"{name} = {value}\n" for name, value in given.items() if value))
    with pytest.raises(RulesError) as caught:
        read_weights(path)
    assert [str(each) for each in caught.value.problems] == [problem]


@pytest.mark.parametrize("text", ["", "weights = 3", "weights ="])
def test_a_file_without_weights_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(RulesError):
        read_weights(path)
