"""As what a process starts, and what it is refused for."""

import sys

import pytest

from cogs._clusters.identity import ClusterName, ClusterSlot
from cogs._clusters.supervisor import join_cluster, settings_of_process
from cogs._process.settings import BadSettings, Settings
from data.file.errors import Unusable
from data.sql.address import ServerAddress

OF_SERVERS = ("cogs._clusters.process", "cogs._clusters.keeper", "data.leases.ledger", "psycopg")


def at(number: int) -> ClusterSlot:
    return ClusterSlot(ClusterName(number, "here", 1), 8)


def test_each_of_several_tells_its_figures_at_a_port_of_its_own() -> None:
    assert settings_of_process(Settings(metrics_port=9000), at(3)).metrics_port == 9003
    assert settings_of_process(Settings(), at(3)).metrics_port == 0


def test_a_port_beyond_the_last_is_a_setting_to_mend() -> None:
    assert settings_of_process(Settings(metrics_port=65535), at(0)).metrics_port == 65535
    with pytest.raises(BadSettings, match=r"TUPPENCE_METRICS_PORT: cluster 3 .+ 65536"):
        settings_of_process(Settings(metrics_port=65533), at(3))


def test_a_cluster_without_psycopg_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [one for one in sys.modules if one.startswith(OF_SERVERS)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unusable, match="pip install"):
        join_cluster(ServerAddress("postgresql://ann@db/cards"), at(0))
