"""What a panel is made from: a seat at a table, what it has staged, and the page that is open."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeVar
from zlib import crc32

import engine
from cogs.game.private_tables import is_practice
from cogs.game.state import TableState
from cogs.hand.appearance import AS_IT_COMES, HandAppearance, appearance_of
from cogs.hand.auto_answers import NOTHING_SAID, AutoAnswers, auto_answers_of
from cogs.hand.plan import NOTHING_PLANNED, PlanState, plan_of
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
    """What a panel shows: play, Build, a plan, what there is to know; pages of picks and discards.

    `leaving` asks once more before going out; a `notice` stands above all, with the text of a
    move that is `proposed` instead; the `coach` of a practice game speaks in a line of its own.
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


@dataclass(frozen=True)
class HandPanel:
    """Everything one panel is made from."""

    live: TableState
    seat: int
    staging: Staging
    page: HandPage
    standing: AutoAnswers = NOTHING_SAID
    looks: HandAppearance = AS_IT_COMES
    planned: PlanState = NOTHING_PLANNED

    @classmethod
    def of(cls, state: TableState, seat: int, page: HandPage) -> Self:
        """The panel as it stands."""
        said, looks = auto_answers_of(state, seat), appearance_of(state, seat)
        return cls(state, seat, state.staging(seat), page, said, looks, plan_of(state, seat))

    @property
    def table(self) -> engine.FaceDown:
        """The table as this seat knows it, to ask what is legal."""
        return self.live.seen(self.seat)

    @property
    def view(self) -> View:
        """What this seat may know."""
        return self.live.view(self.seat)

    def known(self, ask: Callable[[engine.FaceDown, int], T]) -> T:
        """What `ask` says of the table as this seat knows it, asked once."""
        return self.live.game.known(ask, self.seat)

    @cached_property
    def proposed_turn(self) -> WholeTurn:
        """What is proposed to a seat that has drawn: nothing to any other."""
        return self.known(whole_turn) if is_turn(self, "play") else WholeTurn()

    @cached_property
    def is_coached(self) -> bool:
        """Whether somebody practises here, with the coach."""
        row = self.live.circumstances.coaching
        return is_practice(self.live) and not (row is not None and row.silent)

    @cached_property
    def advised(self) -> Advice | None:
        """What a good player would do before the turn is played; only for who is coached."""
        before = any(is_turn(self, kind) for kind in ("draw", "offer", "answer"))
        return advise(self.view, luck()) if self.is_coached and before else None

    @cached_property
    def all_naturals(self) -> tuple[Move, ...]:
        """The lays of everything that can go down without a wild card."""
        return self.known(lay_all) if is_turn(self, "play") else ()

    @cached_property
    def best_discards(self) -> list[int]:
        """What to throw first, by those who know the game; the proposed one leads."""
        last = self.proposed_turn.last
        found = self.known(best_discards) if is_turn(self, "play") else []
        first = [last.move.card] if last and isinstance(last.move, Discard) else []
        return list(dict.fromkeys((*first, *found)))[:BEST]

    def button(self, action: ButtonAction, *args: int, label: str = "", **looks: Any) -> Item:
        """A button of this panel; without a label, the catalogue's for the verb."""
        row_id, seen = self.live.row.id, self.live.row.seq
        return button(action, row_id, seen, *args, label=label or say(f"panel.{action}"), **looks)

    def select(self, action: SelectAction, *args: int, **looks: Any) -> Item:
        """A select of this panel."""
        return select(action, self.live.row.id, self.live.row.seq, *args, **looks)


def choice_digest(text: str) -> int:
    """What a control carries of what it is about, so that a press means what its screen showed."""
    return crc32(text.encode())


def is_turn(panel: HandPanel, kind: str) -> bool:
    """Whether this seat has a decision of that kind to make."""
    return any(one.seat == panel.seat and one.kind == kind for one in panel.view.pending)


def has_button(panel: HandPanel, move: Move) -> bool:
    """Whether the move that a coach puts forward has a green button of its own."""
    if panel.advised is not None:
        return move == panel.advised.move and move in choices.SIMPLE
    if not panel.is_coached:
        return False
    first = Discard(next(iter(panel.best_discards), -1))
    return move == first or panel.proposed_turn.moves == (move,)


def move_in_words(panel: HandPanel, move: Move) -> str:
    """What a move does; in full words for whoever wants words first, and perhaps hears them."""
    spoken = spelled_out if panel.looks.words_first else move_label
    return spoken(move, panel.live, panel.seat)
