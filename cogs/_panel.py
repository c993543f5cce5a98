"""What a panel is made from: a seat at a table, what it has staged, and the page that is open."""

from dataclasses import dataclass
from typing import Any

import engine
from cogs._parts import Item, button, select
from cogs._staging import Staging
from cogs._tables import Live
from cogs._texts import say
from engine.table import Table
from engine.view import View


@dataclass(frozen=True, slots=True)
class Page:
    """What a panel shows: play or Build, a picked rank, the page of discards, a notice."""

    build: bool = False
    rank: int | None = None
    discards: int = 0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything one panel is made from."""

    live: Live
    seat: int
    staging: Staging
    page: Page

    @property
    def table(self) -> Table:
        """The table, to ask what is legal for this seat."""
        return self.live.course.table

    @property
    def view(self) -> View:
        """What this seat may know."""
        return self.live.view(self.seat)

    def button(self, verb: str, *args: int, label: str = "", **looks: Any) -> Item:
        """A button of this panel; without a label, the catalogue's for the verb."""
        row_id, seen = self.live.row.id, self.live.row.seq
        return button(verb, row_id, seen, *args, label=label or say(f"panel.{verb}"), **looks)

    def select(self, verb: str, *args: int, **looks: Any) -> Item:
        """A select of this panel."""
        return select(verb, self.live.row.id, self.live.row.seq, *args, **looks)


def is_turn(panel: Panel, kind: str) -> bool:
    """Whether this seat has a decision of that kind to make."""
    pending = engine.pending(panel.table)
    return any(one.seat == panel.seat and one.kind == kind for one in pending)
