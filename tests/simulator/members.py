"""Members who type commands and press components."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord.actors import MemberActor

from tests.simulator.contexts import chosen_on_message, typed
from tests.simulator.messages import SELECT, Answer, Shown

if TYPE_CHECKING:
    from tests.simulator.simulator import Simulator

COMMAND, COMPONENT, MODAL = 2, 3, 5
CHANNEL_SELECT, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 8, 21, 22, 23
BEHIND = frozenset({"setup", "sortout"})
"""Buttons that open a page with further components."""
FEW = {"drop": "throw"}
"""The action of the buttons that replace a select of a few choices."""


@dataclass(frozen=True)
class Pressing:
    """An interaction that is about to happen."""

    person: "Member"
    channel_id: int
    type: int
    data: Mapping[str, Any]
    message: Shown | None = None


def filled_in(part: Mapping[str, Any], answers: Mapping[str, str | bool]) -> dict[str, Any]:
    """Return a part of a form as Discord sends it back: with an answer, or as it was shown.

    An answer to a choice is its value or its label. Several answers are separated by spaces.
    """
    if "components" in part:  # A row with a text field.
        return filled_in(part["components"][0], answers)
    name, kind = part["custom_id"], part["type"]
    chosen = [option["value"] for option in part.get("options", ()) if option.get("default")]
    values = {option["label"]: option["value"] for option in part.get("options", ())}
    answers = {key: values.get(str(answer), answer) for key, answer in answers.items()}
    sent = {"type": kind, "custom_id": name}
    if kind == SELECT:
        return sent | {"values": [answers[name]] if name in answers else chosen}
    if kind in {CHANNEL_SELECT, CHECKBOX_GROUP}:
        shown = [one["id"] for one in part.get("default_values", ())] or chosen
        given = str(answers[name]).split() if name in answers else shown
        return sent | {"values": list(map(str, given))}
    if kind == RADIO_GROUP:
        return sent | {"value": answers.get(name, chosen[0] if chosen else None)}
    if kind == CHECKBOX:
        return sent | {"value": answers.get(name, part.get("default", False))}
    return sent | {"value": answers.get(name, part.get("value") or "")}


class Member:
    """A member of the server."""

    def __init__(self, simulator: "Simulator", actor: MemberActor) -> None:
        self.simulator = simulator
        self.actor = actor
        self.id = actor.id
        self.name = actor.name
        self.locale = "en-US"

    def pressing(self, message: Shown, button: str) -> Pressing:
        """Prepare a press of the button with this label, custom id or action, for
        `simulator.together`.
        """
        return self._pressing(message, message.find(button, "button").custom_id)

    def choosing(self, message: Shown, select: str, choices: Sequence[str]) -> Pressing:
        """Prepare a choice in the select with this action, custom id or placeholder."""
        control = message.find(select, "select")
        values = [control.options.get(choice, choice) for choice in choices]
        assert set(values) <= set(control.options.values()), f"{choices} not in {control.options}"
        return self._pressing(message, control.custom_id, values)

    async def press(self, message: Shown, button: str) -> Answer:
        """Press a component, perhaps on the page behind **Set up** or **Sort it out**."""
        message = await self.page_with(message, button)
        return await self._do(self.pressing(message, button))

    async def page_with(self, message: Shown, wanted: str) -> Shown:
        """Return the message, or the page behind its **Set up** or **Sort it out**, if only that
        page has the component.
        """
        behind = next((c for c in message.controls if c.verb in BEHIND), None)
        here = any(wanted in {c.verb, c.label, c.custom_id} for c in message.controls)
        if here or behind is None:
            return message
        answer = await self._do(self._pressing(message, behind.custom_id))
        return answer.message

    async def set_terms(self, lobby: Shown, **answers: str | bool) -> Answer:
        """Fill in the form for length, seats and pace, behind a lobby's **Set up**."""
        return await self.submit(await self.press(lobby, "terms"), answers)

    async def remind_me(self, preferences: Shown, **answers: str) -> Answer:
        """Fill in the form for time and reminders, behind a message of `/preferences`."""
        return await self.submit(await self.press(preferences, "reminderform"), answers)

    async def cancel(self, message: Shown) -> Answer:
        """Cancel a table, and confirm."""
        return await self.press((await self.press(message, "close")).message, "Yes, cancel it")

    async def choose(self, message: Shown, select: str, choices: Sequence[str]) -> Answer:
        """Choose from a select, or press the button that replaces a select with few choices."""
        message = await self.page_with(message, select)
        instead = [c for c in message.controls if c.verb in {f"{select}it", FEW.get(select)}]
        is_there = any(control.verb == select for control in message.controls)
        if instead and not is_there:
            return await self.press(message, instead[0].custom_id)
        return await self._do(self.choosing(message, select, choices))

    async def press_stale(
        self, message: Shown, custom_id: str, values: Sequence[str] | None = None
    ) -> Answer:
        """Press a component that the message had before, or an invented one."""
        return await self._do(self._pressing(message, custom_id, values))

    @property
    def dm(self) -> int:
        """The id of the channel for direct messages with the bot."""
        return int(self.actor.user.dm_channel.id)

    async def slash(self, command: str, /, *, channel: Any = None, **options: Any) -> Answer:
        """Type a command; `command` includes the subcommand ("privacy export").

        Outside of servers, `channel` is the id of `dm`, or of a group.
        """
        if isinstance(channel, int):
            data = typed(self, channel, command, options)
            return await self._do(Pressing(self, channel, COMMAND, data))
        result = await self.actor.slash(channel or self.simulator.channel, command, **options)
        self.simulator.check()
        return Answer(self.simulator, result._interaction)

    async def menu(self, name: str, target: "Member | Shown", *, channel: Any = None) -> Answer:
        """Choose a menu on another member or on a message, by its English name."""
        if isinstance(target, Shown):
            data = chosen_on_message(self, name, target)
            return await self._do(Pressing(self, target.channel_id, COMMAND, data))
        where = channel or self.simulator.channel
        result = await self.actor.context_menu(where, name, target.actor)
        self.simulator.check()
        return Answer(self.simulator, result._interaction)

    async def complete(self, command: str, option: str, typed: str, /, **filled: Any) -> list[str]:
        """Return the autocomplete labels for a partly typed option."""
        return list(await self.choices(command, option, typed, **filled))

    async def choices(
        self, command: str, option: str, typed: str, /, **filled: Any
    ) -> dict[str, Any]:
        """Return the autocomplete labels, each with the value that it fills in."""
        actor, channel = self.actor, self.simulator.channel
        offered = await actor.autocomplete(channel, command, option, typed, **filled)
        self.simulator.check()
        return {choice["name"]: choice["value"] for choice in offered}

    async def submit(self, answer: Answer, fields: Mapping[str, str | bool]) -> Answer:
        assert answer.modal is not None, f"no form was opened: {answer.text}"
        data = {
            "custom_id": answer.modal["custom_id"],
            "components": [
                {"type": 18, "component": filled_in(part.get("component") or part, fields)}
                for part in answer.modal["components"]
            ],
        }
        channel_id, opener = answer.record.channel_id, answer.record.source_message_id
        source = Shown(self.simulator, channel_id, opener) if opener else None
        return await self._do(Pressing(self, channel_id, MODAL, data, source))

    async def _do(self, pressing: Pressing) -> Answer:
        (answer,) = await self.simulator.together(pressing)
        return answer

    def _pressing(
        self, message: Shown, custom_id: str, values: Sequence[str] | None = None
    ) -> Pressing:
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": SELECT, "values": list(values)}
        return Pressing(self, message.channel_id, COMPONENT, data, message)

    def __repr__(self) -> str:
        return f"<{self.name}>"
