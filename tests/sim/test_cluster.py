"""Duels on a cluster: a scheduler and two workers on this machine, and what is said where there are none."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta.base.errors import CanastaError
from canasta.rules.load import load
from canasta.sim import cluster
from canasta.sim.cluster import ClusterError, mapped_on
from canasta.sim.duel import Duel, run
from canasta.sim.duel.command import duel as command
from canasta.sim.duel.run import _played_there

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

CLASSIC = Duel(rules=load("classic", 4), a="planner", b="greedy", decks=45)


class Cluster:
    """A scheduler of its own on this machine, and workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        end = time.monotonic() + 120
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < end, (folder / "scheduler.log").read_text()
            assert self.processes[0].poll() is None, (folder / "scheduler.log").read_text()
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def start(self, what: str, *words: str) -> None:
        """Start a scheduler or a worker."""
        with (self.folder / f"{what}.log").open("ab") as log:
            program = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
            self.processes.append(subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=log, stderr=log))

    def add_worker(self) -> None:
        """Start one more worker."""
        folder = str(self.folder)
        self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", folder)

    def end(self, number: int) -> None:
        """End the process *number*."""
        self.processes[number].kill()
        self.processes[number].wait()

    def end_all(self) -> None:
        """End the workers, then the scheduler."""
        for number in reversed(range(len(self.processes))):
            self.end(number)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 120.0)


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        started.add_worker()
        started.add_worker()
        yield started
    finally:
        started.end_all()


def duel(*words: str) -> str:
    done = CliRunner().invoke(command, ["classic", "--players", "4", "--deals", "45", "--json", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_report_is_the_same_on_any_number_of_workers(two_workers: Cluster) -> None:
    here = duel()
    assert duel("--cluster", two_workers.address) == here
    two_workers.end(2)
    assert duel("--cluster", two_workers.address) == here
    two_workers.add_worker()


def test_what_an_interrupt_leaves_is_kept_and_gone_on_with(two_workers: Cluster, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"

    def interrupt(decks: int) -> None:
        if decks >= 20:
            raise KeyboardInterrupt

    stopped = run(CLASSIC, interrupt, kept, two_workers.address)
    assert (stopped.tally.decks, stopped.whole) == (20, False)
    assert json.loads(kept.read_text())["tally"]["decks"] == 20
    whole = run(CLASSIC, None, kept, two_workers.address)
    assert whole.as_json() == run(CLASSIC).as_json()


def negative(number: int) -> int:
    if number == 3:
        raise CanastaError("three is too many")
    return -number


def test_results_come_in_order_and_errors_as_they_are(two_workers: Cluster) -> None:
    found = mapped_on(two_workers.address, negative, [5, 1, 4, 3, 2])
    assert [next(found) for _ in range(3)] == [-5, -1, -4]
    with pytest.raises(CanastaError, match="three is too many"):
        next(found)


def test_a_scheduler_that_goes_away_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = Cluster(tmp_path)
    try:
        with monkeypatch.context() as hurried:
            hurried.setattr(cluster, "PATIENCE", 0.5)
            with pytest.raises(ClusterError, match=r"has no workers\. Start some with: dask worker tcp://"):
                next(mapped_on(started.address, negative, [1]))
        started.add_worker()
        found = mapped_on(started.address, negative, range(10, 10_000))
        assert next(found) == -10
        started.end(0)
        monkeypatch.setattr(cluster, "PATIENCE", 1.0)
        with pytest.raises(ClusterError, match="has gone away"):
            list(found)
    finally:
        started.end_all()


def test_where_no_scheduler_answers_it_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    done = CliRunner().invoke(command, ["classic", "--cluster", "tcp://127.0.0.1:9"])
    assert done.exit_code == 1
    assert "No scheduler of dask answers at tcp://127.0.0.1:9. Start one with: dask scheduler" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_the_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match="pip install distributed"):
        next(mapped_on("tcp://127.0.0.1:9", negative, [1]))


def test_workers_and_processes_of_this_machine_do_not_go_together() -> None:
    done = CliRunner().invoke(command, ["classic", "--cluster", "tcp://127.0.0.1:9", "--jobs", "2"])
    assert done.exit_code == 2
    assert "leave out --jobs or --cluster" in done.stderr


def test_another_program_or_other_bots_on_a_worker_are_refused() -> None:
    assert cluster._done(negative, cluster.program(), 4) == -4
    with pytest.raises(ClusterError, match="has another version of canasta"):
        cluster._done(negative, "0" * 64, 4)
    with pytest.raises(ClusterError, match="Do they play by the same files"):
        _played_there(CLASSIC, {"version of a": "2"}, range(1, 2))
