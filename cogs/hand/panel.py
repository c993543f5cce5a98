"""`HandPanel`: the data from which the pages of a seat's hand panel are made.

The layout is in `layout`. Interactions with the panel are in `interaction`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import UnionType
from typing import Any, Self, TypeVar
from zlib import crc32

import engine
from cogs.game.private_tables import is_lesson, is_practice
from cogs.game.state import TableState
from cogs.hand.appearance import DEFAULT_APPEARANCE, HandAppearance, appearance_of
from cogs.hand.auto_answers import NO_AUTO_ANSWERS, AutoAnswers, auto_answers_of
from cogs.hand.plan import NO_PLAN, PlanState, plan_of
from cogs.narration.labels import move_label, spelled_out
from cogs.ui.actions import ButtonAction, SelectAction
from cogs.ui.layout import Item, button, select
from cogs.ui.texts import say
from engine.advice import choices
from engine.advice.choices import Choice
from engine.advice.judgement import BEST, Judgement, advised_first, judge
from engine.advice.lay_all import lay_all
from engine.advice.staging import Staging
from engine.model.moves import Add, Discard, Meld, Move, Take
from engine.model.view import View

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HandPage:
    """The open page of the panel, *Play* by default, and what the page shows in addition.

    Attributes:
        build: Whether the Build page is open.
        about: Whether the About page is open.
        plan: Whether the plan page is open.
        picks: Page number of the groups that can be staged.
        discards: Page number of the discards.
        leaving: Whether to ask for confirmation before going out.
        notice: Answer to the last interaction, directly above the components.
        coach: The coach's line in a practice game.
        rule: The id of the rule that the notice is about.
        slipped: Whether the coach's line is about a blunder of the member.
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
    rule: str = ""
    slipped: bool = False
    proposed: str = ""


# Without slots, because `cached_property` needs a `__dict__`.
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
        """The table as this seat sees it, to ask what is legal."""
        return self.state.seen(self.seat)

    @property
    def view(self) -> View:
        """The seat's own view."""
        return self.state.view(self.seat)

    def known(self, ask: Callable[[engine.FaceDown, int], T]) -> T:
        """Return the result of `ask` for `table`. The game state caches the result."""
        return self.state.game.known(ask, self.seat)

    @cached_property
    def judged(self) -> Judgement:
        """A good player's judgement of this seat's situation.

        All advice on the panel comes from this judgement.
        """
        return self.known(judge)

    @cached_property
    def takes(self) -> list[Choice]:
        """Ways to take the pile, the advised one first."""
        found = self.known(choices.takes) if is_turn(self, "draw") else []
        return self._advised_first(found, Take) if found else []

    @cached_property
    def lays(self) -> list[Choice]:
        """Legal melds and lay-offs, the advised one first."""
        found = self.known(choices.suggestions) if is_turn(self, "play") else []
        return self._advised_first(found, Meld | Add) if found else []

    def _advised_first(self, found: list[Choice], kind: type[Move] | UnionType) -> list[Choice]:
        first = self.judged.first
        move = first.move if first is not None and isinstance(first.move, kind) else None
        return advised_first(self.table, self.seat, found, move)

    @cached_property
    def next_move(self) -> Move | None:
        """The move whose component is green: the suggested one, or else the advised one.

        None in a lesson, which asks the member for the move. Also None if there is nothing to
        choose between.
        """
        if self.page.proposed:
            return engine.read(self.page.proposed, self.view)
        if is_lesson(self.state):
            return None
        chooses = self.is_coached or is_turn(self, "play") or bool(self.takes)
        return self.judged.first.move if chooses and self.judged.first is not None else None

    @cached_property
    def is_coached(self) -> bool:
        """Whether this is a practice game with the coach switched on."""
        row = self.state.circumstances.coaching
        return is_practice(self.state) and not (row is not None and row.silent)

    @cached_property
    def all_naturals(self) -> tuple[Move, ...]:
        """Moves that lay everything that can be laid without a wild card."""
        return self.known(lay_all) if is_turn(self, "play") else ()

    @property
    def best_discards(self) -> tuple[int, ...]:
        """The cards whose discard has a button of its own, best first."""
        waits = is_turn(self, "play") and not self.judged.lays
        return self.judged.discards[:BEST] if waits else ()

    def button(self, action: ButtonAction, *args: int, label: str = "", **options: Any) -> Item:
        """Return a button of this panel. The default label is the catalogue's for the action."""
        row_id, seen = self.state.row.id, self.state.row.seq
        return button(action, row_id, seen, *args, label=label or say(f"panel.{action}"), **options)

    def select(self, action: SelectAction, *args: int, **options: Any) -> Item:
        return select(action, self.state.row.id, self.state.row.seq, *args, **options)


def choice_digest(text: str) -> int:
    """Digest of what a component is about, for its custom id.

    Without the digest, a component of an older message could do something that the message did not
    show.
    """
    # Not `hash`, which differs between processes: a button must work after a restart.
    return crc32(text.encode())


def is_turn(panel: HandPanel, kind: str) -> bool:
    """Return whether this seat has an open decision of that kind."""
    return any(one.seat == panel.seat and one.kind == kind for one in panel.view.pending)


def has_button(panel: HandPanel, move: Move) -> bool:
    """Return whether a suggested move has a button of its own, which is then green."""
    if is_lesson(panel.state):
        return False
    match move:
        case Discard(face):
            return face in panel.best_discards
        case Take():
            return panel.takes[:1] != [] and panel.takes[0].move == move
        case Meld() | Add():
            return panel.judged.moves[:1] == (move,)
        case _:
            return move in choices.SIMPLE


def move_in_words(panel: HandPanel, move: Move) -> str:
    """A move in words.

    It is spelled out for members who see the words first, because they may use a screen reader.
    """
    spoken = spelled_out if panel.appearance.words_first else move_label
    return spoken(move, panel.state, panel.seat)
