"""The page of `/help` with a button for each thing that a member can do, and a page for each topic.

Other features define the buttons, and handle a button like the command of the same name.
"""

from collections.abc import Sequence
from typing import Final, Literal, get_args

from discord import ui

from cogs.core.bot import Interaction
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Item, Style, button, layout_view, section, text_display
from cogs.ui.off_server import works_here
from cogs.ui.operator import install_line, operator_line
from cogs.ui.texts import say

Topic = Literal["turn", "ratings"]
TOPICS: Final[Sequence[Topic]] = get_args(Topic)
SECTIONS: Final[Sequence[tuple[str, ButtonAction, Style]]] = (
    ("play", Action.PLAY_GAME, Style.success),
    ("learn", Action.LEARN, Style.primary),
    ("practice", Action.PRACTICE_PAGE, Style.secondary),
    ("turn", Action.HELP_TOPIC, Style.secondary),
    ("tables", Action.MY_TABLES, Style.secondary),
    ("preferences", Action.PREFERENCES, Style.secondary),
    ("away", Action.AWAY, Style.secondary),
    ("ratings", Action.HELP_TOPIC, Style.secondary),
)


def help_layout(raw: Interaction) -> ui.LayoutView:
    """Return the page of `/help`, with a section for each thing to do.

    A section has a button, unless the thing works only on a server and this is none.
    """
    bot = raw.client
    sections = (
        help_section(name, action, style)
        if works_here(raw, action.name)
        else text_display(say(f"help.{name}_on_server"))
        for name, action, style in SECTIONS
    )
    more = text_display(say("help.more"), install_line(bot), operator_line(bot.settings))
    return layout_view(text_display(say("help.heading")), *sections, more)


def help_section(name: str, action: ButtonAction, style: Style) -> Item:
    args = [TOPICS.index(topic) for topic in TOPICS if topic == name]
    label = say(f"help.{name}_button")
    accessory = button(action, *NO_TABLE, *args, label=label, style=style)
    return section(say(f"help.{name}"), accessory)


def topic_layout(topic: Topic) -> ui.LayoutView:
    return layout_view(text_display(say(f"help.topic.{topic}").strip()))
