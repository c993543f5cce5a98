"""Interactions from any context, with any owners of the installation.

SimCord knows servers and the bot's direct messages. It knows neither groups, nor members who have
installed the commands for themselves, nor servers that have installed only the commands.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simcord import interactions
from simcord.backend import serializers
from simcord.enums import AppCommandType, ChannelType

if TYPE_CHECKING:
    from tests.simulator.members import Member
    from tests.simulator.messages import Shown
    from tests.simulator.simulator import Simulator

SERVER, BOT_DM, GROUP_DM = 0, 1, 2
BY_SERVER, BY_MEMBER = "0", "1"
"""Keys of the installation's owners in a payload."""
GROUP = 3
"""Discord's type of the channel of a group."""


@dataclass(frozen=True)
class Origin:
    """The place of an interaction, as Discord describes it.

    Attributes:
        context: The context; None if the payload has none.
        owners: Who installed the application: the server, the member, or both.
        channel_type: The type of the channel; None for its own.
        guild_id: The server that the payload names; None for the channel's own.
    """

    context: int | None
    owners: Mapping[str, str] = field(default_factory=dict)
    channel_type: int | None = None
    guild_id: int | None = None


def told(payload: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    """Return the payload of an interaction as Discord sends it from this place."""
    changed = {**payload, "authorizing_integration_owners": dict(origin.owners)}
    changed.pop("context", None)
    if origin.context is not None:
        changed["context"] = origin.context
    if origin.channel_type is not None:
        changed["channel"] = {**payload["channel"], "type": origin.channel_type}
    if origin.guild_id is not None:
        changed["guild_id"] = str(origin.guild_id)
        changed["app_permissions"] = "0"
    return changed


def open_group(simulator: "Simulator", people: "tuple[Member, ...]") -> int:
    """Create a group without the bot, and return its channel's id."""
    backend = simulator.env.backend
    channel = backend.create_channel(None, None, type=ChannelType.DM)
    channel.recipient_ids = [person.id for person in people]
    owners = {BY_MEMBER: str(people[0].id)}
    simulator.contexts[channel.id] = Origin(GROUP_DM, owners, GROUP)
    return channel.id


def typed(
    member: "Member", channel_id: int, command: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the data of a typed command outside of a server.

    Fails if the command does not work in that context.
    """
    simulator = member.simulator
    backend = simulator.env.backend
    name, *path = command.split()
    root = backend.find_command(name, None, type=AppCommandType.CHAT_INPUT)
    assert root is not None, f"no command {name}"
    origin = simulator.contexts.get(channel_id, Origin(BOT_DM))
    assert origin.context in (root.get("contexts") or ()), f"/{name} does not work there"
    leaf, nesting = interactions.walk_to_subcommand(root, path)
    filled, resolved = interactions.build_options(
        member.actor.user, command, leaf, dict(options), channel_id=channel_id
    )
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": AppCommandType.CHAT_INPUT,
        "options": interactions.nest_options(root, nesting, filled),
    }
    return data | ({"resolved": resolved} if resolved else {})


def chosen_on_message(member: "Member", menu: str, message: "Shown") -> dict[str, Any]:
    """Return the data of a menu on a message. Fails if the menu does not work in that context."""
    backend = member.simulator.env.backend
    root = backend.find_command(menu, None, type=AppCommandType.MESSAGE)
    assert root is not None, f"no menu {menu}"
    is_in_guild = backend.get_channel(message.channel_id).guild_id is not None
    context = SERVER if is_in_guild else BOT_DM
    assert context in (root.get("contexts") or ()), f"{menu} does not work there"
    resolved = dict(serializers.message_payload(backend, message.stored))
    return {
        "id": root["id"],
        "name": root["name"],
        "type": AppCommandType.MESSAGE,
        "target_id": str(message.id),
        "resolved": {"messages": {str(message.id): resolved}},
    }
