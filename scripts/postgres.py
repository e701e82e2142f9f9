"""A PostgreSQL of one's own for tests and benchmarks: in a temporary folder, on loopback, as an unprivileged user."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGED = Path("/usr/lib/postgresql")


def binaries() -> Path | None:
    """Find the folder with initdb and postgres: the newest packaged one, or the one on the path."""
    found = [each / "bin" for each in PACKAGED.glob("*") if (each / "bin" / "initdb").exists()]
    if found:
        return max(found, key=lambda folder: float(folder.parent.name))
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def free_port() -> int:
    """Return a port of loopback that nobody listens at. The system gives none of these to others, so hardly anyone takes it meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@dataclass
class Postgres:
    """A server that can be stopped, killed and started again."""

    folder: Path
    programs: Path
    port: int
    who: dict[str, Any]
    fsync: bool
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"postgresql://canasta@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        where = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-p", str(self.port), "-h", "127.0.0.1"]
        where += [] if self.fsync else ["-F"]
        process = subprocess.Popen(
            [str(self.programs / "postgres"), *where],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self.who,
        )
        self.process = process
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        deadline = time.monotonic() + 30
        while subprocess.run(ready, check=False).returncode:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL did not start.")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once, with its own processes."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        """Kill its first process; the others end when they notice."""
        if self.process is not None:
            children = self._children(self.process.pid)
            self.process.kill()
            self.process.wait()
            self._wait_for(children)
            self.process = None

    def _children(self, pid: int) -> list[Path]:
        """Return the server's own processes, one for each connection and some more, where the system tells."""
        told = Path(f"/proc/{pid}/task/{pid}/children")
        return [Path("/proc", each) for each in told.read_text(encoding="ascii").split()] if told.exists() else []

    def _wait_for(self, children: list[Path]) -> None:
        """Wait for the server's own processes, which end when they notice that it is gone, and may answer until then."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) and not any(map(_runs, children)):
                    break
            time.sleep(0.05)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)


def _runs(process: Path) -> bool:
    """Return whether a process, by its folder in /proc, is there and does not only wait to be noted as dead."""
    try:
        return (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def running(*, fsync: bool = False) -> Iterator[Postgres]:
    """Run a server that is gone, with all its data, when the context ends.

    Without *fsync* it survives being killed, but not a power cut; that is faster.
    """
    programs = binaries()
    if programs is None:
        raise RuntimeError("There is no PostgreSQL here (Debian: apt install postgresql).")
    folder = Path(tempfile.mkdtemp(prefix="canasta-postgres-"))
    who: dict[str, Any] = {"env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}, "cwd": "/"}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        names = {each.pw_name for each in pwd.getpwall()}
        user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        os.chown(folder, user.pw_uid, user.pw_gid)
        who |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    initdb = [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "canasta", "-A", "trust", "-E", "UTF8", "-N"]
    subprocess.run(initdb, check=True, capture_output=True, **who)
    server = Postgres(folder, programs, free_port(), who, fsync)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
