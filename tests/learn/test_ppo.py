"""The example that learns: what it refuses, that it learns a little and resumes, and its curves. PyTorch is in no lock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).resolve().parents[2]

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: it is in no lock")


def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the example."""
    sources = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-W", "error", str(ROOT / "examples/learn" / program), *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": sources}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)


def ppo(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program that learns."""
    return run("ppo.py", *arguments)


def refusal(*arguments: str | Path) -> str:
    """Return the one line that says why the program does not do what it is asked."""
    done = ppo(*arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_arguments_that_cannot_be_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "diary.txt").write_text("Dear diary", encoding="utf-8")
    assert "above 0, not -1." in refusal("train", "--folder", tmp_path / "new", "--seconds", "-1")
    assert "above 0, not nan." in refusal("train", "--folder", tmp_path / "new", "--seconds", "nan")
    assert "A seed is a whole number" in refusal("train", "--folder", tmp_path / "new", "--seed", "-1")
    assert "is a file" in refusal("train", "--folder", other / "diary.txt")
    assert "other files in it and no checkpoint" in refusal("train", "--folder", other)
    assert "There is no checkpoint in" in refusal("report", "--folder", other)
    assert not (tmp_path / "new").exists()
    (other / "checkpoint.pt").write_bytes(b"")
    assert "from 2 to 100,000, not 1." in refusal("report", "--folder", other, "--decks", "1")
    assert 'no rival "search" here' in refusal("report", "--folder", other, "--against", "greedy,search")


@pytest.mark.skipif(find_spec("torch") is not None, reason="PyTorch is installed")
def test_it_says_that_it_needs_pytorch(tmp_path: Path) -> None:
    assert "needs PyTorch" in refusal("train", "--folder", tmp_path / "new")
    assert not (tmp_path / "new").exists()


@needs_torch
@pytest.mark.slow
def test_a_short_run_is_resumed_and_reported(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    begun = ppo("train", "--folder", folder, "--seed", "3", "--seconds", "5")
    assert (begun.returncode, begun.stderr) == (0, "")
    assert "has had its 5 CPU seconds" in refusal("train", "--folder", folder, "--seed", "3", "--seconds", "5")
    assert "has the seed 3, not 4." in refusal("train", "--folder", folder, "--seed", "4", "--seconds", "9")
    resumed = ppo("train", "--folder", folder, "--seed", "3", "--seconds", "9")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    done = ppo("report", "--folder", folder, "--decks", "20")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    mean, low, high = found["against"]["greedy"]
    assert low < mean < high
    assert f"against greedy: {mean:+.0f}".replace("-", "−") in done.stdout
    assert found["curve"][0]["mean"] < found["curve"][-1]["mean"]


@needs_torch
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"\x80\x04N."])
def test_a_damaged_checkpoint_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(content)
    assert "is damaged" in refusal("report", "--folder", tmp_path)
    assert "is damaged" in refusal("train", "--folder", tmp_path)


def test_curves_are_a_picture_of_reports(tmp_path: Path) -> None:
    curve = [
        {"seconds": 1.0, "mean": -900, "low": -950, "high": -850},
        {"seconds": 40.0, "mean": 8, "low": -4, "high": 20},
    ]
    reports = [tmp_path / f"{seed}.json" for seed in (1, 2)]
    for seed, path in enumerate(reports, 1):
        path.write_text(json.dumps({"seed": seed, "curve": curve}), encoding="utf-8")
    picture = tmp_path / "curves.svg"
    done = run("curves.py", *reports, "--to", picture)
    assert (done.returncode, done.stderr) == (0, "")
    texts = [each.text for each in ET.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[-2:] == ["seed 1", "seed 2"]
    reports[1].write_text("{}", encoding="utf-8")
    done = run("curves.py", *reports, "--to", picture)
    assert (done.returncode, done.stderr) == (1, f"{reports[1]} is not a report of ppo.py (KeyError).\n")
