"""`HandPanel`: what the pages of a hand panel are made from, for one seat.

The layout is in `layout`; interactions with the panel are in `interaction`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeVar
from zlib import crc32

import engine
from cogs.game.private_tables import is_practice
from cogs.game.state import TableState
from cogs.hand.appearance import DEFAULT_APPEARANCE, HandAppearance, appearance_of
from cogs.hand.auto_answers import NO_AUTO_ANSWERS, AutoAnswers, auto_answers_of
from cogs.hand.plan import NO_PLAN, PlanState, plan_of
from cogs.narration.labels import move_label, spelled_out
from cogs.ui.actions import ButtonAction, SelectAction
from cogs.ui.layout import Item, button, select
from cogs.ui.texts import say
from engine.advice import choices
from engine.advice.staging import Staging
from engine.advice.whole_turn import BEST, WholeTurn, best_discards, lay_all, luck, whole_turn
from engine.model.moves import Discard, Move
from engine.model.view import View
from engine.players import Advice, advise

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HandPage:
    """Which page of the panel is open: *Play* by default, and what it shows in addition.

    Attributes:
        build: The Build page.
        about: The About page.
        plan: The plan page.
        picks: Page number of the groups that can be staged.
        discards: Page number of the discards.
        leaving: Whether to ask for confirmation before going out.
        notice: Text above everything else.
        coach: The coach's line in a practice game.
        proposed: A move in notation that is suggested with the notice.
    """

    build: bool = False
    about: bool = False
    plan: bool = False
    picks: int = 0
    discards: int = 0
    leaving: bool = False
    notice: str = ""
    coach: str = ""
    proposed: str = ""


# Without slots: `cached_property` needs a `__dict__`.
@dataclass(frozen=True)
class HandPanel:
    """State, seat, staged groups and settings from which a panel is made."""

    state: TableState
    seat: int
    staging: Staging
    page: HandPage
    auto_answers: AutoAnswers = NO_AUTO_ANSWERS
    appearance: HandAppearance = DEFAULT_APPEARANCE
    plan_state: PlanState = NO_PLAN

    @classmethod
    def of(cls, state: TableState, seat: int, page: HandPage) -> Self:
        """Return the panel of a seat as it is now."""
        answers, appearance = auto_answers_of(state, seat), appearance_of(state, seat)
        return cls(
            state, seat, state.staging(seat), page, answers, appearance, plan_of(state, seat)
        )

    @property
    def table(self) -> engine.FaceDown:
        """The table as this seat knows it, to ask what is legal."""
        return self.state.seen(self.seat)

    @property
    def view(self) -> View:
        """The seat's own view."""
        return self.state.view(self.seat)

    def known(self, ask: Callable[[engine.FaceDown, int], T]) -> T:
        """Result of `ask` for that table, cached by the game state."""
        return self.state.game.known(ask, self.seat)

    @cached_property
    def proposed_turn(self) -> WholeTurn:
        """The turn that is proposed to a seat that has drawn; empty for any other seat."""
        return self.known(whole_turn) if is_turn(self, "play") else WholeTurn()

    @cached_property
    def is_coached(self) -> bool:
        """Whether this is a practice game with the coach switched on."""
        row = self.state.circumstances.coaching
        return is_practice(self.state) and not (row is not None and row.silent)

    @cached_property
    def advised(self) -> Advice | None:
        """The move of a good player to a coached seat before it has drawn, or None."""
        before = any(is_turn(self, kind) for kind in ("draw", "offer", "answer"))
        return advise(self.view, luck()) if self.is_coached and before else None

    @cached_property
    def all_naturals(self) -> tuple[Move, ...]:
        """Melds and lay-offs of everything that can be laid without a wild card."""
        return self.known(lay_all) if is_turn(self, "play") else ()

    @cached_property
    def best_discards(self) -> list[int]:
        """The best discards, the one of the proposed turn first."""
        last = self.proposed_turn.last
        found = self.known(best_discards) if is_turn(self, "play") else []
        first = [last.move.card] if last and isinstance(last.move, Discard) else []
        return list(dict.fromkeys((*first, *found)))[:BEST]

    def button(self, action: ButtonAction, *args: int, label: str = "", **options: Any) -> Item:
        """A button of this panel. Without a label it has that of the catalogue for the action."""
        row_id, seen = self.state.row.id, self.state.row.seq
        return button(action, row_id, seen, *args, label=label or say(f"panel.{action}"), **options)

    def select(self, action: SelectAction, *args: int, **options: Any) -> Item:
        return select(action, self.state.row.id, self.state.row.seq, *args, **options)


def choice_digest(text: str) -> int:
    """Digest of what a component is about, for its custom id.

    Without it a component of an older message could do something that the message did not show.
    """
    # Not `hash`, which differs between processes: a button must work after a restart.
    return crc32(text.encode())


def is_turn(panel: HandPanel, kind: str) -> bool:
    """Whether this seat has an open decision of that kind."""
    return any(one.seat == panel.seat and one.kind == kind for one in panel.view.pending)


def has_button(panel: HandPanel, move: Move) -> bool:
    """Whether the move that the coach suggests has a green button of its own."""
    if panel.advised is not None:
        return move == panel.advised.move and move in choices.SIMPLE
    if not panel.is_coached:
        return False
    first = Discard(next(iter(panel.best_discards), -1))
    return move == first or panel.proposed_turn.moves == (move,)


def move_in_words(panel: HandPanel, move: Move) -> str:
    """A move in words, spelled out for members who want the words first.

    They may use a screen reader.
    """
    spoken = spelled_out if panel.appearance.words_first else move_label
    return spoken(move, panel.state, panel.seat)
