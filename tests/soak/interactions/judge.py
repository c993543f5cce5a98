"""Checks of the database, all answers, and all public messages."""

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from cogs.ui.custom_id import CustomId
from data.models.tables import TableRow
from tests.fake_discord import Answer, FakeDiscord, Process
from tests.fake_discord.journal import Press
from tests.simulator.messages import controls_in
from tests.soak.interactions import forbidden_sentences
from tests.soak.interactions.database_reader import DatabaseReader
from tests.soak.interactions.public import Call, Public
from tests.soak.interactions.request_faults import RequestFaults

IN_PLAY: Final = frozenset({"hand", "log", "main", "about", "say", "drop", "dropit", "throw"})
"""Actions whose custom id has a log entry; a lobby's has a revision."""
BAD: Final = re.compile(r"Traceback|\bERROR\b|\bCRITICAL\b")
FRAME: Final = re.compile(
    r'/((?:cogs|data|engine|render)/[\w/]+\.py", line \d+|bot\.py", line \d+)'
)
VARIES: Final = re.compile(r"t1:[a-z_]+[-:\d]*|\b[0-9a-f]{6}\b|\d+|<.*>")
ANSWER_BY: Final = 4.0
"""Seconds after which a press can be checked."""
LATE: Final = 2.0
"""Delay in seconds after which the bot cannot answer a press any longer."""
KILLED_AFTER: Final = 15.0
"""Seconds after a press in which a kill excuses a missing answer."""


@dataclass
class Verdict:
    """The faults that were found, by kind."""

    wrong: dict[str, list[str]] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)

    def say(self, kind: str, what: str) -> None:
        """Record a fault."""
        self.wrong.setdefault(kind, []).append(what)


