"""`canasta serve` as people run it: on a home network, behind a proxy, for bots alone, on disks that are full or read-only."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from canasta.server.addresses import lan_addresses
from canasta.server.browsers import serves_canasta
from canasta.server.store.database import engine_for
from canasta.server.store.migrating import migrate
from scripts.postgres import free_port
from tests.server.players import Browser, Player, Process, make_table, serving

SERVE = (sys.executable, "-m", "canasta", "serve")


def run(*arguments: str, under: Sequence[str] = ()) -> tuple[int, str]:
    """Run a server that should not start; return its exit code and the one line it says."""
    command = [*under, *SERVE, "--port", str(free_port()), *arguments]
    ran = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout


@pytest.fixture
def read_only() -> list[str]:
    """Provide what to write in front of a command that may not write where modes of files forbid it, even as root."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("Root may write everywhere, and setpriv is not installed (Debian: util-linux).")
    return [setpriv, "--bounding-set", "-dac_override"]


@pytest.mark.parametrize("made", [True, False], ids=["file", "folder"])
def test_a_disk_that_is_read_only_is_named(tmp_path: Path, read_only: list[str], made: bool) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    database = folder / "canasta.db"
    if made:
        migrate(engine_for(str(database)))
        for each in folder.iterdir():
            each.chmod(0o444)
    folder.chmod(0o555)
    try:
        code, output = run("--database", str(database), under=read_only)
    finally:
        folder.chmod(0o755)
    assert code == 1
    assert output.startswith(f"{database} ")
    assert ("is read-only" in output) if made else ("that this user may write" in output)
    assert output.count("\n") == 1


def test_a_disk_that_is_full_at_the_start_is_named(tmp_path: Path) -> None:
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        pytest.skip("prlimit is not installed (Debian: util-linux).")
    database = tmp_path / "canasta.db"
    code, output = run("--database", str(database), under=[prlimit, "--fsize=8192"])
    assert code == 1
    assert output.startswith(f"{database} cannot be written: ")
    assert output.count("\n") == 1


def test_a_disk_that_fills_while_tables_are_played_is_waited_for(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db")) as server:
        ann = Browser(server)
        player = Player(ann, make_table(ann, game="classic", players=2))
        player.of("table")
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, unlimited))
        player.send({"t": "do", "cmd": "late", "act": "sit", "seat": 1})
        assert "waits" in player.of("unsaved")["text"]
        assert ann.get("/healthz")[0] == 503
        assert "late" not in player.answers
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        assert player.until(lambda frame: frame["t"] == "done")["cmd"] == "late"
        assert "again" in {frame["t"] for frame in player.heard}
        assert ann.get("/healthz")[0] == 200
        code, output = server.stop()
    assert code == 0
    assert "Traceback" not in output


def test_who_asks_is_believed_from_the_named_proxy_only(tmp_path: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--proxy", "127.0.0.1") as server:
        ann = Browser(server)
        # Ten wrong codes of one address are allowed at once; then it has to wait.
        for number in range(12):
            assert guess(ann, forwarded=f"203.0.113.{number}") == 404
        one = [guess(ann, forwarded="203.0.113.99") for _ in range(12)]
        assert (one[:10], one[-1]) == ([404] * 10, 429)
        if sys.platform != "linux":
            return  # elsewhere 127.0.0.2 is no address of this machine
        liar = [guess(ann, forwarded=f"203.0.113.{100 + number}", source="127.0.0.2") for number in range(12)]
        assert (liar[:10], liar[-1]) == ([404] * 10, 429)


def guess(browser: Browser, *, forwarded: str, source: str = "127.0.0.1") -> int:
    """Ask for a table that does not exist, from the address *source*, on behalf of *forwarded*."""
    port = browser.server.port
    with socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0)) as raw:
        raw.sendall(
            f"GET /api/tables/K7M4XHPC HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"X-Forwarded-For: {forwarded}\r\n\r\n".encode()
        )
        return int(raw.makefile("rb").readline().split()[1])


