"""``python -m bench.site``: measure the site that plays without a server, beside a bare page that loads Pyodide alone.

Everything comes from a host at 10 Mbit a second. The two take turns; ratios decide, seconds are reported.
"""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from statistics import mean, median
from threading import Event, Thread
from time import monotonic, sleep
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measure import Row, limit_row
from bench.report import print_rows
from canasta.export.picture import browser as find_browser
from scripts.build_site import SITE
from tests.page.conftest import FLAGS
from tests.site.host import Host, hosted
from tests.site.processes import browser_processes
from tests.site.test_site import MATCH

ROUNDS: Final = 5
MBIT: Final = 125_000
SPEED: Final = 10 * MBIT
FIRST_VISIT: Final = 7_000_000
FIRST_LOAD: Final = 130 * 1024
SLOWER: Final = 1.6
DEALS: Final = 10
GROWN: Final = 1.15
SLOWED: Final = 4
"""How many times slower a telephone is."""
SLICE: Final = 0.004
TEXTS: Final = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
BARE: Final = """<!doctype html><title>Pyodide alone</title><link rel="icon" href="icon.svg"><script type="module">
const base = new URL("ENGINE/", location.href).href;
const get = fetch.bind(window);
const unpacked = async (url, type) => {
  const body = (await get(`${url}.gz`)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": type } });
};
window.fetch = (url, options) =>
  /\\.(wasm|zip)$/.test(String(url))
    ? unpacked(String(url), String(url).endsWith("wasm") ? "application/wasm" : "application/zip") : get(url, options);
const glue = await (await unpacked(`${base}pyodide.asm.mjs`, "text/javascript")).blob();
const { loadPyodide } = await import(`${base}pyodide.mjs`);
const { default: createPyodideModule } = await import(URL.createObjectURL(new Blob([glue], { type: "text/javascript" })));
const python = await loadPyodide({ indexURL: base, createPyodideModule });
window.loop = () => {
  const began = performance.now();
  python.runPython("sum(i * i for i in range(300_000))");
  return performance.now() - began;
};
document.title = python.runPython("'ready'");
</script>"""


def seconds(
    browser: Browser, visit: Callable[[Page], object], again: Callable[[Page], object] | None = None
) -> tuple[float, float]:
    """Return how long a first *visit* takes in a new browser, and one *again* after it; 0 where there is none."""
    context = browser.new_context(viewport={"width": 390, "height": 664})
    page = context.new_page()
    page.set_default_timeout(120_000)
    started = monotonic()
    visit(page)
    first = monotonic() - started
    later = 0.0
    if again is not None:
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        context.set_offline(True)
        started = monotonic()
        again(page)
        later = monotonic() - started
    context.close()
    return first, later


def play(host: Host, early: dict[str, int]) -> Callable[[Page], object]:
    """Return a visit that begins to play; *early* gets what was sent of each file before the start page was there."""

    def visit(page: Page) -> None:
        page.goto(host.address)
        early.update(host.sent)
        page.get_by_role("button", name="Play now").click()
        page.locator(".hand").first.wait_for()

    return visit


def come_back(page: Page) -> None:
    """Load the page again, at the table."""
    page.reload()
    page.locator(".hand").first.wait_for()


def load_python(host: Host) -> Callable[[Page], object]:
    """Return a visit that loads Pyodide and nothing else."""

    def visit(page: Page) -> None:
        page.goto(f"{host.address}bare.html")
        page.wait_for_function("document.title === 'ready'")

    return visit


@dataclass
class Evening:
    """Deals that were played in the workers as fast as they can: how long it took, in ms, and the memory of the browser, in MB."""

    loops: list[float] = field(default_factory=list)
    """A fixed loop of Python, in a page that has nothing else."""
    moves: list[float] = field(default_factory=list)
    """Each move of a bot, which plays as `planner`."""
    waits: list[float] = field(default_factory=list)
    """From each move that ended a turn until all others have had theirs."""
    memory: list[float] = field(default_factory=list)
    """After the first deal, and after the last."""


def play_deals(browser: Browser, host: Host, deals: int, slowed: int = 1) -> Evening:
    """Play *deals* deals with the browser *slowed* so many times."""
    evening, context = Evening(), browser.new_context()
    page, bare = context.new_page(), context.new_page()
    bare.set_default_timeout(120_000)
    load_python(host)(bare)
    page.expose_function("told", lambda played: evening.memory.append(memory_mb()) if played in {1, deals} else None)
    page.goto(f"{host.address}licences.txt")
    workers = [next(SITE.glob(f"assets/{name}-*.js")).name for name in ("tables", "thinker")]
    with slow(slowed):
        evening.loops += [bare.evaluate("loop()") for _ in range(ROUNDS)]
        found = page.evaluate(MATCH.read_text(), [*[f"{host.address}assets/{name}" for name in workers], deals])
        evening.loops += [bare.evaluate("loop()") for _ in range(ROUNDS)]
    evening.moves, evening.waits = found["moves"], found["waits"]
    context.close()
    return evening


