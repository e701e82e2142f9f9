"""`OwnNumbers`: the numbers a joined player gave for the shuffle, kept beside the promises, until the server has to show what it did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from canasta.base.shuffle import commitment


@dataclass(frozen=True, slots=True)
class _Sent:
    deal: int
    seat: int
    number: int


@dataclass(slots=True)
class OwnNumbers:
    """What was sent after each promise. The table's public part shows later what was promised and used."""

    _sent: dict[str, _Sent] = field(default_factory=dict)
    _told: int = 0

    def sent(self, public: dict[str, Any], seat: int, number: str) -> None:
        """Keep *number*, which is about to be sent from *seat* (from 1); the table is at *public*."""
        shuffle = public.get("shuffle", {})
        promise = str(shuffle.get("commitment", ""))
        if promise and number.isdecimal():
            self._sent[promise] = _Sent(int(shuffle["deal"]), seat, int(number))

    def check(self, public: dict[str, Any]) -> list[str]:
        """Return a sentence on each shuffle whose secret *public* tells since the last time, if a number was sent for it."""
        told = public.get("told", {})
        new = [told[key] for key in sorted(told, key=int)[self._told :]]
        self._told = max(self._told, len(told))
        return [sentence for each in new if (sentence := self._checked(each))]

    def _checked(self, told: dict[str, Any]) -> str:
        deal = int(told["deal"])
        what = f"The shuffle of deal {deal}" if deal else "The draw for seats"
        sent = self._sent.pop(told["commitment"], None)
        if sent is None:
            swapped = any(each.deal == deal for each in self._sent.values())
            return f"{what} was NOT fair: this is not the promise that you heard." if swapped else ""
        if commitment(bytes.fromhex(told["secret"])) != told["commitment"]:
            return f"{what} was NOT fair: the secret is not the one that was promised."
        used = int(told["numbers"][sent.seat - 1])
        if used == sent.number:
            return f"{what} used the promised secret and your number."
        if used == 0:
            return (
                f"{what} left your number {sent.number} out, as if it had come too late. It doesn't protect this deal."
            )
        return f"{what} was NOT fair: you sent the number {sent.number}, but the server used {used} in its place."
