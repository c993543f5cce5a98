"""Rows about messages on Discord: pending, stale, announced, and hand panels."""

from dataclasses import dataclass, field
from typing import Final

from data.models.deadlines import ReminderKind
from data.models.members import GuildSettings

MAX_NONCE: Final = 2**31 - 1
VOTE_PREFIX: Final = "vote."
"""Prefix of the message of a vote. The number of the vote follows."""
VOTE_CALL: Final = "ask."
"""Prefix of the message that notifies one voter. The numbers of vote and seat follow."""
CALLS: Final = frozenset({"tell", "remind", "nudge"})
"""First words of the names of reminders: each is about the decision of one seat."""
DIGEST_PREFIX: Final = "digest."
"""Prefix of the digest of a seat's member."""
ReminderOfSeat = tuple[ReminderKind, int, int]
"""A notification of a seat: its kind, the seat, and the entry at which the decision was asked."""


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """A message to send to a channel or thread, the `place`. `what` is unique at its table.

    `seq` is the log entry that the message shows. `told` are the notifications in the message. Once
    the message is sent, `value` is saved under `key`: a column of `posted`, "nudge." and a seat, or
    `ASKED`. If `tried` is set, the message may exist already.

    For the table's message, `value` is the table's `rendered_seq`. The commit that saves the
    message's id replaces it by `seq`.
    """

    table_id: int
    what: str
    place: int
    seq: int = 0
    told: tuple[ReminderOfSeat, ...] = ()
    key: str | None = None
    value: str | None = None
    tried: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMessage(MessageDraft):
    """A pending message, recorded at `at`."""

    nonce: int
    at: float

    @property
    def mark(self) -> int:
        """Number that identifies the message's components: 31 bits, never 0."""
        # Component ids of Discord have 32 bits, and it replaces 0 by an id of its own.
        return 1 + self.nonce % MAX_NONCE


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that a guild gets only once. `what` is its kind.

    `place` is its channel; 0 if it has none. `tried` is the time of the newest attempt: from then
    on the message may exist. It is 0 before the first attempt, and after Discord refused the
    message. `message_id` is 0 until the message is known to exist.
    """

    guild_id: int
    what: str
    place: int
    nonce: int
    at: float
    tried: float
    message_id: int

    @property
    def mark(self) -> int:
        """Number that identifies the message's components: 31 bits, never 0."""
        return 1 + self.nonce

    @property
    def month(self) -> str:
        """The month of a notice about a month, such as "2026-11"."""
        return self.what.partition(":")[2]


@dataclass(frozen=True, slots=True)
class StaleMessage:
    """A stale message of a table, which showed it up to entry `seq`.

    `direct` says that it is in a member's direct messages, where it must be deleted.
    """

    table_id: int
    message_id: int
    place: int
    seq: int
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Announcements:
    """The announcements so far: the number of score sheets, the end, the records."""

    rounds: int = 0
    final: bool = False
    records: bool = False


@dataclass(frozen=True, slots=True)
class HandPanelRow:
    """The newest interaction token of a member's hand panel. Valid for 15 minutes."""

    table_id: int
    seat: int
    user_id: int
    token: str = field(repr=False)
    application_id: int
    message_id: int | None
    at: float


@dataclass(frozen=True, slots=True)
class DmHandRow:
    """A member's newest hand panel or reminder of a table, in their direct messages.

    Attributes:
        seq: The log entry that it shows.
        at: When it was sent or edited last, in UTC epoch seconds.
        language: The language in which it is written.
        call: Whether it is a reminder, which shows no hand.
        token: The token of the member's last press on it; "" if the bot has sent it since,
            or if the token has expired and was deleted.
        pressed: When the member pressed last, by Discord's time; 0 if never.
    """

    table_id: int
    user_id: int
    seat: int
    channel_id: int
    message_id: int
    seq: int
    at: float
    language: str
    call: bool = False
    token: str = field(default="", repr=False)
    pressed: float = 0.0


@dataclass(frozen=True, slots=True)
class DmHandTimes:
    """Three times that decide which outdated DM hands `DmHands.poll` edits.

    A hand without a token that the member used after `pressed` is edited if its last edit was
    before `opened`. Any other hand is edited if its last edit was before `older`.
    """

    pressed: float
    opened: float
    older: float


@dataclass(frozen=True, slots=True)
class MessageState:
    """The messages of a table: pending, stale and announced."""

    server: GuildSettings
    posts: tuple[PendingMessage, ...] = ()
    relics: tuple[StaleMessage, ...] = ()
    posted: Announcements = field(default_factory=Announcements)

    def post(self, what: str) -> PendingMessage | None:
        """Return the pending message of that kind, or None."""
        return next((post for post in self.posts if post.what == what), None)
