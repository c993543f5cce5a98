"""What every press in a panel does: find the seat, act, and show the panel as it is now."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import engine
from cogs._game import lesson_step
from cogs._game.game import MOST_TAKEN_BACK, UNDO, EnoughTakenBack, NothingToUndo
from cogs._kit.client import Press
from cogs._kit.controls import Control
from cogs._kit.refusals import Refusal
from cogs._kit.replies import acknowledged, done, is_panel
from cogs._kit.texts import say
from cogs._panel.lesson_page import taught_refusal
from cogs._panel.panel import Page, Panel, digest
from cogs._press.presses import AtTable
from cogs._story.labels import refusal_words
from cogs._traffic.turnstile import Haste
from cogs._wishes import looks
from cogs._wishes.looks import Looks
from cogs._wishes.standing_answers import StandingAnswers, auto_answers_of, trip
from data.people.plans import PlanRow
from data.people.wishes import MemberRows, ProposalRow
from data.stores.people import PeopleStore
from engine.advice.staging import Staging
from engine.advice.turn_plan import Plan
from engine.model.moves import Move
from engine.model.view import View

T = TypeVar("T")
BUILDING: Final = Page(build=True)
ABOUT: Final = Page(about=True)


class StaleScreen(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The panel showed an older state of the table."""


@dataclass(slots=True)
class AtSeat(AtTable):
    """A press in a panel: of which seat, and what it showed.

    `live` is the table as the press knows it, which goes on with what the press does. `tried` are
    the moves that it made last, or would have.
    """

    seat: int
    seen: int
    tried: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What the log knows the press by."""
        return str(self.interaction.id)

    @property
    def view(self) -> View:
        """What this seat may know."""
        return self.live.view(self.seat)

    @property
    def table(self) -> engine.FaceDown:
        """The table as this seat knows it: what the panel's lists were made from."""
        return self.live.seen(self.seat)

    def known(self, ask: Callable[[engine.FaceDown, int], T]) -> T:
        """What `ask` says of that table, as the panel was told it."""
        return self.live.game.known(ask, self.seat)

    def panel(self, page: Page) -> Panel:
        """The panel as it stands."""
        return Panel.of(self.live, self.seat, page)

    def check_seen(self) -> None:
        """Raise `StaleScreen` when the table has moved on since the panel was shown."""
        if not self.live.game.is_current(self.seat, self.seen):
            raise StaleScreen

    # ---- moves

    async def play(self, *bodies: str) -> None:
        """Make a move, or several: all or none.

        Raises `engine.Refused`, `StaleScreen`, `NothingToUndo`.
        """
        if lesson_step.is_settled(self.live):
            raise Refusal("learn.settled")
        self.tried, at, who = bodies, self.interaction.created_at.timestamp(), self.user_id
        acted = await self.services.tables.act(
            self.live, self.seat, *bodies, seen=self.seen, key=self.key, who=who, at=at
        )
        self.live = acted.live
        if acted.stale:
            raise StaleScreen
        await self.goes_on()

    async def goes_on(self) -> None:
        """What the press asked for is on disk: the table goes on from there."""
        done(self.interaction)
        try:
            self.live = await self.services.computers.at_once(self.live)
        finally:  # a computer player that fails keeps nobody from seeing the move
            self.services.activity.goes_on(self.live)

    async def carry_out(self, moves: Sequence[Move]) -> None:
        """Make several moves, one after the other, all or none. Raises as `play`."""
        if not moves:
            raise StaleScreen
        await self.play(*map(engine.write, moves))

    async def take_back(self) -> None:
        """Take back what the newest press did, as far as nothing new was seen. Raises as `play`."""
        await self.play(*[UNDO] * max(1, self.live.game.newest_press(self.seat)))

    async def move(self, move: Move) -> None:
        """Make a move. Raises as `play`."""
        await self.play(engine.write(move))

    async def proposing(self, page: Page, move: Move | None) -> Page:
        """The page with a move put forward, if there is a legal one."""
        if move is None or engine.check(self.table, self.seat, move) is not None:
            return page
        row, member = self.live.row, self.live.member(self.seat)
        proposal = ProposalRow(row.id, member, row.seq, engine.write(move))
        await self._people.propose(proposal)
        self._choose(replace(self._chosen, proposal=proposal))
        return replace(page, proposed=proposal.body)

    async def refused(self, page: Page, refused: engine.Refused) -> Page:
        """The page that says why a move is refused, with the nearest that is legal.

        A lesson says it in its own words, and does not say what would be legal.
        """
        step = lesson_step.step_of(self.live)
        if step is not None:
            await self.services.private_tables.missed(self.live)
            return replace(page, notice=taught_refusal(step, self.tried, refused), build=False)
        told = replace(page, notice=refusal_words(refused), build=False)
        return await self.proposing(told, refused.fix)

    # ---- what is said beforehand

    async def wish_for_offers(self, wish: int) -> None:
        """Keep what is to be answered to offers, and answer the open one by it."""
        said = auto_answers_of(self.live, self.seat)
        await self._answer_so(replace(said, offer=wish, until=trip(self.view, self.seat)))

    async def wish_for_leave(self, wish: int) -> None:
        """Keep what is to be answered to a teammate who asks for leave."""
        await self._answer_so(replace(auto_answers_of(self.live, self.seat), leave=wish))

    async def _answer_so(self, said: StandingAnswers) -> None:
        row = said.row(self.live.row.id, self.seat, self.live.member(self.seat))
        self.live = await self.services.tables.answer_so(self.live, row)
        await self.goes_on()

    async def plan(self, plan: Plan, *, armed: bool) -> None:
        """Keep a plan for the next turn, and play it should the turn have come meanwhile."""
        row = self.live.row
        member, turn = self.live.member(self.seat), self.live.game.table.round
        made = PlanRow(row.id, member, turn, row.seq, armed, str(plan))
        self.live = await self.services.tables.plan(self.live, made)
        if armed:
            await self.goes_on()
        else:
            done(self.interaction)

    async def drop_plan(self) -> None:
        """Have no plan."""
        self.live = await self.services.tables.drop_plan(self.live, self.live.member(self.seat))
        done(self.interaction)

    # ---- what moves nothing

    async def look(self, how: Callable[[Looks], Looks]) -> None:
        """Change how whoever plays the seat wants to see their hand, at every table."""
        row = await looks.change(self._people, self.live.member(self.seat), how)
        self._choose(replace(self._chosen, look=row))
        done(self.interaction)

    async def note(self, body: str) -> None:
        """Keep what whoever plays the seat has written down for themselves; "" for nothing.

        Raises `Refusal` once the game is over.
        """
        member = self.live.member(self.seat)
        if not await self._people.keep_memo(self.live.row.id, member, body):
            raise Refusal("panel.note_over")
        self._choose(replace(self._chosen, memo=body))
        done(self.interaction)

    async def stage(self, new: Staging) -> None:
        """Keep what the seat has staged now."""
        await self._people.stage(self.live.row.id, self.live.member(self.seat), str(new))
        self._choose(replace(self._chosen, staged=str(new)))
        done(self.interaction)

    @property
    def _people(self) -> PeopleStore:
        return self.store.people

    @property
    def _chosen(self) -> MemberRows:
        return self.live.chosen(self.seat)

    def _choose(self, rows: MemberRows) -> None:
        self.live = self.services.tables.chosen(self.live, self.live.member(self.seat), rows)


