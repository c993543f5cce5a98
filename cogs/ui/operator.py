"""Information from the operator for members: addresses, and links that install the bot."""

from typing import Final

from cogs.core.bot import TuppenceBot
from cogs.core.settings import Settings
from cogs.ui.permissions import install_link, invitation, user_install_link
from cogs.ui.texts import say

MAILTO: Final = "mailto:"


def operator_line(settings: Settings) -> str:
    """Return a line with the operator's addresses; "" if none is set."""
    links = (
        support_link(settings, say("operator.support")),
        _link(settings.privacy_url, say("operator.privacy")),
        _link(settings.terms_url, say("operator.terms")),
    )
    shown = say("operator.between").join(filter(None, links))
    return say("operator.line", links=shown) if shown else ""


def support_link(settings: Settings, label: str) -> str:
    """Return a link to the support; "" if there is none.

    Discord makes no link of a mail address, so that is shown as it is.
    """
    address = settings.support or ""
    if address.startswith(MAILTO):
        return say("operator.mail", label=label, address=address.removeprefix(MAILTO))
    return _link(address, label)


def _link(url: str | None, label: str) -> str:
    return f"[{label}]({url})" if url else ""


def install_line(bot: TuppenceBot) -> str:
    """Return a line with the three links that install the bot; "" before the bot has logged in."""
    application_id = bot.application_id
    if application_id is None:
        return ""
    return say(
        "operator.install",
        both=install_link(application_id),
        server=invitation(application_id),
        yourself=user_install_link(application_id),
    )