def test_a_home_network_is_told_where_the_server_is(tmp_path: Path) -> None:
    addresses = lan_addresses()
    if not addresses:
        code, output = run("--lan", "--database", str(tmp_path / "canasta.db"))
        assert (code, output) == (
            1,
            "This machine has no address on a home network. Is it connected?\n",
        )
        return
    with serving(str(tmp_path / "canasta.db"), "--lan") as server:
        ann = Browser(server)
        link = ann.post("/api/tables", {"name": "Ann", "game": "classic"})[1]["link"]
        host = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
        assert link.startswith(f"http://{host}:{server.port}/t/")
        if ":" not in addresses[0]:
            with socket.create_connection((addresses[0], server.port), timeout=10):
                pass
        code, output = server.stop()
    assert code == 0
    for address in addresses:
        assert f"{f'[{address}]' if ':' in address else address}:{server.port}" in output


def wait_for_handlers(process: Process) -> None:
    """Wait until a process ends by signals in its own way: one that serves nobody cannot be asked whether it is there."""
    status = Path(f"/proc/{process.process.pid}/status")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.process.poll() is None, process.output()
        caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
        if int(caught.split()[1], 16) & 1 << signal.SIGTERM - 1:
            return
        time.sleep(0.05)
    raise AssertionError("the process did not start")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells when the process has started")
def test_a_process_for_bots_alone_serves_nobody_and_ends_quietly(tmp_path: Path) -> None:
    database = str(tmp_path / "canasta.db")
    bots = Process(database, "--only-bots")
    try:
        assert run("--only-bots", "--database", str(tmp_path / "missing" / "canasta.db"))[0] == 1
        wait_for_handlers(bots)
        with pytest.raises(ConnectionRefusedError):
            Browser(bots).get("/healthz")
        code, said = bots.stop()
        assert code == 0
        assert said == f"canasta plays for bots at tables kept in {database}. Press Ctrl+C to stop.\n"
    finally:
        if bots.process.poll() is None:
            bots.kill()
        assert bots.process.stdout is not None
        bots.process.stdout.close()


@pytest.mark.skipif(shutil.which("setsid") is None, reason="setsid gives the program a terminal of its own")
def test_ctrl_c_ends_what_make_play_starts_and_does_not_reach_make(tmp_path: Path) -> None:
    from tests.terminal.pseudo_terminal import Terminal

    script = "trap 'echo make was interrupted' INT; scripts/play.sh; echo it ended with $?"
    terminal = Terminal(
        program=("setsid", "-c", "sh", "-c", script),
        XDG_DATA_HOME=str(tmp_path), MAKE="true", PY=sys.executable, PORT=str(free_port()), BROWSER="true",
    )  # fmt: skip
    terminal.until(r"Press Ctrl\+C to stop")
    terminal.write("\x03")
    said = terminal.until(r"it ended with \d+")
    assert "it ended with 0" in said
    assert "interrupted" not in said
    assert terminal.ended() == 0


def test_what_make_play_starts_without_a_terminal_says_where_it_serves_and_ends_by_a_signal(tmp_path: Path) -> None:
    port = str(free_port())
    environment = {
        "XDG_DATA_HOME": str(tmp_path),
        "MAKE": "true",
        "PY": sys.executable,
        "PORT": port,
        "BROWSER": "false",
    }
    playing = subprocess.Popen(
        ["scripts/play.sh"], env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    assert playing.stdout is not None
    assert playing.stdout.readline() == f"canasta serves tables at http://localhost:{port}\n"
    playing.stdout.readline()
    while not serves_canasta(f"http://localhost:{port}"):
        assert playing.poll() is None
        time.sleep(0.02)
    playing.terminate()
    said, _ = playing.communicate(timeout=60)
    assert (playing.returncode, said) == (0, "")
