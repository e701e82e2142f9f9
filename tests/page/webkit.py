"""WebKitGTK, the nearest to the browser of every iPhone: MiniBrowser under Xvfb, by the WebDriver protocol."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from scripts.postgres import free_port

_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
_PLACES: Final = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser")
ENTER: Final = "\ue007"


def mini_browser() -> str | None:
    """Return the path of MiniBrowser, if all three programs are there."""
    if shutil.which("WebKitWebDriver") is None or shutil.which("Xvfb") is None:
        return None
    found = [str(path) for pattern in _PLACES for path in Path("/").glob(pattern[1:])]
    return found[0] if found else None


class WebKit:
    """One window of MiniBrowser."""

    def __init__(self, port: int, program: str) -> None:
        self._port, self._session = port, ""
        options = {"binary": program, "args": ["--automation"]}
        told = self.ask("POST", "", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self._session = "/" + told["sessionId"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a command of WebDriver; return its value."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        text = None if method != "POST" else json.dumps(body if body is not None else {})
        connection.request(method, f"/session{self._session}{path}", text, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        told = json.loads(answer.read())["value"]
        connection.close()
        assert answer.status == 200, told
        return told

    def open(self, url: str) -> None:
        """Go to *url*."""
        self.ask("POST", "/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        """Run *script* in the page, and return what it returns."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, seconds: float = 30) -> None:
        """Wait until *script* returns something true."""
        deadline = time.monotonic() + seconds
        while not self.run(script):
            assert time.monotonic() < deadline, f"{script}: {self.run('return document.body.innerText')[-600:]}"
            time.sleep(0.05)

    def element(self, css: str) -> str:
        """Return the id of the first element that *css* selects."""
        return str(self.ask("POST", "/element", {"using": "css selector", "value": css})[_ELEMENT])

    def type(self, css: str, text: str) -> None:
        """Type *text* into an element."""
        self.ask("POST", f"/element/{self.element(css)}/value", {"text": text})

    def press(self, key: str) -> None:
        """Press *key* where the focus is."""
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def cookie(self) -> str:
        """Return the cookies as a browser sends them."""
        return "; ".join(f"{each['name']}={each['value']}" for each in self.ask("GET", "/cookie"))


@contextmanager
def webkit(program: str, folder: Path) -> Iterator[WebKit]:
    """Provide a window of MiniBrowser on a screen of its own, with nothing kept from before."""
    port, display = free_port(), f":{90 + os.getpid() % 900}"
    quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DISPLAY": display, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    # Containers allow no sandbox inside the sandbox, and there is no graphics card.
    environment |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11"}
    running = [
        subprocess.Popen(["Xvfb", display, "-screen", "0", "1280x800x24", "-nolisten", "tcp"], **quiet),
        subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, start_new_session=True, **quiet),
    ]
    window = None
    try:
        for _ in range(100):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.1)
        window = WebKit(port, program)
        yield window
    finally:
        if window is not None:
            with suppress(Exception):
                window.ask("DELETE", "")
        for each in reversed(running):
            each.terminate()
            each.wait(20)
