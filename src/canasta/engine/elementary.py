"""`exp`, `log` and `erf`, with the same bits on every machine.

C libraries differ in the last bits of these functions, and one bit can make a search choose another step. These
functions use only additions, subtractions, multiplications and divisions, whose results IEEE 754 prescribes to the last
bit. The compiler must not fuse them: `scripts/build_kernel.py` sees to that. The errors given here are the largest at
80,000 arguments each, against 40 digits.
"""

from __future__ import annotations

from typing import Final

LEAST_POWER: Final = -708.0
"""Below this, `exp` returns 0."""

GREATEST_POWER: Final = 709.0
"""Above this, `exp` raises `OverflowError`."""

_GREATEST: Final = 1.7976931348623157e308
_ERF_IS_ONE: Final = 6.0

# The first 33 bits of ln 2, whose products with whole numbers of up to 20 bits are exact, and the remaining bits.
_LN_2: Final = 0.6931471803691238
_LN_2_REST: Final = 1.9082149292705877e-10
_PER_LN_2: Final = 1.4426950408889634
_SQRT_2: Final = 1.4142135623730951
_HALF_SQRT_2: Final = 0.7071067811865476
# 1.5 times 2 to the power 52: adding it rounds a float to a whole number.
_ROUNDS: Final = 6755399441055744.0
# Eight doublings at a time, while there are so many.
_LEAP: Final = 8.0
_LEAP_UP: Final = 256.0
_LEAP_DOWN: Final = 1.0 / 256.0


def exp(x: float) -> float:
    """Return e to the power *x*, with an error of at most 0.93 ulp; raise `OverflowError` above `GREATEST_POWER`.

    Cody and Waite's method: *x* is a whole multiple of ln 2 plus r, which is at most half of ln 2 in size, and e to the
    power r is a Taylor series of degree 13. The kernel asks for powers from -48 (twelve packs) to 0.
    """
    if not x <= GREATEST_POWER:
        raise OverflowError(f"exp({x}) is not a finite number.")
    if x < LEAST_POWER:
        return 0.0
    doublings = x * _PER_LN_2 + _ROUNDS - _ROUNDS
    r = x - doublings * _LN_2 - doublings * _LN_2_REST
    # Even and odd powers apart, which a processor computes side by side.
    square = r * r
    even = square * (1.0 / 479001600.0) + 1.0 / 3628800.0
    odd = square * (1.0 / 6227020800.0) + 1.0 / 39916800.0
    even = even * square + 1.0 / 40320.0
    odd = odd * square + 1.0 / 362880.0
    even = even * square + 1.0 / 720.0
    odd = odd * square + 1.0 / 5040.0
    even = even * square + 1.0 / 24.0
    odd = odd * square + 1.0 / 120.0
    even = even * square + 0.5
    odd = odd * square + 1.0 / 6.0
    power = 1.0 + (r + square * (even + r * odd))
    while doublings <= -_LEAP:
        power *= _LEAP_DOWN
        doublings += _LEAP
    while doublings >= _LEAP:
        power *= _LEAP_UP
        doublings -= _LEAP
    while doublings < 0.0:
        power *= 0.5
        doublings += 1.0
    while doublings > 0.0:
        power *= 2.0
        doublings -= 1.0
    return power


def log(x: float) -> float:
    """Return the natural logarithm of *x*, with an error of at most 0.76 ulp; raise `ValueError` unless 0 < *x* < ∞.

    *x* is a power of 2 times 1 + f, which lies between √½ and √2. The logarithm of 1 + f is twice the inverse
    hyperbolic tangent of s = f / (2 + f), a Taylor series of degree 21. As in fdlibm, f - f² / 2 is added apart from
    the rest of the series, which keeps the error small near 1. The kernel asks for products of odds and numbers of
    ways, far from both ends of what a float can hold.
    """
    if not 0.0 < x <= _GREATEST:
        raise ValueError(f"log({x}) is not a finite number.")
    doublings = 0.0
    while x >= _LEAP_UP:
        x *= _LEAP_DOWN
        doublings += _LEAP
    while x < _LEAP_DOWN:
        x *= _LEAP_UP
        doublings -= _LEAP
    while x >= _SQRT_2:
        x *= 0.5
        doublings += 1.0
    while x < _HALF_SQRT_2:
        x *= 2.0
        doublings -= 1.0
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    tail = 2.0 / 21.0
    tail = tail * z + 2.0 / 19.0
    tail = tail * z + 2.0 / 17.0
    tail = tail * z + 2.0 / 15.0
    tail = tail * z + 2.0 / 13.0
    tail = tail * z + 2.0 / 11.0
    tail = tail * z + 2.0 / 9.0
    tail = tail * z + 2.0 / 7.0
    tail = tail * z + 2.0 / 5.0
    tail = tail * z + 2.0 / 3.0
    half = 0.5 * f * f
    return doublings * _LN_2 - (half - (s * (half + z * tail) + doublings * _LN_2_REST) - f)


def erf(x: float) -> float:
    """Return the error function of *x*, with an error of at most 1.3 ulp; raise `OverflowError` for NaN.

    Up to 1, it is *x* plus *x* times a polynomial in *x*². From 1 to 6, it is 1 minus exp(-*x*²) times a polynomial in
    1 / (2 + *x*). Beyond that, it is 1. Both polynomials are minimax: Remez's algorithm found them, with 40 digits. The
    kernel asks for any number.
    """
    size = x if x >= 0.0 else -x
    if size < 1.0:
        z = x * x
        tail = -7.77944891324782e-10
        tail = tail * z + 1.3710969859773255e-08
        tail = tail * z - 1.6206311317613116e-07
        tail = tail * z + 1.644713125315939e-06
        tail = tail * z - 1.492471227639966e-05
        tail = tail * z + 0.00012055293575585293
        tail = tail * z - 0.0008548325929271576
        tail = tail * z + 0.00522397760611762
        tail = tail * z - 0.026866170643111375
        tail = tail * z + 0.11283791670944185
        tail = tail * z - 0.3761263890318352
        tail = tail * z + 0.12837916709551256
        return x + x * tail
    found = 1.0
    if not size >= _ERF_IS_ONE:  # NaN, too: `exp` refuses it
        t = 1.0 / (2.0 + size)
        tail = -212.13384639919144
        tail = tail * t + 748.0185270570153
        tail = tail * t - 1153.0338581759638
        tail = tail * t + 994.7923793763912
        tail = tail * t - 510.8265270612745
        tail = tail * t + 161.227026525786
        tail = tail * t - 41.11819003170585
        tail = tail * t + 9.88796149600712
        tail = tail * t + 1.8974591149347853
        tail = tail * t + 2.058496713786321
        tail = tail * t + 1.1232650731482134
        tail = tail * t + 0.5643774178473461
        tail = tail * t - 3.130705506788932e-06
        found = 1.0 - exp(-size * size) * tail
    return found if x >= 0.0 else -found
