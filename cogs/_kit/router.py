"""The router: the one way from an interaction to the control that answers it.

Every interaction is counted as in flight. What it raises reaches the one error handler.
"""

from collections.abc import Mapping
from typing import Any, cast

import discord

from cogs._kit import replies
from cogs._kit.address import Address
from cogs._kit.client import Press
from cogs._kit.controls import Control, fields
from cogs._kit.refusals import Refusal, Storm
from cogs._kit.verbs import Form, Verb


class Controls:
    """Who answers what, for one bot."""

    def __init__(self) -> None:
        self._installed: dict[str, type[Control]] = {}

    def install(self, *kinds: type[Control]) -> None:
        """Answer these controls. Raises `ValueError` when a verb is taken twice."""
        for kind in kinds:
            taken = self._installed.setdefault(kind.verb.name, kind)
            if taken is not kind:
                raise ValueError(f"two controls answer to {kind.verb.name!r}")

    @property
    def verbs(self) -> frozenset[Verb]:
        """What is answered."""
        return frozenset(kind.verb for kind in self._installed.values())

    async def route(self, interaction: Press) -> None:
        """Answer a control or a form that was pressed; whoever else interacts is not for us."""
        kinds = discord.InteractionType
        if interaction.type not in {kinds.component, kinds.modal_submit}:
            return
        control = self._found(interaction)
        if control is None:
            await interaction.client.failed(interaction, Refusal("room.old_control"))
        else:
            await answering(interaction, control)

    def _found(self, interaction: Press) -> Control | None:
        """The control that was pressed; None for one that nobody knows any more."""
        data = cast("Mapping[str, Any]", interaction.data)
        try:
            address = Address.parse(data["custom_id"])
        except ValueError:
            return None
        kind = self._installed.get(address.verb)
        is_form = interaction.type is discord.InteractionType.modal_submit
        # Ids can be made up: on a button a form's verb would find no fields.
        if kind is None or isinstance(kind.verb, Form) != is_form:
            return None
        answers = dict(fields(data.get("components", ())))
        return kind(address, data.get("values", ()), answers)


async def answering(interaction: Press, control: Control) -> None:
    """Do the work of a press, and speak the language of whoever pressed."""
    with interaction.client.languages.of_press(interaction):
        await passing(interaction, control)


async def passing(interaction: Press, control: Control) -> None:
    """Do the work of a press inside the gate; what it raises goes to the error handler."""
    replies.arrived(interaction)
    try:
        interaction.client.pulse.heard(interaction.created_at.timestamp())
        with interaction.client.gate.passing(interaction.user.id):
            interaction.client.services.activity.check_open()
            check_storm(interaction)
            await control.press(interaction)
    except Exception as error:  # noqa: BLE001 - the one handler decides what each error means
        await interaction.client.failed(interaction, error)


def check_storm(press: Press) -> None:
    """Raise `Storm` when somebody presses, or types commands, faster than anybody plays."""
    storms = press.client.storms
    # A command has no message: its channel is the place.
    place = press.message.id if press.message is not None else press.channel_id or 0
    if not storms.admits(press.user.id, place):
        press.client.figures.count("storms")
        raise Storm(told=not storms.warns(press.user.id))
