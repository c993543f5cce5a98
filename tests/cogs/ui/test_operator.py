"""Tests of the operator's addresses, and of the links that install the bot."""

from dataclasses import replace

import pytest

from cogs.core.settings import InvalidSettings, Settings
from cogs.ui.operator import operator_line, support_link
from cogs.ui.permissions import PERMISSIONS

ADDRESSES = {
    "support": "https://example.org/help",
    "privacy_url": "https://example.org/privacy",
    "terms_url": "https://example.org/terms",
}
LINE = (
    "-# [Support](https://example.org/help) · [Privacy](https://example.org/privacy)"
    " · [Terms](https://example.org/terms)"
)


def configure(simulator, **addresses):
    simulator.bot.settings = replace(simulator.bot.settings, **addresses)


async def pages(simulator):
    """Return the texts of /help, /privacy show and /settings."""
    keeper = simulator.invite("Mo", manages=True)
    return [(await keeper.slash(name)).text for name in ("help", "privacy show", "settings")]


async def test_help_privacy_and_settings_show_the_operators_addresses(simulator):
    configure(simulator, **ADDRESSES)
    for text in await pages(simulator):
        assert LINE in text


async def test_without_addresses_nothing_is_shown(simulator):
    for text in await pages(simulator):
        assert "example.org" not in text
        assert "[Support]" not in text


def test_only_the_addresses_that_are_set_are_shown():
    assert operator_line(Settings(terms_url="https://a.org")) == "-# [Terms](https://a.org)"
    assert operator_line(Settings()) == ""


def test_a_mail_address_is_shown_as_text_because_discord_makes_no_link_of_it():
    settings = Settings(support="mailto:help@example.org")
    assert support_link(settings, "Support") == "Support: help@example.org"


async def test_a_fault_names_the_support_beside_its_number(simulator, monkeypatch):
    monkeypatch.setattr("cogs.learning.cog.help_layout", lambda *_: 1 / 0)
    configure(simulator, support="https://example.org/help")
    told = (await simulator.members[0].slash("help")).text
    assert "[tell us](https://example.org/help), and we shall look" in told
    (error,) = simulator.take_errors()
    assert error.split()[1].strip(":") in told


@pytest.mark.parametrize("name", ["TUPPENCE_SUPPORT", "TUPPENCE_PRIVACY_URL", "TUPPENCE_TERMS_URL"])
@pytest.mark.parametrize(
    "wrong", ["http://a.org", "a.org", "https://a b.org", "https://a.org/)", "mailto:nobody"]
)
def test_an_address_that_is_none_is_refused(tmp_path, name, wrong):
    with pytest.raises(InvalidSettings, match=name):
        Settings.read({name: wrong}, tmp_path / ".env")


def test_addresses_are_read(tmp_path):
    given = {
        "TUPPENCE_SUPPORT": "mailto:help@example.org",
        "TUPPENCE_PRIVACY_URL": "https://example.org/privacy?a=b",
        "TUPPENCE_TERMS_URL": "https://example.org",
    }
    settings = Settings.read(given, tmp_path / ".env")
    assert settings.support == "mailto:help@example.org"
    assert settings.privacy_url == "https://example.org/privacy?a=b"


async def test_help_offers_the_three_ways_to_install_the_bot(simulator):
    text = (await simulator.members[0].slash("help")).text
    link = f"https://discord.com/oauth2/authorize?client_id={simulator.bot.application_id}"
    assert f"]({link})" in text
    assert f"permissions={PERMISSIONS.value}" in text
    assert f"]({link}&integration_type=1&scope=applications.commands)" in text
