"""Lists in the place of `librt.vecs`, for machines that have no librt.

The kernel treats a `vec` as a value: it takes what `append` and its like give back and never looks at the
old one again. So these copy, where librt shares the buffer. Nothing else about a list differs for code
that runs on librt as well.
"""

from array import array
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

from mypy_extensions import i16, i32, u8

T = TypeVar("T")


def _new(items: Iterable[T] = (), /, *, capacity: int = 0) -> list[T]:
    """Make a list; `capacity` is only a hint."""
    del capacity
    return list(items)


_MEMORY: Final[dict[object, Callable[..., Any]]] = {u8: bytearray, i16: partial(array, "h"), i32: partial(array, "i")}
"""What makes vecs whose memory is handed out."""


class vec:  # noqa: N801 - the name that librt has
    """`vec[i64](...)` makes a list."""

    def __class_getitem__(cls, item: object) -> Callable[..., Any]:
        """Give what makes a list, whatever the type of the items; what is handed out as memory needs an array."""
        return _MEMORY.get(item, _new)


def append(v: list[T], item: T, /) -> list[T]:
    """Return `v` with `item` at its end."""
    return [*v, item]


def extend(v: list[T], items: Iterable[T], /) -> list[T]:
    """Return `v` with all of `items` at its end."""
    return [*v, *items]


def remove(v: list[T], item: T, /) -> list[T]:
    """Return `v` without the first of its items that equals `item`."""
    rest = v[:]
    rest.remove(item)
    return rest


def pop(v: list[T], i: int = -1, /) -> tuple[list[T], T]:
    """Return `v` without its item `i`, and that item."""
    rest = v[:]
    item = rest.pop(i)
    return rest, item
