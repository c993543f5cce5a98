"""`ListedTable`: an entry of the list of tables, and its text."""

from dataclasses import dataclass

import engine
from cogs.game.deadlines import PACES
from cogs.game.state import TableState, has_member_player, is_seat_taken_over
from cogs.my_tables.reachability import REACHED, Reachability
from cogs.narration.table_words import (
    deadline_timestamp,
    decision_in_words,
    game_name,
)
from cogs.ui.texts import join_words, say
from data.models.deadlines import Pause
from data.models.tables import TablePurpose, TableRow


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of the list.

    Attributes:
        row: The table.
        state: Its state; None for a lobby.
        reach: Whether the member can reach its message.
        paused: The pause of the whole table, or None.
        homeless: Whether the table's channel is gone.
        server: The escaped name of its server; "" for a private table.
        here: Whether the member opened the list on the table's server.
        absent: Whether Discord has said lately that the member is not on the server.
    """

    row: TableRow
    state: TableState | None
    reach: Reachability
    paused: Pause | None
    homeless: bool
    server: str
    here: bool = True
    absent: bool = False

    @property
    def is_lobby(self) -> bool:
        return self.state is None

    @property
    def is_reached(self) -> bool:
        """Whether the member can open the table from the list. Always true for a private table."""
        return self.row.is_private or self.reach in REACHED

    def is_due(self, user_id: int) -> bool:
        """Return whether the game waits for the member's decision."""
        state = self.state
        if state is None or self.row.is_private:
            return False
        return state.seat_of(user_id) in state.deciding()

    def has_substitute(self, user_id: int) -> bool:
        """Return whether somebody else plays the member's seat."""
        return self.state is not None and is_seat_taken_over(self.state, user_id)

    def deadline(self, user_id: int) -> float | None:
        """Return the deadline of the member's decision, or else the table's next deadline."""
        if self.state is None:
            return None
        seat = self.state.seat_of(user_id)
        own = None if seat is None else self.state.open_decision(seat)
        return self.state.row.deadline if own is None else own.deadline

    def sort_key(self, user_id: int) -> tuple[int, float]:
        """Return the sort key: what waits for the member, then games, lobbies, private tables."""
        if self.row.is_private:
            return 3, -self.row.updated
        if self.state is None:
            return 2, self.row.created
        return int(not self.is_due(user_id)), self.deadline(user_id) or 0

    def words(self, user_id: int) -> str:
        """Return the text of the entry: a line about the table, then notes.

        The notes say why the member cannot reach the table or who plays the member's seat, and how
        long the table is paused.
        """
        unusual = self.missing_words() or self._substitute_words(user_id)
        paused = say("tables.paused", at=round(self.paused.until)) if self.paused else ""
        below = " ".join(filter(None, (unusual, paused)))
        return "\n".join(filter(None, (self._first_line(user_id), below)))

    def _substitute_words(self, user_id: int) -> str:
        """Return the sentence about the member's substitute; "" if the member plays the seat.

        If no member plays at the table, the sentence says that the game waits.
        """
        key = "tables.held" if has_member_player(self.row) else "tables.held_alone"
        return say(key) if self.has_substitute(user_id) else ""

    def missing_words(self) -> str:
        """Return the sentence why the member cannot reach the table; "" if they can."""
        if self.is_reached:
            return ""
        match self.reach:
            case Reachability.UNSENT:
                return say("tables.unsent")
            case Reachability.LOCKED:
                return say("mytables.locked")
            case _:
                return say("tables.unseen")

    def _first_line(self, user_id: int) -> str:
        facts = {"server": self.server, "table": self.row.id}
        if self.row.is_private:
            key = "lesson" if self.row.purpose is TablePurpose.LESSON else "practice"
            return say(f"mytables.{key}", game=engine.GAMES[self.row.game].name, **facts)
        state = self.state
        if state is None:
            empty = self.row.open_seat_count
            return say("mytables.lobby", game=engine.GAMES[self.row.game].name, n=empty, **facts)
        return say(
            "mytables.game",
            mark=say("tables.yours" if self.is_due(user_id) else "tables.others"),
            game=game_name(state),
            round=state.view(None).round,
            what=self._waits_for(state, user_id),
            until=self._until(user_id),
            **facts,
        )

    def _waits_for(self, state: TableState, user_id: int) -> str:
        if self.is_due(user_id):
            return decision_in_words(state, state.seat_of(user_id) or 0)
        who = join_words(state.player_name(seat) for seat in state.deciding())
        return say("tables.waits", who=who)

    def _until(self, user_id: int) -> str:
        at = self.deadline(user_id)
        return deadline_timestamp(at) if at is not None and PACES[self.row.pace].reminds else ""
