"""Messages of the simulated Discord, as members and tests read them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcord.components import walk_components

from cogs.ui.custom_id import CustomId

if TYPE_CHECKING:
    from tests.simulator.simulator import Simulator


BUTTON, SELECT, TEXT, THUMBNAIL, GALLERY = 2, 3, 10, 11, 12
KINDS = {BUTTON: "button", SELECT: "select"}
EPHEMERAL = 1 << 6


@dataclass(frozen=True)
class Control:
    """A button or a select on a message."""

    custom_id: str
    label: str
    kind: str
    disabled: bool
    options: Mapping[str, str]  # A select's options: label -> value.
    placeholder: str

    @property
    def verb(self) -> str:
        return CustomId.parse(self.custom_id).action


def walk(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yield every component, however deeply nested, in reading order."""
    yield from walk_components(components)


def texts_in(components: Sequence[Any]) -> list[str]:
    return [part["content"] for part in walk(components) if part["type"] == TEXT]


def controls_in(components: Sequence[Any]) -> tuple[Control, ...]:
    return tuple(
        Control(
            part["custom_id"],
            part.get("label") or "",
            KINDS[part["type"]],
            bool(part.get("disabled")),
            {option["label"]: option["value"] for option in part.get("options", ())},
            part.get("placeholder") or "",
        )
        for part in walk(components)
        if part["type"] in KINDS and part.get("custom_id")
    )


def media_in(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for part in walk(components):
        if part["type"] == THUMBNAIL:
            yield part
        elif part["type"] == GALLERY:
            yield from part["items"]


class Shown:
    """One message; every property reads its newest version."""

    def __init__(self, simulator: "Simulator", channel_id: int, message_id: int) -> None:
        self.simulator = simulator
        self.channel_id = channel_id
        self.id = message_id

    @property
    def stored(self) -> Any:
        """Return SimCord's record. Raises "unknown message" if the message was deleted."""
        return self.simulator.env.backend.get_message(self.channel_id, self.id)

    @property
    def text(self) -> str:
        """All its words: the content and every text component, one line each."""
        return "\n".join(filter(None, [self.stored.content, *texts_in(self.stored.components)]))

    @property
    def controls(self) -> tuple[Control, ...]:
        return controls_in(self.stored.components)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its enabled buttons."""
        return tuple(c.label for c in self.controls if c.kind == "button" and not c.disabled)

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses of its link buttons."""
        return tuple(part["url"] for part in walk(self.stored.components) if part.get("url"))

    @property
    def alts(self) -> tuple[str, ...]:
        return tuple(item.get("description") or "" for item in media_in(self.stored.components))

    @property
    def private(self) -> bool:
        return bool(self.stored.flags & EPHEMERAL)

    @property
    def pinged(self) -> tuple[int, ...]:
        """The ids of the members whom the message notified."""
        return tuple(self.stored.ping_user_ids)

    def images(self) -> dict[str, bytes]:
        """Return its files by name."""
        cdn = self.simulator.env.backend.cdn
        files = self.stored.attachments
        return {file["filename"]: cdn.get(file["url"]) or b"" for file in files}

    def find(self, wanted: str, kind: str) -> Control:
        """Return the only component with this label, custom id or action.

        Fails with a sentence if there is none, or more than one.
        """
        mine = [control for control in self.controls if control.kind == kind]
        found = (
            [control for control in mine if wanted in {control.custom_id, control.label}]
            or [control for control in mine if control.verb == wanted]
            or [control for control in mine if wanted and control.placeholder == wanted]
        )
        names = [f"{control.label or control.placeholder}={control.custom_id}" for control in mine]
        assert len(found) == 1, f"{len(found)} {kind}s answer to {wanted!r}; there are {names}"
        assert not found[0].disabled, f"{wanted!r} is disabled"
        return found[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<message {self.id}: {self.text[:60]!r}>"


class Answer:
    """The bot's answer to one interaction."""

    def __init__(self, simulator: "Simulator", record: Any) -> None:
        self.simulator = simulator
        self.record = record

    @property
    def acknowledged(self) -> bool:
        return bool(self.record.responded)

    @property
    def modal(self) -> dict[str, Any] | None:
        """The modal that was opened, as Discord received it."""
        return self.record.modal  # type: ignore[no-any-return]

    @property
    def message(self) -> Shown:
        """The message that answered, or the pressed message if it was edited."""
        assert self.record.message_id is not None, "no message answered"
        return Shown(self.simulator, self.record.channel_id, self.record.message_id)

    @property
    def followups(self) -> tuple[Shown, ...]:
        ids = self.record.followup_ids
        return tuple(Shown(self.simulator, self.record.channel_id, one) for one in ids)

    @property
    def told(self) -> tuple[Shown, ...]:
        """The answer and all follow-ups."""
        return ((self.message,) if self.record.message_id else ()) + self.followups

    @property
    def text(self) -> str:
        """All words of the answer and its follow-ups."""
        return "\n".join(shown.text for shown in self.told)

    @property
    def private(self) -> bool:
        """Whether only one member can read the answer."""
        return all(shown.private for shown in self.told)

    def __repr__(self) -> str:
        return f"<answer {self.text[:80]!r}>"


def text_of(shown: Shown) -> str:
    """Return all words of a message."""
    return shown.text


def controls_of(shown: Shown) -> tuple[Control, ...]:
    """Return all components of a message."""
    return shown.controls
