"""``python -m bench.site``: measure the site that plays without a server, beside a bare page that loads Pyodide alone.

Everything comes from a host at 10 Mbit a second. The two take turns; ratios decide, seconds are reported.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable
from statistics import median
from time import monotonic
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measure import Row, limit_row
from bench.report import print_rows
from canasta.export.picture import browser as find_browser
from scripts.build_site import SITE
from tests.page.conftest import FLAGS
from tests.site.host import Host, hosted

ROUNDS: Final = 5
MBIT: Final = 125_000
SPEED: Final = 10 * MBIT
FIRST_VISIT: Final = 7_000_000
FIRST_LOAD: Final = 130 * 1024
SLOWER: Final = 1.6
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


def packed(name: str, sent: int) -> int:
    """Return how many bytes a host sends of the file *name* that packs texts; *sent* were sent here."""
    path = SITE / (name or "index.html")
    return len(gzip.compress(path.read_bytes())) if path.suffix in TEXTS else sent


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
        browser.close()
    sys.stderr.write("\n")
    page_size = sum(packed(name, size) for name, size in early.items() if not name.startswith(("engine-", "bare")))
    first, later, bare = median(firsts), median(laters), median(bares)
    rows: list[Row] = [
        limit_row("first visit, all that is sent", "MB", sum(sent.values()) / 1e6, FIRST_VISIT / 1e6),
        limit_row("the page without its engine, packed", "KB", page_size / 1024, FIRST_LOAD / 1024),
        limit_row("first card", "×", first / bare, SLOWER, f"{first:.1f} s; Pyodide alone: {bare:.1f} s"),
        limit_row("first card later, without a network", "×", later / bare, SLOWER, f"{later:.1f} s"),
    ]
    print_rows(rows, "The site, at 10 Mbit/s")
    return int(any(row.ok is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
