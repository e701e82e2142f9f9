"""``python -m bench.page``: measure the page in Chromium at a real server, print each budget with its figure, fail where one is missed.

What takes time is measured at a quarter of the processor's speed, five times, in turn with the same on an empty page.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from bench.measure import Row, limit_row
from bench.report import print_rows
from canasta.export.picture import browser as find_browser
from tests.page.conftest import FIXED, FLAGS
from tests.page.visitor import Visitor
from tests.server import players
from tests.server.players import Player, Process, hinted

NOT_COMPILED: Final = "--js-flags=--jitless"
"""For the heap: machine code, which the browser makes and drops as it likes, would hide what the page itself keeps."""

ROUNDS: Final = 5
SLOWER: Final = 4
PHONE: Final[dict[str, Any]] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
MOVING: Final[dict[str, Any]] = {**PHONE, "reduced_motion": "no-preference"}
BOTS_PACE: Final = 700
"""Milliseconds between the moves of bots, as people meet them."""
KILO: Final = 1024
DRAWINGS: Final = Path(__file__).parents[1] / "frontend" / "src" / "drawings"

# One card, and what draws cards: it is lifted as the page lifts one, and dealt as the page deals.
EMPTY: Final = """<!doctype html><meta name="viewport" content="width=device-width"><style>%s
button { position: absolute; left: 20px; top: 700px; padding: 0; border: 0; background: none; --w: 54px; transition: transform 120ms }
button[aria-selected="true"] { transform: translateY(-9px) }
.flying { position: absolute; top: 600px; --w: 54px }
</style><body>%s<button data-id="x" aria-selected="false" onclick="this.setAttribute('aria-selected', 'true')">
<svg class="card h" viewBox="0 0 50 70"><use href="#card-Kh"/></svg></button></body>"""
# From the tap until the frame after the one in which the card was lifted.
TAP: Final = """id => new Promise(done => addEventListener("pointerup", event => {
    const look = () => document.querySelector(`[data-id="${id}"]`).ariaSelected === "true"
        ? requestAnimationFrame(() => done(performance.now() - event.timeStamp)) : requestAnimationFrame(look);
    requestAnimationFrame(look);
}, { once: true, capture: true }))"""
DEAL: Final = """() => { for (let at = 0; at < 13; at++) {
    const card = document.body.appendChild(document.querySelector("svg.card").cloneNode(true));
    card.classList.add("flying");
    card.style.left = `${10 + 25 * at}px`;
    card.animate([{ transform: `translate(${150 - 25 * at}px, -200px)` }, { transform: "none" }],
        { duration: 260, delay: 45 * at, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" });
} }"""
# The times of the frames from the one in which thirteen cards fly until all of them have arrived.
FLIGHT: Final = """() => new Promise(done => {
    const times = [];
    let cards = null;
    const look = now => {
        const flying = document.getAnimations().filter(each => !(each instanceof CSSTransition) && !each.pending);
        if (!cards && flying.length >= 13) cards = flying;
        if (cards) times.push(now);
        if (cards?.every(each => each.playState !== "running")) done(times); else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""
TWO_FRAMES: Final = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
    setTimeout(() => done(performance.now())))))"""
START: Final = """[...document.querySelectorAll("button")].find(each => each.textContent.trim() === "Start").click()"""
# A meld, the pile, a count and a score change by themselves when they get a card; nothing else may move because of it.
SHIFTS: Final = """window.shifts = [];
const own = node => node?.nodeType === 3 || node?.closest(".melds, .cards, .caption, .total");
new PerformanceObserver(list => { for (const each of list.getEntries())
    if (each.sources.some(source => source.node && !own(source.node))) window.shifts.push([each.startTime, each.value,
        each.sources.filter(source => !own(source.node)).map(source => source.node?.outerHTML ?? source.node?.data)]);
}).observe({ type: "layout-shift", buffered: true });"""


def slow(page: Page, rate: int = SLOWER) -> None:
    """Run *page* at one *rate*-th of the speed."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def table(browser: Browser, server: Process, *bots: int, settings: Any = None, **more: Any) -> Visitor:
    """Ann at a table, at her first turn."""
    told = {key: more.pop(key) for key in ("game", "players", "pace") if key in more}
    visitor = Visitor(browser, server, settings=settings, **more)
    pace = {"pace": told.pop("pace")} if "pace" in told else None
    visitor.table(*bots, settings=pace, **told)
    return visitor


def empty(browser: Browser, server: Process) -> Visitor:
    """Return a page with one card and nothing else, from the same server."""
    visitor = Visitor(browser, server, **MOVING)
    style, cards = (
        "".join((DRAWINGS / name).read_text() for name in names)
        for names in (("colours.css", "cards.css"), ("cards.svg",))
    )
    visitor.page.route("**/empty", lambda route: route.fulfill(body=EMPTY % (style, cards), content_type="text/html"))
    visitor.open("/empty")
    return visitor


def tapped(visitor: Visitor, card: str) -> float:
    """Milliseconds from a tap on *card* until it is lifted."""
    slow(visitor.page)
    at = visitor.page.evaluate_handle(f"({{ time: ({TAP})({card!r}) }})")
    visitor.page.locator(f'[data-id="{card}"]').tap(position={"x": 8, "y": 8})
    return float(at.evaluate("at => at.time"))


def dropped(visitor: Visitor, begin: str) -> float:
    """Return the share of frames that are missing while the cards fly that *begin* deals, in per cent."""
    slow(visitor.page)
    times: list[float] = visitor.page.evaluate(f"() => {{ {begin}; return ({FLIGHT})(); }}")
    gaps = [after - before for before, after in pairwise(times)]
    wanted = sum(max(1, round(gap / (1000 / 60))) for gap in gaps)
    return 100 * (1 - len(gaps) / wanted)


def loaded(visitor: Visitor, ready: str) -> float:
    """Milliseconds from the start of a reload until *ready* is in the page and a frame has been drawn."""
    slow(visitor.page)
    visitor.page.reload(wait_until="commit")
    return float(
        visitor.page.evaluate(
            """ready => new Promise(done => { const look = () => document.querySelector(ready)
                ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look); look(); })""",
            ready,
        )
    )


def timed_rows(browser: Browser, server: Process) -> list[Row]:
    """Tap, flight and start, each beside the same on an empty page."""
    figures: dict[str, tuple[list[float], list[float]]] = {"tap": ([], []), "fly": ([], []), "load": ([], [])}
    for _ in range(ROUNDS):
        bare = empty(browser, server)
        figures["tap"][1].append(tapped(bare, "x"))
        figures["fly"][1].append(dropped(bare, f"({DEAL})()"))
        figures["load"][1].append(loaded(bare, "button"))
        bare.context.close()
        ours = table(browser, server, 2, 3, 4, settings={"motion": "normal"}, pace=BOTS_PACE, **MOVING)
        ours.page.get_by_role("button", name="Start", exact=True).wait_for()
        figures["fly"][0].append(dropped(ours, START))
        ours.until(lambda: ours.own.get("choices"), "the turn")  # noqa: B023 - at once
        ours.page.wait_for_timeout(2_500)  # until every card lies still
        card = ours.page.locator("[data-id]").last
        figures["tap"][0].append(tapped(ours, str(card.get_attribute("data-id"))))
        figures["load"][0].append(loaded(ours, "[data-id]"))
        ours.context.close()
    rows = []
    for what, unit, more in (("tap", "ms", 15), ("fly", "%", 5), ("load", "ms", 1500)):
        here, there = map(median, figures[what])
        named = {
            "tap": "tap → lifted card",
            "fly": "frames dropped while cards are dealt",
            "load": "load → first card",
        }[what]
        rows.append(limit_row(named, unit, here, there + more, f"empty page: {there:.3g} {unit}"))
    return rows


def load_rows(browser: Browser, server: Process) -> list[Row]:
    """Return what the first visit of a table has to load, as it comes over the wire: without its face, and with it."""
    visitor = table(browser, server, 2, 3, 4, **PHONE)
    visitor.start()
    visitor.page.wait_for_timeout(500)
    sizes = visitor.page.evaluate(
        """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter(each => !new URL(each.name).pathname.startsWith("/api/"))
            .map(each => [each.name.endsWith(".woff2"), each.encodedBodySize])"""
    )
    visitor.context.close()
    bare, face = (sum(size for is_face, size in sizes if is_face is wanted) / KILO for wanted in (False, True))
    return [
        limit_row("first load of a table without its face, packed", "KB", bare, 100.0, f"{len(sizes)} files"),
        limit_row("first load of a table, packed", "KB", bare + face, 130.0, f"the face: {face:.1f} KB, at most 30"),
    ]


def heap(page: Page) -> float:
    """Kilobytes in use after a forced collection."""
    session = page.context.new_cdp_session(page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return float(used) / KILO


def play_to(visitor: Visitor, helper: Player, seq: int) -> None:
    """Play on by hints, without the page, until the table has *seq* entries; the page follows."""
    while helper.seq < seq:
        if helper.public["state"] == "counting":
            helper.do(act="ready")
        elif str(helper.own.get("seat")) in helper.public.get("cut", {}):
            helper.do(act="cut", aim=100)
        elif helper.own.get("choices"):
            helper.do(move=hinted(helper))
        else:
            helper.receive()
    visitor.until(lambda: visitor.seq >= seq, "the same")
    visitor.page.wait_for_timeout(300)


def long_rows(browser: Browser, server: Process) -> list[Row]:
    """Return a long match with eight: nodes and memory."""
    visitor = table(browser, server, *range(2, 9), game="new-canasta", players=8, **PHONE)
    visitor.start()
    helper, nodes, heaps = visitor.helper(), 0, {}
    for seq in range(50, 1051, 50):
        play_to(visitor, helper, seq)
        nodes = max(nodes, int(visitor.page.evaluate("document.querySelectorAll('*').length")))
        heaps[seq] = heap(visitor.page)
    helper.close()
    visitor.context.close()
    # What lies on the table differs from move to move, so each end is the median of three moments.
    used = [median(heaps[seq] for seq in range(end - 50, end + 51, 50)) for end in (500, 1000)]
    grown = 100 * (used[1] / used[0] - 1)
    return [
        limit_row("most nodes, eight players", "", nodes, 1501.0),
        limit_row(
            "heap, move 1,000 beside move 500", "%", max(grown, 0.0), 5.0, f"{used[0]:,.0f} and {used[1]:,.0f} KB"
        ),
    ]


def caught_up(visitor: Visitor, helper: Player) -> float:
    """Return the page's own time, in ms, at which it has drawn all that *helper* knows."""
    visitor.until(lambda: visitor.seq >= helper.seq, "the same")
    return float(visitor.page.evaluate(TWO_FRAMES))


def shift_row(browser: Browser, server: Process) -> Row:
    """Return how far anything moves while others play."""
    visitor = table(browser, server, 2, 3, 4, pace=400, **PHONE)
    visitor.page.evaluate(SHIFTS)
    visitor.start()
    helper, shifted, moved = visitor.helper(), 0.0, set[str]()
    for _ in range(5):
        while not helper.own.get("choices"):
            helper.receive()
        while helper.own.get("choices"):
            helper.do(move=hinted(helper))
        since = caught_up(visitor, helper)
        while not helper.own.get("choices"):
            helper.receive()
        until = caught_up(visitor, helper)
        for time, value, what in visitor.page.evaluate("window.shifts"):
            if since < time < until:
                shifted, moved = shifted + value, moved | {str(each)[:60] for each in what}
    helper.close()
    visitor.context.close()
    return limit_row("layout shift by others' moves", "", shifted, 1e-9, " · ".join(sorted(moved))[:200])


def main() -> int:
    """Measure everything and report it; return 1 if a budget was missed."""
    players.FAST = FIXED
    with (
        TemporaryDirectory() as folder,
        players.serving(str(Path(folder, "canasta.db"))) as server,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=find_browser(), args=FLAGS)
        rows = [
            *load_rows(browser, server),
            *timed_rows(browser, server),
            shift_row(browser, server),
        ]
        title = f"the page, Chromium {browser.version}; times at {SLOWER}× CPU throttle, median of {ROUNDS}"
        browser.close()
        browser = running.chromium.launch(executable_path=find_browser(), args=[*FLAGS, NOT_COMPILED])
        rows += long_rows(browser, server)
        browser.close()
    print_rows(rows, title)
    return int(any(row.ok is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
