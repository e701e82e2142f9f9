"""A viewer that is typed into, and the record it watches."""

from __future__ import annotations

import io

import pytest

from canasta.terminal.dialog import Leave
from canasta.terminal.replay.recording import OpenRecording, RecordingPage
from canasta.terminal.replay.screen import Viewer
from canasta.terminal.replay.table import ALL, Eyes
from tests.notation.written import match_text
from tests.terminal.script import Scripted, leaving_after


def opened(text: str) -> OpenRecording:
    """Return the record *text*."""
    return OpenRecording(io.BytesIO(text.encode()), "match.chh")


def hand_and_foot() -> str:
    """Return a whole match of four deals."""
    return match_text("hand-and-foot", 4, seed=2)


class Watcher:
    """Types lines into a viewer and returns what was written, line after line or screen after screen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *lines: str, text: str = "", eyes: Eyes = ALL, screens: bool = False) -> str:
        dialog = Scripted(self._monkeypatch)
        if screens:
            dialog.clears, dialog.plain, dialog.console.height = True, False, 24
        dialog.answer = leaving_after(list(lines))
        viewer = Viewer(opened(text or hand_and_foot()), dialog, eyes, RecordingPage(0, 0))
        with pytest.raises(Leave):
            viewer.run()
        return dialog.text
