"""Models of members: their preferences, and the result of an erasure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

ReminderChannel = Literal["thread", "direct", "none"]
Substitution = Literal["computer", "member"]
"""Who may play a member's seat in their absence: a computer player, or a member after a vote."""
ReminderRhythm = Literal["none", "half", "quarter", "twice", "hour"]
"""How often a member is reminded of one decision; see `cogs.game.deadlines`."""
VacatedTables = Mapping[int, tuple[int, ...]]
"""Tables that an erased member left, each with its seats."""
Record = Mapping[str, Any]
LESSON_DONE = ""
"""The step of a completed lesson."""
LESSON_NOT_BEGUN = "-"
"""The step of a lesson that the member has suspended to take an earlier course first."""


@dataclass(frozen=True, slots=True)
class Membership:
    """A server that knows a member, and the member's newest name there."""

    guild_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan. It was made in round `round`, when entry `seq` was the newest.

    The plan is played only while `armed`. If the plan stopped, `note` has the reason.
    """

    table_id: int
    user_id: int
    round: int
    seq: int
    armed: bool
    body: str
    note: str = ""


# ---- Models of members: their preferences, and the result of an erasure


@dataclass(frozen=True, slots=True)
class ReminderPreferences:
    """How a member is reminded, and who plays when they stop.

    `quiet_from` and `quiet_to` are minutes of the day in the member's `zone`. Both are None without
    quiet hours. `digest` is the minute of the day for the daily digest, or None. The next digest is
    due at `digest_due`, in epoch seconds.
    """

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    way: ReminderChannel = "thread"
    rhythm: ReminderRhythm = "quarter"
    digest: int | None = None
    digest_due: float | None = None
    substitution: Substitution = "computer"


@dataclass(frozen=True, slots=True)
class Mailbox:
    """How direct messages reach a member. Times are in UTC epoch seconds.

    Attributes:
        user_id: The member.
        channel_id: The channel of the direct messages; None if the bot has not opened it.
        not_before: When the bot tries again after a failure.
        tries: How many tries in a row have failed.
        used: When the member pressed something there, or was reminded there, last.
    """

    user_id: int
    channel_id: int | None = None
    not_before: float = 0.0
    tries: int = 0
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class MemberErased:
    """The number of guilds in which a member was known, and the lobbies and games they left."""

    servers: int
    left: VacatedTables


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A lesson and the member's step in it, `LESSON_DONE` or `LESSON_NOT_BEGUN`."""

    lesson: str
    step: str


@dataclass(frozen=True, slots=True)
class PresetAuthor:
    """A member who saves or deletes a preset, and whether they manage the server.

    A manager of the server may change every preset; other members only their own.
    """

    user_id: int
    manages: bool


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """Settings of a guild.

    Attributes:
        language: The language of public messages; None for the one that Discord reports.
        tells_records: Whether broken records are announced.
        home: The channel or forum in which tables open; None for the channel of the command.
        zone: The IANA name of the guild's time zone.
        link: Whether a podium has a button that adds the bot to other servers.
        month: Whether the guild wants a post at each month's end.
        month_place: The channel of that post; None for `home`.
        wants_players: Whether hosts may call players who want to be called.
    """

    language: str | None = None
    tells_records: bool = False
    home: int | None = None
    zone: str = "UTC"
    link: bool = True
    month: bool = False
    month_place: int | None = None
    wants_players: bool = True


@dataclass(frozen=True, slots=True)
class SavedAppearance:
    """The deck, the order of the hand, and whether the text is above the picture."""

    user_id: int
    deck: str
    hand_order: str
    words_first: bool


@dataclass(frozen=True, slots=True)
class AutoAnswer:
    """A member's auto-answers for a seat, as numbers that only `cogs` interprets."""

    table_id: int
    seat: int
    user_id: int
    offer: int
    leave: int
    until: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A move proposed to a member when entry `seq` was the newest."""

    table_id: int
    user_id: int
    seq: int
    body: str


@dataclass(frozen=True, slots=True)
class MemberState:
    """Everything that one member has chosen in general or prepared at one table.

    `auto_answer` is keyed by seat. `newcomer` says that none of the member's games has ended yet.
    `memo` is the member's note. `holiday` is the end of the member's holiday in epoch seconds, or
    None.
    """

    preference: ReminderPreferences = field(default_factory=ReminderPreferences)
    look: SavedAppearance | None = None
    plan: PlanRow | None = None
    standing: Mapping[int, AutoAnswer] = field(default_factory=dict)
    staged: str = ""
    proposal: Proposal | None = None
    newcomer: bool = False
    memo: str = ""
    holiday: float | None = None


@dataclass(frozen=True, slots=True)
class CoachingRow:
    """The coach's memory of a member. `heard` has counts under keys that only `cogs` interprets."""

    silent: bool = False
    heard: Mapping[str, int] = field(default_factory=dict)


DEFAULT_MEMBER_STATE: Final = MemberState()
