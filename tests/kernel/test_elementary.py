"""`exp`, `log` and `erf` of the kernel: accurate, and the same bits on both kernels and every machine."""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from canasta.engine.elementary import GREATEST_POWER, LEAST_POWER, erf, exp, log

pytestmark = pytest.mark.kernel

Function = Callable[[float], float]

NUMBER: Final = 20_000
OURS: Final[dict[str, Function]] = {"exp": exp, "log": log, "erf": erf}
OTHERS: Final[dict[str, Function]] = {"exp": math.exp, "log": math.log, "erf": math.erf}
BITS: Final = Path(__file__).with_name("elementary_bits.txt")
"""A function, an argument and the result in each line."""
DIGESTS: Final = {"exp": "51dc0da5aedecc7c", "log": "22c3874d3e977785", "erf": "150d97836d8f3666"}
"""Digests of the results for all `arguments`: no kernel, compiler or machine may change a bit."""


def arguments(name: str) -> Iterator[float]:
    """Yield random and evenly spaced arguments, over the whole range of a function and where the kernel uses it."""
    rng = Random(name)
    for number in range(NUMBER):
        share = number / NUMBER
        if name == "exp":
            yield from (rng.uniform(LEAST_POWER, GREATEST_POWER), rng.uniform(-48.0, 0.0), 2.0 * share - 1.0)
        elif name == "log":
            spread = rng.uniform(-1.0, 1.0) / (1 << rng.randrange(1, 50))
            # Powers of 2 are exact; `10.0**x` comes from the C library.
            size = (1.0 + rng.random()) * float(1 << rng.randrange(1000))
            yield from (1.0 + spread, size, 1.0 / size, 0.5 + 1.5 * share, float(number + 1))
        else:
            yield from (
                rng.uniform(-7.0, 7.0),
                6.5 * share,
                rng.uniform(0.9, 1.1),
                rng.random() / (1 << rng.randrange(60)),
            )


@pytest.mark.parametrize("name", OURS)
def test_the_error_is_at_most_2_ulp(name: str) -> None:
    ours, others = OURS[name], OTHERS[name]
    found = ((abs(ours(x) - others(x)) / math.ulp(others(x)), x) for x in arguments(name))
    assert max(found)[0] <= 2.0


@pytest.mark.parametrize("name", OURS)
def test_every_bit_stays(name: str) -> None:
    found = hashlib.sha256()
    for x in arguments(name):
        found.update(struct.pack("<d", OURS[name](x)))
    assert found.hexdigest()[:16] == DIGESTS[name]


@pytest.mark.parametrize("line", BITS.read_text(encoding="utf-8").splitlines())
def test_bits(line: str) -> None:
    name, x, result = line.split()
    assert OURS[name](float.fromhex(x)).hex() == result


def test_exact_values() -> None:
    assert exp(0.0) == 1.0
    assert log(1.0) == 0.0
    assert [erf(x) for x in (0.0, 6.0, math.inf, -6.0, -math.inf)] == [0.0, 1.0, 1.0, -1.0, -1.0]
    assert math.copysign(1.0, erf(-0.0)) == -1.0


def test_erf_is_odd() -> None:
    assert [x for x in arguments("erf") if erf(-x) != -erf(x)] == []


def test_powers_out_of_range() -> None:
    assert exp(LEAST_POWER) > 0.0
    assert [exp(x) for x in (math.nextafter(LEAST_POWER, -math.inf), -1e300, -math.inf)] == [0.0, 0.0, 0.0]
    assert math.isfinite(exp(GREATEST_POWER))
    for x in (math.nextafter(GREATEST_POWER, math.inf), math.inf, math.nan):
        with pytest.raises(OverflowError, match="is not a finite number"):
            exp(x)


def test_logarithms_out_of_range() -> None:
    for x in (math.ulp(0.0), math.nextafter(math.inf, 0.0)):
        assert log(x) == pytest.approx(math.log(x), rel=1e-15)
    for x in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match="is not a finite number"):
            log(x)
