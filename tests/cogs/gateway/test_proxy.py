"""Tests of requests through a proxy, which keeps Discord's limits for all processes."""

import discord
import pytest

from bot import Tuppence
from cogs.core.settings import InvalidSettings, Settings
from cogs.gateway.connection import use_proxy
from cogs.gateway.identify import IdentifyQueue
from cogs.gateway.ownership import SingleProcess
from tests.fake_discord import FakeDiscord, Process

PROXY = "http://10.0.0.1:8080"


def test_all_requests_go_by_it(monkeypatch):
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")
    use_proxy(PROXY)
    asked = discord.http.Route("PATCH", "/webhooks/{id}/x/messages/@original", id=1).url
    assert asked == f"{PROXY}/api/v10/webhooks/1/x/messages/@original"


async def test_a_bot_comes_in_by_it_and_answers(tmp_path):
    async with FakeDiscord() as proxy, FakeDiscord() as discord_itself:
        proxy.rest._gateway_address = lambda: f"ws://127.0.0.1:{discord_itself.port}/"
        by = {"TUPPENCE_DISCORD_PROXY": proxy.address}
        process = await Process.started(discord_itself, tmp_path / "t.db", **by)
        await process.stop()
    assert proxy.rest.requests
    assert not discord_itself.rest.requests


@pytest.mark.parametrize("text", ["10.0.0.1", "ftp://x", "http://10.0.0.1:8080/api/v10"])
def test_what_is_no_address_of_one_is_refused(tmp_path, text):
    with pytest.raises(InvalidSettings, match="not the address of a proxy"):
        Settings.read({"TUPPENCE_DISCORD_PROXY": text}, tmp_path / ".env")


def test_the_password_of_a_refused_address_is_not_shown(tmp_path):
    text = "http://ann:s3cr3t@10.0.0.1:8080"
    with pytest.raises(InvalidSettings) as caught:
        Settings.read({"TUPPENCE_DISCORD_PROXY": text}, tmp_path / ".env")
    assert "s3cr3t" not in str(caught.value)


class Sharing(SingleProcess):
    """One of several processes, which records whether it has to limit itself."""

    def __init__(self):
        super().__init__(IdentifyQueue())
        self.shares = False

    def trace(self, trace):
        self.shares = True


@pytest.mark.parametrize("proxy", [None, PROXY])
async def test_clusters_share_out_the_limit_where_there_is_none(simulator, proxy):
    process = Sharing()
    Tuppence(Settings(proxy=proxy), simulator.bot.database, ownership=process)
    assert process.shares is (proxy is None)
