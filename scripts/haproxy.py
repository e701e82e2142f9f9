"""An HAProxy of one's own for tests and benchmarks: `deploy/haproxy.cfg` on loopback, as an unprivileged user."""

from __future__ import annotations

import os
import pwd
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

CONFIGURATION = Path(__file__).parents[1] / "deploy" / "haproxy.cfg"
PACKAGED = Path("/usr/sbin/haproxy")


def binary() -> Path | None:
    """Find the program: the packaged one, which is rarely on a user's path, or the one on the path."""
    if PACKAGED.exists():
        return PACKAGED
    found = shutil.which("haproxy")
    return Path(found) if found else None


def configuration_for(port: int, servers: Sequence[int]) -> str:
    """`deploy/haproxy.cfg`, but for *port* of loopback without TLS, and for processes at the ports *servers*.

    Everything else stays as it is deployed, but for a limit of connections that this machine's limit of open files allows.
    """
    text = CONFIGURATION.read_text(encoding="utf-8")
    text, users = re.subn(r"(?m)^ *(user|group) haproxy\n", "", text)
    text, binds = re.subn(r"(?m)^ *bind :80\n *bind :443 .*$", f"    bind 127.0.0.1:{port}", text)
    listed = "".join(f"    server s{number} 127.0.0.1:{each}\n" for number, each in enumerate(servers))
    text, lists = re.subn(r"(?m)(^ *server .*\n)+", listed, text)
    most = (resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100) // 2
    text, limits = re.subn(r"maxconn (\d+)", lambda found: f"maxconn {min(int(found[1]), most)}", text)
    if (users, binds, lists, limits) != (2, 1, 1, 1):
        raise ValueError(f"{CONFIGURATION} has other lines with users, binds, servers or limits than expected.")
    return text


def answers(port: int) -> bool:
    """Return whether the server behind *port* of loopback can be asked, and can save."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@dataclass
class HAProxy:
    """A proxy in front of processes on loopback."""

    program: Path
    folder: Path
    port: int
    who: dict[str, Any]
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def origin(self) -> str:
        """The address that people use."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until one of its processes answers through it."""
        command = [str(self.program), "-db", "-f", str(self.folder / "haproxy.cfg")]
        with (self.folder / "haproxy.log").open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, **self.who
            )
        deadline = time.monotonic() + 60
        while not answers(self.port):
            if self.process.poll() is not None or time.monotonic() > deadline:
                told = (self.folder / "haproxy.log").read_text()
                raise RuntimeError(f"HAProxy did not start, or reached no process.\n{told}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def running(port: int, servers: Sequence[int]) -> Iterator[HAProxy]:
    """Run a proxy at *port* in front of the processes at the ports *servers*, at least one of which must answer."""
    program = binary()
    if program is None:
        raise RuntimeError("There is no HAProxy here (Debian: apt install haproxy).")
    folder = Path(tempfile.mkdtemp(prefix="canasta-haproxy-"))
    who: dict[str, Any] = {"cwd": "/"}
    if os.geteuid() == 0:
        user = pwd.getpwnam("nobody")
        who |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        folder.chmod(0o755)
    (folder / "haproxy.cfg").write_text(configuration_for(port, servers), encoding="utf-8")
    proxy = HAProxy(program, folder, port, who)
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()
        shutil.rmtree(folder, ignore_errors=True)
