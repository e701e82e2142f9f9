"""What is deployed: the proxy's configuration, the unit and the image are right, and a cluster behind HAProxy plays on."""

from __future__ import annotations

import asyncio
import http.client
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from scripts import cluster, haproxy, postgres
from scripts.faults.load import Load

DEPLOY = Path(__file__).parents[2] / "deploy"


def needed(program: str | Path | None, package: str) -> str:
    """Return a program that CI must have, and that a user's machine may be without."""
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(f"{package} must be installed here (Debian: {package}).")
        pytest.skip(f"{package} is not installed (Debian: {package}).")
    return str(program)


def test_the_configuration_of_the_proxy_is_valid_as_it_is_deployed(tmp_path: Path) -> None:
    program, openssl = needed(haproxy.binary(), "haproxy"), needed(shutil.which("openssl"), "openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([openssl, "req", *kind, *files], check=True, capture_output=True)
    (tmp_path / "canasta.pem").write_text(certificate.read_text() + key.read_text())
    text = haproxy.CONFIGURATION.read_text(encoding="utf-8")
    assert "/etc/haproxy/canasta.pem" in text
    (tmp_path / "haproxy.cfg").write_text(text.replace("/etc/haproxy/canasta.pem", str(tmp_path / "canasta.pem")))
    ran = subprocess.run(
        [program, "-c", "-f", str(tmp_path / "haproxy.cfg")], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stderr


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    analyze = needed(shutil.which("systemd-analyze"), "systemd")
    unit = (DEPLOY / "canasta.service").read_text(encoding="utf-8")
    # Where it is installed it is there; here the name of another program must do.
    (tmp_path / "canasta.service").write_text(unit.replace("/opt/canasta/bin/canasta", sys.executable))
    ran = subprocess.run(
        [analyze, "verify", str(tmp_path / "canasta.service")], capture_output=True, text=True, check=False
    )
    told = [line for line in ran.stderr.splitlines() if "canasta.service" in line]
    assert (ran.returncode, told) == (0, []), ran.stderr


def test_the_file_of_the_image_has_no_faults() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        if os.environ.get("CI") and sys.platform == "linux":
            pytest.fail("hadolint must be installed here (requirements/dev.txt).")
        pytest.skip("There is no hadolint for this machine.")
    containerfile = DEPLOY / "Containerfile"
    ran = subprocess.run([str(hadolint), str(containerfile)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    # What it copies and installs from is there.
    text = containerfile.read_text(encoding="utf-8")
    locks = [word for word in text.split() if word.startswith("requirements/")]
    assert len(locks) == 3
    assert all((DEPLOY.parent / each).exists() for each in locks)


def ask(origin: str, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def sockets(serving: cluster.Serving) -> int:
    """Return how many sockets a process has."""
    metrics = dict(line.rsplit(" ", 1) for line in ask(serving.origin, "/metrics")[1].splitlines() if line)
    return int(metrics["canasta_sockets"])


def test_a_cluster_behind_haproxy_plays_on_when_a_process_is_killed() -> None:
    needed(haproxy.binary(), "haproxy")
    needed(postgres.binaries(), "postgresql")

    async def scenario(running: cluster.Cluster) -> None:
        load = Load(running.database, [running.origin])
        try:
            await load.seat(2, pace=0.7)
            await load.play(1)
            spread = [await asyncio.to_thread(sockets, each) for each in running.serving]
            assert sum(spread) == 4
            assert all(each % 2 == 0 for each in spread), "the clients of a table are in one process"
            victim = running.serving[max(range(len(spread)), key=spread.__getitem__)]
            killed = monotonic()
            await asyncio.to_thread(victim.kill)
            await load.current(killed)
            await load.goes_on()
            outcome = await load.judge()
            assert outcome.ok, outcome
            assert outcome.acknowledged > 10
        finally:
            await load.end()

    with cluster.running(2, fsync=False) as running:
        assert ask(running.origin, "/healthz")[0] == 200
        assert ask(running.origin, "/metrics")[0] == 404
        asyncio.run(scenario(running))
        assert running.bots.runs(), running.bots.said()
