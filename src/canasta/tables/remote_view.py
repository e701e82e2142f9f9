"""`RemoteViews`: what a seat at a table far away knows, as the `View` that bots and screens read."""

from __future__ import annotations

from typing import Final

from canasta.base.errors import CanastaError
from canasta.bots.process.decisions import ViewReader, told_rules
from canasta.bots.process.messages import NewRules
from canasta.deal.view import View
from canasta.tables.errors import ServerError
from canasta.tables.remote import Json, RemoteSeat

_UNUSABLE: Final = "The server's view cannot be used here: {}"


class RemoteViews:
    """Reads the views of one table, and remembers what of its history was read before."""

    def __init__(self) -> None:
        self._reader: ViewReader | None = None

    def read(self, player: RemoteSeat, told: Json) -> View:
        """Return the view in *told*, the answer that *player* got to ``view``. Raises `ServerError` for what can't be used."""
        try:
            if self._reader is None:
                rules = player.rules
                self._reader = ViewReader(
                    told_rules(NewRules(rules["digest"], {**rules["values"], "words": rules["words"]}))
                )
            return self._reader.view(told["position"])
        except CanastaError as error:
            raise ServerError(_UNUSABLE.format(error)) from None
