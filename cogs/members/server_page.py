"""The page of `/settings` with all settings of a server, and the form that changes them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui

from cogs.core.refusals import Refusal, permission_names
from cogs.members.preferences import zone_of
from cogs.members.preferences_page import LONGEST_ZONE
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, option_at
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.form import (
    Question,
    channel_select,
    checkbox_group,
    drop_down,
    number_in,
    numbers_in,
    text_field,
)
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.permissions import HOME_TYPES, THREAD_PERMISSIONS, lacks_tag, missing_in
from cogs.ui.texts import join_words, month_title, say
from data.models.members import GuildSettings
from render.text.catalogue import LANGUAGES, Catalogue

POSTS: Final = ("link", "month", "tells_records", "wants_players")
"""What the bot posts by itself: the fields of `GuildSettings`, in the order of the checkboxes.

An answer of the form is an index, so new ones must come last.
"""
MONTH_PLACES: Final = (discord.ChannelType.text,)
NO_CHANNEL: Final = ""


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The content of the page.

    Attributes:
        guild: The server.
        settings: Its settings.
        language: The language of its public messages.
        restricted: Whether the server allows `/play` to some members only. None if unknown.
        operator: The line with the operator's addresses; "" for none.
        unposted: The months whose posts still wait, such as "2026-11".
        timed_out: The line that says until when the bot is timed out; "" if it is not.
    """

    guild: discord.Guild
    settings: GuildSettings
    language: str
    restricted: bool | None
    operator: str
    unposted: Sequence[str] = ()
    timed_out: str = ""


def server_layout(page: ServerPage) -> ui.LayoutView:
    """Return the page with all settings, what is missing, and the button for the form."""
    change = button(
        Action.SETTINGS_FORM, *NO_TABLE, label=say("owners.change"), style=Style.primary
    )
    return layout_view(
        text_display(say("settings.heading"), *_lines(page)),
        action_row(change),
        text_display(*_who_may_play(page), say("settings.explained"), page.operator),
    )


def _lines(page: ServerPage) -> Iterator[str]:
    chosen, own = page.settings, page.settings.language in LANGUAGES
    language = Catalogue.load(page.language).words("language.name")
    yield say("settings.language" if own else "settings.language_own", language=language)
    yield say("owners.home", channel=f"<#{chosen.home}>") if chosen.home else say("owners.no_home")
    yield say("owners.zone", zone=chosen.zone)
    for is_on in (True, False):
        named = [say(f"owners.post_{name}") for name in POSTS if getattr(chosen, name) is is_on]
        if named:
            yield say("owners.posts" if is_on else "owners.posts_not", what=join_words(named))
    if chosen.month:
        yield _month_line(page.guild, chosen)
        yield from (say("month_end.waits", month=month_title(one)) for one in page.unposted)
    if page.timed_out:
        yield page.timed_out
    yield from _missing(page, chosen.home)
    if chosen.month and chosen.month_place != chosen.home:
        # A channel only for posts needs no threads.
        yield from _missing(page, chosen.month_place, needless=THREAD_PERMISSIONS)


def _month_line(guild: discord.Guild, chosen: GuildSettings) -> str:
    place = chosen.month_place or chosen.home
    if place is None:
        return say("owners.month_nowhere")
    if isinstance(guild.get_channel(place), discord.ForumChannel):
        return say("month_end.forum")
    return say("owners.month", channel=f"<#{place}>")


def _missing(page: ServerPage, place: int | None, needless: Collection[str] = ()) -> Iterator[str]:
    """Yield a line if the bot cannot use a chosen channel. The line names what is missing.

    `needless` are permissions that tables need, but not this use of the channel.
    """
    if place is None:
        return
    channel = page.guild.get_channel(place)
    if channel is None or channel.type not in HOME_TYPES:
        yield say("owners.gone", channel=f"<#{place}>")
    elif page.timed_out:
        return  # discord.py now leaves out permissions that the role has
    elif lacks_tag(channel):
        yield say("owners.no_tag", channel=f"<#{place}>")
    elif missing := [name for name in missing_in(channel) if name not in needless]:
        yield say(
            "owners.missing",
            n=len(missing),
            channel=f"<#{place}>",
            permissions=permission_names(missing),
        )


def _who_may_play(page: ServerPage) -> Iterator[str]:
    if page.restricted is not None:
        yield say("owners.restricted" if page.restricted else "owners.everybody")


# ---- the form


def with_known_channels(guild: discord.Guild, chosen: GuildSettings) -> GuildSettings:
    """Return settings without the channels that the form can no longer offer.

    The form would preselect such a channel, and an untouched answer would then be refused.
    """
    return replace(
        chosen,
        home=_offered(guild, chosen.home, HOME_TYPES),
        month_place=_offered(guild, chosen.month_place, MONTH_PLACES),
    )


def _offered(
    guild: discord.Guild, place: int | None, kinds: Sequence[discord.ChannelType]
) -> int | None:
    """Return the id of a channel of these kinds; None if there is no such channel."""
    channel = None if place is None else guild.get_channel(place)
    return place if channel is not None and channel.type in kinds else None


def server_form(chosen: GuildSettings) -> list[Question]:
    """Return the five parts of the form, filled with the current settings."""
    own = say("owners.language_of_discord")
    names = [own, *(Catalogue.load(one).words("language.name") for one in LANGUAGES)]
    languages = [(number, name, "") for number, name in enumerate(names)]
    language = LANGUAGES.index(chosen.language) + 1 if chosen.language in LANGUAGES else 0
    posts = [
        (number, say(f"owners.ask_{name}"), say(f"owners.about_{name}"))
        for number, name in enumerate(POSTS)
    ]
    ticked = [number for number, name in enumerate(POSTS) if getattr(chosen, name)]
    about_month = say("owners.about_month_place")
    return [
        drop_down("language", say("owners.ask_language"), languages, language),
        channel_select(
            "home", say("owners.ask_home"), say("owners.about_home"), HOME_TYPES, chosen.home
        ),
        text_field(
            "zone", say("owners.ask_zone"), say("owners.about_zone"), chosen.zone, LONGEST_ZONE
        ),
        checkbox_group("posts", say("owners.ask_posts"), posts, ticked),
        channel_select(
            "place", say("owners.ask_month_place"), about_month, MONTH_PLACES, chosen.month_place
        ),
    ]


def read_form(interaction: ComponentInteraction, before: GuildSettings) -> GuildSettings:
    """Return the settings that a submitted form asks for.

    Raises:
        Refusal: No zone has the typed name, a channel is gone, or an answer is forged.
    """
    fields, guild = interaction.fields, interaction.raw.guild
    if guild is None:
        raise Refusal("room.only_in_servers")
    on = {option_at(POSTS, number) for number in numbers_in(fields["posts"])}
    language = option_at((None, *LANGUAGES), number_in(fields["language"]))
    return replace(
        before,
        language=language,
        home=_channel_in(guild, fields["home"], HOME_TYPES),
        zone=zone_of(fields["zone"] or "UTC"),
        month_place=_channel_in(guild, fields["place"], MONTH_PLACES),
        **{name: name in on for name in POSTS},
    )


def _channel_in(
    guild: discord.Guild, answer: str, kinds: Sequence[discord.ChannelType]
) -> int | None:
    """Return the chosen channel; None if the answer is empty.

    Raises:
        Refusal: The channel changed while the form was open, or the answer is forged.
    """
    if answer == NO_CHANNEL:
        return None
    place = _offered(guild, number_in(answer), kinds)
    if place is None:
        raise Refusal("owners.channel_gone")
    return place
