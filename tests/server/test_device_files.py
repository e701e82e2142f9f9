"""The table that plays on the device itself, as a server offers it beside its own tables."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from canasta.server.http.device import POLICY
from tests.server.players import Process, serving
from tests.server.test_serve_command import run


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Provide a folder as `make site` writes it, but for what is in the files."""
    folder = tmp_path / "site"
    (folder / "engine").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>On this device</title>")
    (folder / "sw.js").write_text("// keeps everything")
    (folder / "engine" / "python.wasm.gz").write_bytes(b"\x1f\x8b")
    (tmp_path / "secret.txt").write_text("not part of the site")
    return folder


def read(server: Process, path: str) -> tuple[int, dict[str, str], bytes]:
    """Return the status of *path*, the headers and the body."""
    try:
        with urllib.request.urlopen(f"{server.origin}{path}", timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def test_a_server_serves_the_site_and_its_page_knows_where(tmp_path: Path, site: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--site", str(site)) as server:
        status, headers, body = read(server, "/device/")
        assert (status, b"On this device" in body) == (200, True)
        assert headers["content-security-policy"] == POLICY
        assert headers["cache-control"] == "no-cache"
        # Packed files are unpacked by the page, so they are sent as they are.
        status, headers, body = read(server, "/device/engine/python.wasm.gz")
        assert (status, body, "content-encoding" in headers) == (200, b"\x1f\x8b", False)
        assert read(server, "/device/..%2fsecret.txt")[0] == 404
        assert b'<meta name="canasta-device" content="/device/">' in read(server, "/")[2]


def test_a_folder_that_is_no_site_is_named(site: Path) -> None:
    (site / "sw.js").unlink()  # it was not built to its end
    code, said = run("--site", str(site))
    assert code == 2
    assert f"There is no table for web hosts in {site}. `make site` writes one to build/site." in said


def test_only_the_site_may_start_web_assembly(tmp_path: Path, site: Path) -> None:
    with serving(str(tmp_path / "canasta.db"), "--site", str(site)) as server:
        assert "wasm-unsafe-eval" not in read(server, "/")[1]["content-security-policy"]
        assert "unsafe-eval'" not in POLICY.replace("'wasm-unsafe-eval'", "")