async def begin(press: Press, table_id: int) -> AtSeat:
    """A press of somebody who plays at the table as it stands. Raises `Refusal` for a stranger."""
    at = AtTable(press, await press.client.services.tables.load(table_id))
    return AtSeat(press, at.live, at.seated(), at.live.row.seq)


async def attempt(press: AtSeat, work: Awaitable[Page], page: Page) -> Page:
    """The page that some work leads to; a refusal is told on `page`."""
    try:
        return await work
    except StaleScreen:
        return await outdated(press)
    except EnoughTakenBack:
        return Page(notice=say("panel.enough_taken_back", n=MOST_TAKEN_BACK))
    except NothingToUndo:
        return Page(notice=say("panel.nothing_to_undo"))
    except engine.Refused as refused:
        return await press.refused(page, refused)


async def outdated(press: AtSeat) -> Page:
    """The page for a press on an older state; who has moved since then meant that move."""
    press.live = await press.services.tables.newest(press.live)
    has_moved = press.live.game.said(press.seat) > press.seen
    return Page(notice=say("panel.has_moved" if has_moved else "panel.stale"))


class PanelControl(Control):
    """A control of a panel."""

    page = Page()
    """Where a refusal is shown."""

    async def press(self, interaction: Press) -> None:
        """Do what the control is for, then show the panel as it is now."""
        async with acknowledged(interaction, thinking=not is_panel(interaction)):
            press = await begin(interaction, self.address.table)
            press.seen = self.address.seen
            await interaction.client.turnstile.passed(Haste.MOVE)
            page = await self.tried(press)
        await press.services.panels.show(interaction, press.live, press.seat, page)

    async def tried(self, press: AtSeat) -> Page:
        """The page to show: with a notice when nothing could be done."""
        if press.key in press.live.game.recent:
            return Page()
        return await attempt(press, self.checked(press), self.page)

    async def checked(self, press: AtSeat) -> Page:
        """Do what the control is for, unless the table has moved on."""
        press.check_seen()
        return await self.act(press)

    def is_about(self, text: str, place: int = 0) -> bool:
        """Whether its screen showed this; a control of before does not carry what it showed."""
        return self.argument(place) in {-1, digest(text)}

    async def act(self, press: AtSeat) -> Page:
        """Do what the control is for; the page to show after it."""
        raise NotImplementedError


def staged_anew() -> Page:
    """The Build page for a press on one that showed something else put aside."""
    return replace(BUILDING, notice=say("panel.staged_anew"))


def picked(found: Sequence[T], place: int) -> T:
    """The choice at a place. Raises `StaleScreen` when there is none: ids are not to be trusted."""
    if not 0 <= place < len(found):
        raise StaleScreen
    return found[place]
