"""The form behind **Invitations** in `/preferences`: who may invite a member by name.

On a server the form also asks to which games hosts may call the member.
`cogs.lobby.invitations` and `cogs.lobby.players_wanted` obey these choices.
"""

from collections.abc import Collection
from typing import Final, get_args

import engine
from cogs.core.bot import Interaction
from cogs.ui.actions import Action
from cogs.ui.commands import game_at, game_slugs
from cogs.ui.component import ComponentInteraction, component, option_at, send_modal
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.form import Question, checkbox_group, number_in, radio
from cogs.ui.places import Place, place_of
from cogs.ui.replies import Reply, mark_committed, send
from cogs.ui.texts import join_words, normalize_name, say
from data.models.invitations import InvitedBy

INVITED_BY: Final[tuple[InvitedBy, ...]] = get_args(InvitedBy)


def invitation_form(who: InvitedBy, wanted: Collection[str] | None) -> list[Question]:
    """Return the form, filled with the present choices.

    Args:
        who: Who may invite the member by name.
        wanted: The games to which the member wants to be called here. None if this server does not
            call players; the form then has no such question.
    """
    people = [(n, say(f"friends.by_{one}"), "") for n, one in enumerate(INVITED_BY)]
    parts = [radio("who", say("friends.who_hint"), people, INVITED_BY.index(who))]
    if wanted is None:
        return parts
    numbers, about = list(engine.GAMES), say("friends.wanted_about")
    games = [(numbers.index(one), engine.GAMES[one].name, "") for one in game_slugs()]
    chosen = {numbers.index(one) for one in wanted}
    return [*parts, checkbox_group("games", say("friends.wanted_hint"), games, chosen, about)]


async def wanted_here(raw: Interaction) -> frozenset[str] | None:
    """Return the games to which the member wants to be called here.

    Returns None outside of servers with the bot, and where the owner does not want calls.
    """
    database, guild_id = raw.client.database, raw.guild_id
    if guild_id is None or place_of(raw) is not Place.SERVER:
        return None
    if not (await database.guilds.settings(guild_id)).wants_players:
        return None
    return await database.members.wanted_games(guild_id, raw.user.id)


@component(Action.INVITATION_FORM)
async def open_invitation_form(interaction: ComponentInteraction) -> None:
    """Open the form for invitations and calls."""
    who = await interaction.database.members.invited_by(interaction.user_id)
    parts = invitation_form(who, await wanted_here(interaction.raw))
    action, title = Action.INVITATION_FORM_MODAL, say("friends.form")
    await send_modal(interaction.raw, action, title, *parts, address=NO_TABLE)


@component(Action.INVITATION_FORM_MODAL)
async def save_invitation_form(interaction: ComponentInteraction) -> None:
    """Save who may invite the member, and to which games they want to be called here."""
    raw, members, fields = interaction.raw, interaction.database.members, interaction.fields
    who = option_at(INVITED_BY, number_in(fields["who"]))
    # In this order: `fields["games"]` would add the missing field.
    calls = "games" in fields and await wanted_here(raw) is not None
    games = frozenset(game_at(number_in(one)) for one in fields["games"].split())
    await members.set_invited_by(raw.user.id, who)
    if calls:
        name = normalize_name(raw.user.display_name)
        await members.choose_wanted_games(raw.guild_id or 0, raw.user.id, name, games)
    mark_committed(raw)
    await send(raw, Reply(text=saved_text(who, games if calls else None)))


def saved_text(who: InvitedBy, games: Collection[str] | None) -> str:
    """Return the saved choices in words. `games` is None where nobody is called."""
    lines = [say(f"friends.saved_{who}")]
    if games:
        names = [engine.GAMES[one].name for one in game_slugs() if one in games]
        lines.append(say("friends.saved_games", games=join_words(names)))
    elif games is not None:
        lines.append(say("friends.saved_no_game"))
    return "\n".join(lines)