class Judge:
    """Checks everything when all activity has stopped, and after every kill."""

    def __init__(
        self,
        discord: FakeDiscord,
        process: Process,
        public: Public,
        books: DatabaseReader,
        request_faults: RequestFaults,
    ) -> None:
        self.verdict = Verdict()
        self.deleted: set[int] = set()
        """Messages that a moderator deleted."""
        self.deaths: list[float] = []
        """Times when the process was killed or asked to stop."""
        self._discord = discord
        self._process = process
        self._public = public
        self._books = books
        self._request_faults = request_faults
        self._judged: set[int] = set()
        self._lines = 0

    # ------------------------------------------------------------ 2: nothing is lost

    def after_kill(self) -> None:
        """Check that everything shown is in the log."""
        self._books.read()
        newest = {row.id: row.seq for row in self._books.rows()}
        for table, seen in self._shown().items():
            if seen > newest.get(table, 0):
                self.verdict.say("lost", f"table {table} showed {seen}, has {newest.get(table)}")
        for what in self._books.altered:
            self.verdict.say("lost", what)
        self._books.altered.clear()

    def _shown(self) -> Counter[int]:
        """Return the newest log entry that any message shows, by table."""
        shown: Counter[int] = Counter()
        for messages in self._discord.state.backend.messages.values():
            for message in messages.values():
                for control in controls_in(message.components):
                    address = CustomId.parse(control.custom_id)
                    if address.action in IN_PLAY:
                        shown[address.table] = max(shown[address.table], address.version)
        return shown

    # ------------------------------------------------------------ 3: it comes to rest

    def unsettled(self) -> list[str]:
        """Return what is not yet as it must be after all activity has stopped."""
        return [what for row in self._books.playing() for what in self._behind(row)]

    def _behind(self, row: TableRow) -> list[str]:
        if self._public.way_back(row.id) and "place" in self._books.holds(row.id):
            return []  # The table waits until one of its players asks for a new place.
        boards = self._public.boards(row.id)
        seen = [hand.custom_id.split(":")[3] for one in boards if (hand := one.find("hand"))]
        found = []
        if not seen and row.message_id in self.deleted:
            return []  # The bot got no event; a command can open the hand.
        if seen != [str(row.seq)]:
            place = "there" if row.thread_id in self._discord.state.backend.channels else "gone"
            told = f"live messages show {seen}, the log has {row.seq}, the thread is {place}"
            found.append(f"table {row.id}: {told}, message {row.message_id}")
        if holds := self._books.holds(row.id):
            found.append(f"table {row.id}: paused for {holds}")
        return [*found, *self._uncalled(row)]

    def _uncalled(self, row: TableRow) -> list[str]:
        found = []
        for wait in self._books.waits(row.id):
            driver = row.seats[wait.seat].player
            if driver is None or driver.kind != "member":
                found.append(f"table {row.id}: a computer player thinks since {wait.seq}")
                continue
            calls = [c for c in self._calls(row) if c.user_id == driver.user_id]
            # The end of a pause sets new deadlines; a player notified before it need not be
            # notified again.
            if not any(c.at >= wait.since - 1 or (c.seen or -1) >= wait.seq for c in calls):
                found.append(f"table {row.id}: seat {wait.seat} was not called since {wait.seq}")
        return found

    def _calls(self, row: TableRow) -> list[Call]:
        places = {row.channel_id, row.thread_id, row.lobby_message_id}
        return [
            call
            for call in self._public.calls
            if call.table == row.id or (call.table is None and call.channel_id in places)
        ]

    # ------------------------------------------------------------ what was told

    def look(self) -> None:
        """Check every press since the last check, the notifications, and the process's log."""
        self._books.read()
        started = self._books.contributions()
        for press in self._discord.journal.presses.values():
            if press.id not in self._judged and time.time() - press.at > ANSWER_BY:
                self._judged.add(press.id)
                self._judge(press, counted=str(press.id) in self._books.keys or press.id in started)
        for row in self._books.rows():
            self._doubled(row)
        self._read_log()

    def _judge(self, press: Press, *, counted: bool) -> None:
        figures = self.verdict.figures
        figures["presses"] += 1
        figures["counted"] += counted
        figures["made while the bot was dead"] += not press.heard
        figures["heard, and failed, says Discord"] += press.heard and not press.record.responded
        self.verdict.verbs[verb_of(press)] += 1
        for at, text in press.told:
            keys = forbidden_sentences.told(text)
            if counted and keys and not self._is_of_another(press, at):
                self.verdict.say("1 told an error though it counted", f"{describe(press)}: {text}")
            elif forbidden_sentences.is_fault(keys):
                self.verdict.say("told a fault", f"{describe(press)}: {text}")
            for key in keys:
                figures[f"told {key}"] += 1
        self._unanswered(press)

    def _is_of_another(self, press: Press, told: float) -> bool:
        """Whether the answer may belong to a later press whose own answer Discord did not accept.

        The bot shows the later press's result on the panel that its member saw last, which is this
        press's answer. A press during a gateway outage may reach the bot only after it.
        """
        later = (p for p in self._discord.journal.presses.values() if press.at < p.at <= told)
        return any(p.member == press.member and not p.record.responded for p in later)

    def _unanswered(self, press: Press) -> None:
        if press.record.channel_id not in self._discord.state.backend.channels:
            return  # The whole channel was deleted.
        died = any(press.at - 1 <= death <= press.at + KILLED_AFTER for death in self.deaths)
        spoilt = press.record.token in self._request_faults.spoilt or self._came_late(press)
        if self._thinks(press) and not died:
            self.verdict.say("5 left at thinking", describe(press))
        elif not press.record.responded and press.heard and not died:
            self.verdict.figures[
                "unanswered while requests failed" if spoilt else "unanswered"
            ] += 1
            if not spoilt:
                self.verdict.say("5 unanswered", describe(press))

    def _came_late(self, press: Press) -> bool:
        """Whether the press was made during a gateway outage, and so reached the bot late."""
        gaps = self._discord.gateway.gaps
        return any(left <= press.at + LATE <= back for left, back in gaps)

    def _thinks(self, press: Press) -> bool:
        """Whether the member still sees "thinking…", unless they dismissed that message."""
        messages = self._discord.state.backend.messages.get(press.record.channel_id, {})
        return press.thinking and press.record.message_id in messages

    def double_tap(self, taps: tuple[Answer, Answer]) -> None:
        """Check a double tap: if one tap counted, the last answer is not "nothing was done"."""
        if not any(str(tap.press.id) in self._books.keys for tap in taps):
            return
        told = sorted(one for tap in taps for one in tap.press.told)
        if told and "panel.stale" in forbidden_sentences.told(told[-1][1]):
            self.verdict.say("1 a double tap ended on nothing done", describe(taps[0].press))

    # ------------------------------------------------------------ nobody is called twice

    def _doubled(self, row: TableRow) -> None:
        if row.seq == 0 and row.status == "lobby":
            return
        calls = Counter(self._turn_of(row, call) for call in self._calls(row))
        for (turn, user_id), times in calls.items():
            if times > 1 and turn is not None:
                key = f"table {row.id}: {user_id} called {times} times for the turn of {turn}"
                if key not in self.verdict.wrong.get("3 called twice", ()):
                    self.verdict.say("3 called twice", key)

    def _turn_of(self, row: TableRow, call: Call) -> tuple[int | None, int]:
        """Return the log entry that started the turn of a notification; None if it is unknown."""
        if call.seen is None:
            return None, call.user_id
        seats = {s.seat for s in row.seats if s.player and s.player.user_id == call.user_id}
        began = [at for at, fresh in self._books.turns(row) if seats & fresh and at <= call.seen]
        return (began[-1] if began else None), call.user_id

    # ------------------------------------------------------------ 4: the log

    def _read_log(self) -> None:
        lines = self._process.words().splitlines()
        for line in lines[self._lines :]:
            if BAD.search(line):
                self.verdict.say("4 in the log", kind_of(line))
        self._lines = len(lines)


def kind_of(line: str) -> str:
    """Return a log line without what differs between cases: its head, our frames, the error."""
    head, *rest = line.split("\\n")
    ours = [where for part in rest for where in FRAME.findall(part)]
    return f"{VARIES.sub('…', head[24:])[:300]}  {' > '.join(ours)}  {rest[-1] if rest else ''}"


def verb_of(press: Press) -> str:
    """Return the action that was pressed, or the command that was typed."""
    return press.what.split(":")[1] if ":" in press.what else f"/{press.what}"


def describe(press: Press) -> str:
    """Describe a press for a reader of the verdict."""
    return f"{press.id} {press.what} by {press.member} at {press.at:.1f}"