def windows() -> list[int]:
    """Return the processes of the windows of browsers that this program has started."""
    return browser_processes(lambda number, _: under_this(number))[1]


def under_this(number: int) -> bool:
    """Return whether the process *number* was started by this one, or by one that it started."""
    while number > 1 and number != os.getpid():
        try:
            number = int((Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return number == os.getpid()


def memory_mb() -> float:
    """Return the memory that the windows have for themselves."""
    return sum(
        int(line.split()[1]) / 1024
        for number in windows()
        for line in (Path("/proc") / str(number) / "smaps_rollup").read_text().splitlines()
        if line.startswith("Pss_Anon:")
    )


@contextmanager
def slow(times: int) -> Iterator[None]:
    """Let the windows run only one part in *times* of the time: browsers slow no workers themselves."""
    ended = Event()

    def stop_and_go() -> None:
        while not ended.is_set():
            for signal, share in ((SIGSTOP, times - 1), (SIGCONT, 1)):
                for number in pages:
                    with suppress(ProcessLookupError):
                        os.kill(number, signal)
                sleep(share * SLICE)

    pages = windows()
    thread = Thread(target=stop_and_go)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if times > 1:
            thread.join()


def packed(name: str, sent: int) -> int:
    """Return how many bytes a host sends of the file *name* that packs texts; *sent* were sent here."""
    path = SITE / (name or "index.html")
    return len(gzip.compress(path.read_bytes())) if path.suffix in TEXTS else sent


def speed_rows(how: str, evening: Evening) -> Iterator[Row]:
    """Yield what was measured *how*, beside the fixed loop."""
    loop = mean(evening.loops)
    for what, ms in (("a move of a bot", mean(evening.moves)), ("a round of three bots", mean(evening.waits))):
        yield Row(f"{what}{how} ÷ a fixed loop", "×", ms / loop, note=f"{ms:.0f} ms; the loop {loop:.0f} ms")


def main() -> int:
    """Measure, print the rows, and return 1 where a budget is missed."""
    found = find_browser()
    if not (SITE / "sw.js").is_file():
        sys.stderr.write("The site must be built: make site.\n")
        return 2
    engine = next(SITE.glob("engine-*")).name
    firsts, laters, bares = [], [], []
    sent: dict[str, int] = {}
    early: dict[str, int] = {}
    with sync_playwright() as running, hosted(SITE, SPEED, {"bare.html": BARE.replace("ENGINE", engine)}) as host:
        browser = running.chromium.launch(executable_path=str(found), args=FLAGS)
        for number in range(ROUNDS):
            sys.stderr.write(f"\rround {number + 1} of {ROUNDS}")
            host.sent.clear()
            first, later = seconds(browser, play(host, early), come_back)
            firsts.append(first)
            laters.append(later)
            sent = dict(host.sent)
            bares.append(seconds(browser, load_python(host))[0])
        sys.stderr.write(f"\r{DEALS} deals     ")
        quick = play_deals(browser, host, DEALS)
        sys.stderr.write("\r1 deal, slowed")
        slowed = play_deals(browser, host, 1, SLOWED)
        browser.close()
    sys.stderr.write("\n")
    page_size = sum(packed(name, size) for name, size in early.items() if not name.startswith(("engine-", "bare")))
    first, later, bare = median(firsts), median(laters), median(bares)
    grown = quick.memory[-1] / quick.memory[0]
    rows: list[Row] = [
        limit_row("first visit, all that is sent", "MB", sum(sent.values()) / 1e6, FIRST_VISIT / 1e6),
        limit_row("the page without its engine, packed", "KB", page_size / 1024, FIRST_LOAD / 1024),
        limit_row("first card", "×", first / bare, SLOWER, f"{first:.1f} s; Pyodide alone: {bare:.1f} s"),
        limit_row("first card later, without a network", "×", later / bare, SLOWER, f"{later:.1f} s"),
        *speed_rows("", quick),
        *speed_rows(f", slowed {SLOWED} times", slowed),
        limit_row(f"memory after {DEALS} deals ÷ after one", "×", grown, GROWN, f"{quick.memory[0]:.0f} MB after one"),
    ]
    print_rows(rows, "The site, at 10 Mbit/s")
    return int(any(row.ok is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
