"""What `duel --cluster` says where the package of the extra is not installed."""

from __future__ import annotations

import sys

import pytest

from canasta.sim.cluster import ClusterError, _client


def test_the_advice_names_a_package_that_an_index_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError) as raised, _client("tcp://127.0.0.1:1"):
        pass
    assert str(raised.value).endswith(f"{sys.executable} -m pip install distributed")
