"""A sitting: one match at this terminal, who sits there, and what is said and written down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from canasta.base.errors import CanastaError
from canasta.base.moves import Move
from canasta.base.spans import Line
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.files import RecordFile, write_file
from canasta.notation.records.recorder import Recorder
from canasta.terminal.dialog import Dialog
from canasta.terminal.play.seating import Seating
from canasta.wording.announcements import cut_line, dealers_line
from canasta.wording.names import Names
from canasta.wording.spans import joined


class Sitting:
    """What the host of a match and the people at its keyboard share.

    The *recorder*, if there is one, writes the match down on *record* before anything of it is shown. *moved* says whether
    a person has made a move, or a bot where only bots play. *notices* are for the first table that is shown.
    """

    def __init__(
        self,
        match: Match,
        seating: Seating,
        dialog: Dialog,
        recorder: Recorder | None = None,
        record: RecordFile | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        """Make a match to be played, perhaps from the middle of a deal."""
        self.match = match
        self.seating = seating
        self.dialog = dialog
        self.recorder = recorder
        self.moved = False
        self._record = record
        self._notices = notices
        self._looking = -1

    @property
    def leaving(self) -> str:
        """What a person is asked before they leave: nothing where the match can be resumed."""
        return "" if self.recorder else "This match isn't recorded: if you leave, it's lost. Leave anyway? [y/N] "

    @property
    def deal(self) -> Deal:
        """The deal in progress."""
        return self.match.deal

    def announced(self, names: Names) -> list[Line]:
        """Return what is said before the first turn of a deal, as *names* says it."""
        bonus = self.match.rules.procedures.exact_cut
        # A screen that is drawn again would no longer show how the deck was cut.
        again = self.dialog.clears and self.seating.people
        cuts = [cut_line(cut, bonus, names) for cut in self.match.cuts] if again else []
        return [
            *([joined(cuts, " ")] if cuts else []),
            dealers_line(self.match.rules, self.match.dealer, self.match.keeper, names),
        ]

    def sit_down(self, seat: int) -> None:
        """Make sure that the person in *seat*, and nobody else, looks at the screen."""
        if len(self.seating.people) > 1 and self._looking != seat:
            self.dialog.hand_over(self.seating.names[seat])
        self._looking = seat

    def notices(self) -> list[Text]:
        """Return what is to be shown below the first table; once."""
        texts = [Text(text, style="dim") for text in self._notices]
        self._notices = ()
        return texts

    def save(self, path: Path) -> None:
        """Copy the record of the match to a new file at *path*.

        Raises `FileExistsError` if the file is there already, `canasta.files.FileError` if it cannot be written, and
        `CanastaError` if the match is not recorded.
        """
        if self._record is None:
            raise CanastaError("This match isn't recorded, so there is nothing to save.")
        write_file(path, self._record.content(), new=True)

    def made(self, seat: int, move: Move) -> None:
        """Write down that a person made *move*."""
        self.moved = True
        if self.recorder:
            self.recorder.played(seat, move)

    def taken_back(self) -> None:
        """Take a person's last move off the record."""
        if self.recorder:
            self.recorder.undone()
