"""`./run doctor --store`: is the application ready for Discord's app directory?

It reads what Discord says about the application, and changes nothing. What the API does not give is
printed, ready to paste into the developer portal, in every language.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord.http import Route

from cogs.core.settings import Settings
from cogs.gateway.connection import use_proxy
from cogs.ops.doctor import CheckResult, ask_discord, failed, install_results, passed
from cogs.ui.permissions import PERMISSIONS
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, use_language

MAX_DESCRIPTION: Final = 400
MAX_TAGS: Final = 5
MAX_TAG: Final = 20
MAX_SUMMARY: Final = 200
MAX_LONG_TEXT: Final = 2000
"""We keep below it. Discord does not document the limit of the long text."""
TAGS: Final = tuple(range(1, MAX_TAGS + 1))
"""The numbers of our tags in the catalogue."""
SERVER_INSTALL, USER_INSTALL = "0", "1"
SCOPES: Final = {
    SERVER_INSTALL: frozenset({"bot", "applications.commands"}),
    USER_INSTALL: frozenset({"applications.commands"}),
}
PRIVILEGED: Final = {
    "Presence": 1 << 12 | 1 << 13,
    "Server Members": 1 << 14 | 1 << 15,
    "Message Content": 1 << 18 | 1 << 19,
}
"""The flags of an application that has a privileged intent, by the intent's name."""
PORTAL: Final = "https://discord.com/developers/applications"

Application = Mapping[str, Any]
"""What Discord answers to `GET /applications/@me`."""


def store(settings: Settings) -> int:
    """Print all results and texts. Returns the exit status: 0 if everything is ready."""
    if settings.proxy:
        use_proxy(settings.proxy)
    results = asyncio.run(store_results(settings))
    sys.stdout.write("".join(f"{line}\n" for line in (*results, *texts_to_paste())))
    return 0 if all(one.well for one in results) else 1


async def store_results(settings: Settings) -> list[CheckResult]:
    """Ask Discord about the application, and compare its answer with what the directory wants."""
    if settings.token is None:
        return [failed("token_missing")]

    async def ask(client: discord.Client) -> list[CheckResult]:
        application = await client.http.request(Route("GET", "/applications/@me"))
        installs = install_results(int(application["id"]))
        return [*application_results(application, settings), *installs]

    return await ask_discord(settings.token, ask)


def application_results(application: Application, settings: Settings) -> Iterator[CheckResult]:
    """Yield a result for each thing that the directory wants of an application."""
    length = len(application.get("description") or "")
    yield _judged("description", 1 <= length <= MAX_DESCRIPTION, n=length, most=MAX_DESCRIPTION)
    tags = application.get("tags") or []
    fits = 1 <= len(tags) <= MAX_TAGS and all(len(tag) <= MAX_TAG for tag in tags)
    yield _judged("tags", fits, n=len(tags), most=MAX_TAGS, longest=MAX_TAG)
    yield _judged("icon", bool(application.get("icon")))
    yield _address_result("privacy", application.get("privacy_policy_url"), settings.privacy_url)
    yield _address_result("terms", application.get("terms_of_service_url"), settings.terms_url)
    yield from _install_contexts(application)
    yield _judged("public", bool(application.get("bot_public")))
    yield _judged("team", application.get("team") is not None)
    flags = int(application.get("flags") or 0)
    asked = [name for name, bits in PRIVILEGED.items() if flags & bits]
    yield _judged("intents", not asked, intents=", ".join(asked))


def _judged(what: str, well: bool, **facts: object) -> CheckResult:  # noqa: FBT001 - internal
    return (passed if well else failed)(f"store_{what}{'' if well else '_ill'}", **facts)


def _address_result(what: str, told: str | None, ours: str | None) -> CheckResult:
    """Compare an address in the portal with the one in our settings, which members see."""
    if not told:
        return failed(f"store_{what}_ill")
    if ours is not None and told != ours:
        return failed("store_addresses_differ", portal=told, ours=ours)
    return passed(f"store_{what}", url=told)


def _install_contexts(application: Application) -> Iterator[CheckResult]:
    contexts = application.get("integration_types_config") or {}
    for context, scopes in SCOPES.items():
        what = "server_install" if context == SERVER_INSTALL else "user_install"
        if context not in contexts:
            yield failed(f"store_{what}_ill")
            continue
        params = (contexts[context] or {}).get("oauth2_install_params") or {}
        has_scopes = set(params.get("scopes") or ()) == scopes
        granted = int(params.get("permissions") or 0)
        # Discord ignores the permissions of an installation for oneself.
        fits = has_scopes and (context == USER_INSTALL or granted == PERMISSIONS.value)
        yield _judged(what, fits)


# ---- the texts


def texts_to_paste() -> Iterator[str]:
    """Yield the texts for the developer portal in every language, each below its heading."""
    yield say("store.intro", portal=PORTAL)
    for language in LANGUAGES:
        with use_language(language):
            yield f"\n== {say('language.name')} =="
            yield from _texts()
    yield ""
    yield say("store.by_hand")


def _texts() -> Iterator[str]:
    for what in ("summary", "description", "tags", "long"):
        text = ", ".join(tags()) if what == "tags" else say(f"store.{what}")
        yield f"\n-- {say(f'store.{what}_heading')}"
        yield text


def tags() -> list[str]:
    """Return the tags for the directory, in the current language."""
    return [say(f"store.tag_{number}") for number in TAGS]
