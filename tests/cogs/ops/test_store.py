"""Tests of `./run doctor --store`, and of the texts for Discord's app directory."""

from typing import Any

import pytest

from cogs.core.settings import Settings
from cogs.ops import cli
from cogs.ops.store import (
    MAX_DESCRIPTION,
    MAX_LONG_TEXT,
    MAX_SUMMARY,
    MAX_TAG,
    MAX_TAGS,
    application_results,
    tags,
    texts_to_paste,
)
from cogs.ui.permissions import PERMISSIONS
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, use_language

READY: dict[str, Any] = {
    "id": "7",
    "description": "Card games",
    "tags": ["card game"],
    "icon": "abc",
    "privacy_policy_url": "https://example.org/privacy",
    "terms_of_service_url": "https://example.org/terms",
    "integration_types_config": {
        "0": {
            "oauth2_install_params": {
                "scopes": ["bot", "applications.commands"],
                "permissions": str(PERMISSIONS.value),
            }
        },
        "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
    },
    "bot_public": True,
    "team": {"id": "1"},
    "flags": 0,
}
ONLY_COMMANDS = {"scopes": ["applications.commands"], "permissions": "0"}
OURS = Settings(privacy_url="https://example.org/privacy", terms_url="https://example.org/terms")


def wrong(application, settings=OURS):
    return [one.words for one in application_results(application, settings) if not one.well]


def test_an_application_that_is_ready_passes_every_check():
    assert wrong(READY) == []
    assert len(list(application_results(READY, OURS))) == 10


@pytest.mark.parametrize(
    "changed, said",
    [
        ({"description": ""}, "needs 1 to 400"),
        ({"description": "x" * 401}, "has 401 characters"),
        ({"tags": []}, "There are 0 tags"),
        ({"tags": ["a"] * 6}, "There are 6 tags"),
        ({"tags": ["x" * 21]}, "at most 20 characters"),
        ({"icon": None}, "no icon"),
        ({"privacy_policy_url": None}, "Publish PRIVACY.md"),
        ({"terms_of_service_url": None}, "Publish TERMS.md"),
        ({"terms_of_service_url": "https://other.org"}, "but .env has https://example.org/terms"),
        ({"integration_types_config": {"1": READY["integration_types_config"]["1"]}}, "Guild"),
        ({"integration_types_config": {"0": READY["integration_types_config"]["0"]}}, "User"),
        ({"bot_public": False}, "The bot is private"),
        ({"team": None}, "belongs to one account"),
        ({"flags": 1 << 14}, "Server Members"),
        ({"flags": 1 << 19 | 1 << 12}, "Presence, Message Content"),
    ],
)
def test_what_the_directory_would_refuse_is_named(changed, said):
    (line,) = wrong(READY | changed)
    assert said in line


def test_wrong_scopes_or_permissions_of_an_installation_are_found():
    contexts = READY["integration_types_config"]
    without_bot = contexts | {"0": {"oauth2_install_params": ONLY_COMMANDS}}
    (line,) = wrong(READY | {"integration_types_config": without_bot})
    assert "scopes bot and applications.commands" in line
    more = {"scopes": ["bot", "applications.commands"], "permissions": "8"}
    too_much = contexts | {"0": {"oauth2_install_params": more}}
    assert len(wrong(READY | {"integration_types_config": too_much})) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_obeys_the_limits_of_the_directory(language):
    with use_language(language):
        assert 1 <= len(say("store.summary")) <= MAX_SUMMARY
        assert 1 <= len(say("store.description")) <= MAX_DESCRIPTION
        assert 1 <= len(say("store.long")) <= MAX_LONG_TEXT
        assert len(tags()) <= MAX_TAGS
        assert all(1 <= len(tag) <= MAX_TAG for tag in tags())


def test_the_texts_are_printed_in_every_language():
    printed = "\n".join(texts_to_paste())
    for language in LANGUAGES:
        with use_language(language):
            for what in ("summary", "description", "long"):
                assert say(f"store.{what}") in printed
            assert ", ".join(tags()) in printed


def test_the_operators_command_prints_the_texts_and_fails_without_a_token(capsys):
    assert cli.run_command(["doctor", "--store"], Settings()) == 1
    printed = capsys.readouterr().out
    assert "Ready to paste" in printed
    assert "Detailed description" in printed
