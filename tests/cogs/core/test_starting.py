"""As what a process starts, and what it is refused for."""

import asyncio
import sys

import pytest

from cogs._clusters.places import Name, Place
from cogs._process.settings import BadSettings, Settings
from cogs._upkeep.starting import joining, own
from data.file.errors import Unusable
from data.sql.address import ServerAddress

OF_SERVERS = ("cogs._upkeep.cluster", "cogs._clusters.keeper", "data.leases.ledger", "psycopg")


def at(number: int) -> Place:
    return Place(Name(number, "here", 1), 8)


def test_each_of_several_tells_its_figures_at_a_port_of_its_own() -> None:
    assert own(Settings(metrics_port=9000), at(3)).metrics_port == 9003
    assert own(Settings(), at(3)).metrics_port == 0


def test_a_port_beyond_the_last_is_a_setting_to_mend() -> None:
    assert own(Settings(metrics_port=65535), at(0)).metrics_port == 65535
    with pytest.raises(BadSettings, match=r"TUPPENCE_METRICS_PORT: cluster 3 .+ 65536"):
        own(Settings(metrics_port=65533), at(3))


async def test_a_cluster_without_psycopg_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [one for one in sys.modules if one.startswith(OF_SERVERS)]:
        if name != "cogs._upkeep.clustered":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unusable, match="pip install"):
        joining(ServerAddress("postgresql://ann@db/cards"), at(0), asyncio.Event())
