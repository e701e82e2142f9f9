"""Requests made by schemathesis from the server's own description of them: it answers everything as the description says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.players import Browser, Process, serving

MODES = st.sampled_from(list(GenerationMode))


def _requests(operation: Any, mode: GenerationMode) -> st.SearchStrategy[Any]:
    made: st.SearchStrategy[Any] = operation.as_strategy(generation_mode=mode)
    return made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(str(tmp_path_factory.mktemp("openapi") / "canasta.db"), "--connections", "100000") as server:
        yield server


def test_every_answer_is_one_that_is_described(server: Process) -> None:
    host = Browser(server)
    code = host.post("/api/tables", {"name": "Ann", "game": "classic"})[1]["code"]
    schema = schemathesis.openapi.from_url(f"{server.origin}/api/openapi.json")
    schema.config.checks.negative_data_rejection.expected_statuses += ["413"]
    seen: set[tuple[str, int]] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        requests = MODES.flatmap(partial(_requests, found.ok()))

        @settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(requests, st.booleans(), st.sampled_from(["", host.cookie, "canasta=x", "canasta=\xff"]))
        def check(case: Any, known: bool, cookie: str) -> None:
            if known and "code" in case.path_parameters:
                case.path_parameters["code"] = code
            answer = case.call(headers={"Origin": server.origin, "Cookie": cookie})
            seen.add((case.operation.label, answer.status_code))
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])
            if answer.status_code >= 400:
                assert answer.json()["text"].endswith((".", "?"))

        check()
    known = "/api/tables/{code}"
    assert {(f"GET {known}", 200), (f"GET {known}", 404), (f"GET {known}/record", 409)} <= seen
    assert {("POST /api/me", 422), ("POST /api/rules", 422)} <= seen
