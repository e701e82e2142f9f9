"""Windows and browsers that are killed in the middle of a match lose no move that was confirmed."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, sync_playwright

from tests.page.conftest import FLAGS
from tests.site.processes import browser_processes
from tests.site.test_site import MATCH

KILLS = 20 if os.environ.get("CANASTA_SOAK") else 2
LAST = """new Promise((resolve, reject) => {
  const asked = indexedDB.open(`canasta ${new URL("./", location.href).pathname}`);
  asked.onupgradeneeded = () => asked.transaction.abort();  // nothing is kept yet
  asked.onerror = () => (asked.error.name === "AbortError" ? resolve([]) : reject(asked.error));
  asked.onsuccess = () => {
    const keys = asked.result.transaction("kept").objectStore("kept").getAllKeys();
    keys.onsuccess = () => resolve(keys.result.filter((key) => key.startsWith("log/")));
  };
})"""
"""The keys of all entries that this browser keeps."""


def kill(folder: Path, *, windows: bool) -> int:
    """Kill the browser that keeps its things in *folder*, or only its *windows*; return how many processes there were."""
    browsers, found = browser_processes(lambda _, command: f"--user-data-dir={folder}" in command.split(" "))
    killed = found if windows else sorted(browsers)
    for number in killed:
        os.kill(number, signal.SIGKILL)
    return len(killed)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="the browser's process is found in /proc")
def test_no_confirmed_move_is_lost_when_a_window_or_the_browser_is_killed(
    site: Path, host: str, chromium: str, tmp_path: Path
) -> None:
    random = Random(20)
    workers = [next(site.glob(f"assets/{name}-*.js")).name for name in ("tables", "thinker")]
    match = f"({MATCH.read_text(encoding='utf-8').rstrip().removesuffix(';')})"
    confirmed = {"last": 0}

    def hear(said: ConsoleMessage) -> None:
        if found := re.fullmatch(r"confirmed (\d+)", said.text):
            confirmed["last"] = int(found[1])

    with sync_playwright() as running:

        def begin() -> tuple[BrowserContext, Page]:
            context = running.chromium.launch_persistent_context(tmp_path, executable_path=chromium, args=FLAGS)
            page = context.new_page()
            page.goto(f"{host}licences.txt")
            return context, page

        for number in range(KILLS):
            confirmed["last"] = 0
            context, page = begin()
            before = set(page.evaluate(LAST))
            page.on("console", hear)
            addresses = [f"{host}assets/{name}" for name in workers]
            page.evaluate(f"([a, b]) => void {match}([a, b])", addresses)
            wait(page, lambda: confirmed["last"] > 10)
            with suppress(Error):
                page.wait_for_timeout(random.uniform(0, 1500))
            assert kill(tmp_path, windows=number % 2 == 1)
            with suppress(Error):
                context.close()
            context, page = begin()
            entries = sorted(set(page.evaluate(LAST)) - before)
            assert len(entries) >= confirmed["last"] > 10
            assert entries[-1].endswith(f"/{len(entries):09}"), "no entry is missing"
            context.close()


def wait(page: Page, done: Callable[[], bool]) -> None:
    """Wait until something is *done*."""
    for _ in range(600):
        if done():
            return
        page.wait_for_timeout(100)
    pytest.fail("nothing was played within a minute")
