"""Tests of what `load` gives to `bot.py`, and of the process role that the arguments name."""

import subprocess
import sys
from pathlib import Path

import pytest

import bot
from cogs import clusters
from cogs.clusters.entry import join_cluster, parse_start, settings_of_process
from cogs.clusters.identity import ClusterName, ClusterRange, ClusterSlot
from cogs.core import exit_status
from cogs.core.settings import InvalidSettings, Settings
from data.core.location import DatabaseUrl
from data.errors import DatabaseUnusable

ADDRESS = DatabaseUrl("postgresql://ann@db/cards")
OF_SERVERS = (
    "cogs.clusters.process",
    "cogs.clusters.lease_keeper",
    "data.leases.repository",
    "psycopg",
)
WITHOUT_THE_OPTION = """
import sys
sys.modules["cogs.clusters"] = None
import bot
from importlib import import_module
from pkgutil import walk_packages
import cogs
for module in walk_packages(cogs.__path__, "cogs."):
    if not module.name.startswith("cogs.clusters"):
        import_module(module.name)
sys.exit(bot.main(["--version"]))
"""


def at(number: int) -> ClusterSlot:
    return ClusterSlot(ClusterName(number, "here", 1), 8)


def test_each_of_several_tells_its_figures_at_a_port_of_its_own() -> None:
    assert settings_of_process(Settings(metrics_port=9000), at(3)).metrics_port == 9003
    assert settings_of_process(Settings(), at(3)).metrics_port == 0


def test_a_port_beyond_the_last_is_a_setting_to_mend() -> None:
    assert settings_of_process(Settings(metrics_port=65535), at(0)).metrics_port == 65535
    with pytest.raises(InvalidSettings, match=r"TUPPENCE_METRICS_PORT: cluster 3 .+ 65536"):
        settings_of_process(Settings(metrics_port=65533), at(3))


def test_a_cluster_without_psycopg_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.startswith(OF_SERVERS)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseUnusable, match="pip install"):
        join_cluster(ADDRESS, at(0))


@pytest.mark.parametrize(
    "arguments, part",
    [
        ("--clusters 0-3/16", ClusterRange(0, 3, 16)),
        ("cluster 2/4 here 7 3", ClusterSlot(ClusterName(2, "here", 7), 4, False, 3)),
        ("cluster 2/4 here 8 3 beside", ClusterSlot(ClusterName(2, "here", 8), 4, True, 3)),
    ],
)
def test_the_arguments_say_which_clusters_a_process_starts_or_is(
    arguments: str, part: ClusterRange | ClusterSlot
) -> None:
    assert parse_start(arguments.split()) == part


def test_without_arguments_a_machine_has_a_cluster_for_each_core() -> None:
    part = parse_start([])
    assert isinstance(part, ClusterRange)
    assert (part.first, part.last) == (0, part.of - 1)


def test_what_is_no_part_of_the_clusters_ends_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    package = clusters.load(Settings(server=ADDRESS), ["--clusters", "4/4"])
    assert package.start_commands == {"--clusters", "cluster"}
    assert package.start([], bot.run) == exit_status.SETTINGS
    assert "--clusters: 4/4: of 4 clusters the first is 0" in capsys.readouterr().err


def test_a_file_has_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TUPPENCE_DATABASE", str(tmp_path / "t.db"))
    assert bot.main(["--clusters", "0/1"]) == exit_status.SETTINGS
    assert "several need PostgreSQL" in capsys.readouterr().err


def test_everything_else_loads_without_the_option() -> None:
    command = [sys.executable, "-c", WITHOUT_THE_OPTION]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
