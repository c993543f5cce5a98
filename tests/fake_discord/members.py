"""Members, who see messages and press their components."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.interactions import base_payload

from tests.fake_discord.journal import Press
from tests.fake_discord.state import Server
from tests.simulator.members import filled_in
from tests.simulator.messages import Control, controls_in, texts_in

if TYPE_CHECKING:
    from tests.fake_discord.server import FakeDiscord

COMMAND, COMPONENT, TYPING, MODAL = 2, 3, 4, 5
BUTTON, SELECT = 2, 3
ANSWER_BY: Final = 3.0
"""Seconds after which Discord says that the application did not respond."""
STRING = 3


@dataclass(frozen=True)
class Seen:
    """A message in its newest version, while it exists."""

    message: Message

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def text(self) -> str:
        """All its words."""
        return "\n".join(filter(None, [self.message.content, *texts_in(self.message.components)]))

    @property
    def controls(self) -> tuple[Control, ...]:
        return controls_in(self.message.components)

    @property
    def open(self) -> tuple[Control, ...]:
        """The enabled components."""
        return tuple(control for control in self.controls if not control.disabled)

    def find(self, verb: str) -> Control | None:
        """Return the first enabled component with this action."""
        return next((control for control in self.open if control.verb == verb), None)


@dataclass(frozen=True)
class Answer:
    """The result of a press."""

    press: Press
    message: Seen | None
    failed: bool
    """Whether Discord told the member that the application did not respond."""

    @property
    def text(self) -> str:
        """The newest text of the answer."""
        return self.press.texts[-1] if self.press.told else ""

    @property
    def modal(self) -> Mapping[str, Any] | None:
        """The modal that opened."""
        return self.press.record.modal


class Member:
    """A member of the server."""

    def __init__(
        self, discord: "FakeDiscord", user_id: int, name: str, locale: str, server: Server
    ) -> None:
        self.id = user_id
        self.name = name
        self.locale = locale
        self.server = server
        self._discord = discord
        self._backend = discord.state.backend

    @property
    def direct(self) -> int:
        """Id of the channel of the member's direct messages with the bot."""
        return int(self._backend.get_dm_channel(self.id).id)

    # ------------------------------------------------------------ seeing

    def sees(self, channel_id: int) -> Iterator[Seen]:
        """Yield the messages of a channel, newest first."""
        messages = self._backend.messages.get(channel_id, {})
        for message in reversed(list(messages.values())):
            if message.visible_to(self.id):
                yield Seen(message)

    def still(self, seen: Seen) -> bool:
        """Whether the message still exists."""
        return seen.id in self._backend.messages.get(seen.message.channel_id, {})

    def dismiss(self, seen: Seen) -> None:
        """Dismiss a private message, so that nobody can edit it; public messages remain."""
        if seen.message.is_ephemeral and self.still(seen):
            self._backend.delete_message(seen.message.channel_id, seen.id)

    # ------------------------------------------------------------ pressing

    async def press(
        self,
        seen: Seen,
        control: Control | str,
        values: Sequence[str] = (),
        *,
        patience: float = 10,
    ) -> Answer:
        """Press a component, or a custom id that the message had before."""
        custom_id = control if isinstance(control, str) else control.custom_id
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values:
            data |= {"component_type": SELECT, "values": list(values)}
        channel_id = seen.message.channel_id
        return await self._do(COMPONENT, channel_id, data, seen.message, patience)

    async def submit(
        self, answer: Answer, fields: Mapping[str, str | bool], *, patience: float = 10
    ) -> Answer:
        """Fill in the modal that `answer` opened and submit it; other fields keep their values."""
        assert answer.modal is not None
        parts = [
            {"type": 18, "component": filled_in(part.get("component") or part, fields)}
            for part in answer.modal["components"]
        ]
        data = {"custom_id": answer.modal["custom_id"], "components": parts}
        record = answer.press.record
        messages = self._backend.messages.get(record.channel_id, {})
        source = messages.get(record.source_message_id or 0)
        return await self._do(MODAL, record.channel_id, data, source, patience)

    async def slash(
        self, name: str, channel_id: int = 0, /, *, patience: float = 10, **options: str
    ) -> Answer:
        """Type a command whose options are texts."""
        given = [{"name": k, "type": STRING, "value": v} for k, v in options.items()]
        return await self._typed(COMMAND, name, channel_id, given, patience)

    async def complete(self, name: str, option: str, typed: str, channel_id: int = 0) -> list[str]:
        """Return the autocomplete values for a partly typed option."""
        given = [{"name": option, "type": STRING, "value": typed, "focused": True}]
        answer = await self._typed(TYPING, name, channel_id, given, 0)
        return [choice["value"] for choice in answer.press.record.autocomplete_choices or ()]

    async def _typed(
        self, kind: int, name: str, channel_id: int, options: list[Any], patience: float
    ) -> Answer:
        channel_id = channel_id or self.server.channels[0]
        command = self._backend.find_command(name, self.server.guild.id)
        number = command["id"] if command else "1"
        data = {"id": number, "name": name, "type": 1, "options": options}
        return await self._do(kind, channel_id, data, None, patience)

    async def _do(
        self,
        kind: int,
        channel_id: int,
        data: dict[str, Any],
        message: Message | None,
        patience: float,
    ) -> Answer:
        press = self._begin(kind, channel_id, data, message)
        journal = self._discord.journal
        record = press.record
        responded = await journal.until(press, lambda: record.responded, ANSWER_BY)
        if responded and not record.modal and kind != TYPING:
            await journal.until(press, lambda: bool(press.told) and not press.thinking, patience)
        return Answer(press, self._shown(press), failed=not responded)

    def _begin(
        self, kind: int, channel_id: int, data: dict[str, Any], message: Message | None
    ) -> Press:
        backend = self._backend
        guild_id = backend.get_channel(channel_id).guild_id
        record, payload = base_payload(
            backend,
            type=kind,
            channel_id=channel_id,
            guild_id=guild_id,
            user_id=self.id,
            data=data,
        )
        payload["locale"] = self.locale
        if message is not None:
            record.source_message_id = message.id
            payload["message"] = serializers.message_payload(backend, message)
        what = str(data.get("custom_id") or data.get("name"))
        # Discord sends what has no server to shard 0.
        heard = self._discord.gateway.hears(guild_id or 0)
        press = Press(record, self.id, what, time.time(), heard=heard)
        self._discord.journal.begin(press)
        self._discord.gateway.heard("INTERACTION_CREATE", payload)
        return press

    def _shown(self, press: Press) -> Seen | None:
        record = press.record
        try:
            return Seen(self._backend.get_message(record.channel_id, record.message_id or 0))
        except BackendError:
            return None

    def __repr__(self) -> str:
        return f"<{self.name}>"
