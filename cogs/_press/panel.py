"""What every press in a panel does: find the seat, act, and show the panel as it is now."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import engine
from cogs._game.course import NothingToUndo
from cogs._game.tables import Live
from cogs._kit.client import Press
from cogs._kit.controls import Address, TableButton, TableSelect
from cogs._kit.refusals import Refusal
from cogs._kit.replies import acknowledged, done
from cogs._kit.texts import say
from cogs._panel.panel import Page, Panel
from cogs._story.labels import refusal_words
from cogs._wishes import answers as standing
from cogs._wishes import looks
from cogs._wishes import staged as staging
from cogs._wishes.answers import Standing
from cogs._wishes.looks import Looks
from cogs._wishes.proposals import propose
from cogs._work.services import Parlour
from engine.advice.staging import Staging
from engine.model.moves import Move

T = TypeVar("T")
BUILDING: Final = Page(build=True)
ABOUT: Final = Page(about=True)


class StaleScreen(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The panel showed an older state of the table."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A press in a panel: who, at which table, and what they saw."""

    pressed: Press
    parlour: Parlour
    live: Live
    seat: int
    seen: int

    @property
    def key(self) -> str:
        """What the log knows the press by."""
        return str(self.pressed.id)

    def check_seen(self) -> None:
        """Raise `StaleScreen` when the table has moved on since the panel was shown."""
        if not self.live.course.is_current(self.seat, self.seen):
            raise StaleScreen

    async def play(self, *bodies: str) -> None:
        """Make a move, or several: all or none.

        Raises `engine.Refused`, `StaleScreen`, `NothingToUndo`.
        """
        at = self.pressed.created_at.timestamp()
        acted = await self.parlour.tables.act(
            self.live.row.id, self.seat, *bodies, seen=self.seen, key=self.key, at=at
        )
        if acted.stale:
            raise StaleScreen
        await self.done(acted.live)

    async def done(self, live: Live) -> None:
        """What the press asked for is on disk: the table goes on from there."""
        done(self.pressed)
        try:
            live = await self.parlour.computers.at_once(live)
        finally:
            self.parlour.wake(live.row)

    async def carry_out(self, moves: Sequence[Move]) -> None:
        """Make several moves, one after the other, all or none. Raises as `play`."""
        if not moves:
            raise StaleScreen
        await self.play(*map(engine.write, moves))

    async def move(self, move: Move) -> None:
        """Make a move. Raises as `play`."""
        await self.play(engine.write(move))

    @property
    def table(self) -> engine.FaceDown:
        """The table as this seat knows it: what the panel's lists were made from."""
        return self.live.seen(self.seat)

    async def panel(self, page: Page) -> Panel:
        """The panel as it stands."""
        return Panel(self.live, self.seat, await self.staged(), page)

    async def proposing(self, page: Page, move: Move | None) -> Page:
        """The page with a move put forward, if there is a legal one."""
        if move is None or engine.check(self.table, self.seat, move) is not None:
            return page
        await propose(self.parlour.store, self.live, self.seat, move)
        return replace(page, proposed=engine.write(move))

    async def refused(self, page: Page, refused: engine.Refused) -> Page:
        """The page that says why a move is refused, with the nearest that is legal."""
        told = replace(page, notice=refusal_words(refused), build=False)
        return await self.proposing(told, refused.fix)

    async def wish_for_offers(self, wish: int) -> None:
        """Keep what is to be answered to offers, and answer the open one by it."""
        until = standing.trip(self.live.view(self.seat), self.seat)
        said = await standing.load(self.parlour.store, self.live, self.seat)
        await self._wish(replace(said, offer=wish, until=until))

    async def wish_for_leave(self, wish: int) -> None:
        """Keep what is to be answered to a teammate who asks for leave."""
        said = await standing.load(self.parlour.store, self.live, self.seat)
        await self._wish(replace(said, leave=wish))

    async def _wish(self, said: Standing) -> None:
        await standing.save(self.parlour.store, self.live, self.seat, said)
        await self.done(self.live)

    async def look(self, how: Callable[[Looks], Looks]) -> None:
        """Change how whoever plays the seat wants to see their hand, at every table."""
        await looks.change(self.parlour.store, self.live.member(self.seat), how)
        done(self.pressed)

    async def staged(self) -> Staging:
        """What the seat has staged."""
        return await staging.load(self.parlour.store, self.live, self.seat)

    async def stage(self, new: Staging) -> None:
        """Keep what the seat has staged now."""
        await staging.save(self.parlour.store, self.live, self.seat, new)
        done(self.pressed)


async def begin(press: Press, table_id: int) -> tuple[Live, int]:
    """The table and the seat of whoever pressed. Raises `Refusal` for a stranger."""
    live = await Parlour.of(press.client).tables.load(table_id)
    seat = live.seat_of(press.user.id)
    if seat is None:
        raise Refusal("table.not_seated")
    return live, seat


def is_panel(press: Press) -> bool:
    """Whether a private message was pressed, which may be edited.

    A hand is never shown on one that others can read, whatever the address of the control claims.
    """
    return press.message is not None and press.message.flags.ephemeral


async def attempt(hand: Hand, work: Awaitable[Page], page: Page) -> Page:
    """The page that some work leads to; a refusal is told on `page`."""
    try:
        return await work
    except StaleScreen:
        return await outdated(hand)
    except NothingToUndo:
        return Page(notice=say("panel.nothing_to_undo"))
    except engine.Refused as refused:
        return await hand.refused(page, refused)


async def outdated(hand: Hand) -> Page:
    """The page for a press on an older state; who has moved since then meant that move."""
    live = await hand.parlour.tables.load(hand.live.row.id)
    has_moved = live.course.said(hand.seat) > hand.seen
    return Page(notice=say("panel.has_moved" if has_moved else "panel.stale"))


class PanelPress:
    """What all controls of a panel have in common."""

    async def answered(self, press: Press, table_id: int, seen: int) -> None:
        """Do what the control is for, then show the panel as it is now."""
        live, seat = await begin(press, table_id)
        parlour = Parlour.of(press.client)
        async with acknowledged(press, thinking=not is_panel(press)):
            page = await self.tried(Hand(press, parlour, live, seat, seen))
        await parlour.panels.show(press, table_id, seat, page)

    async def tried(self, hand: Hand) -> Page:
        """The page to show: with a notice when nothing could be done."""
        if hand.key in hand.live.course.recent:
            return Page()
        return await attempt(hand, self.checked(hand), self.page)

    async def checked(self, hand: Hand) -> Page:
        """Do what the control is for, unless the table has moved on."""
        hand.check_seen()
        return await self.act(hand)

    page = Page()
    """Where a refusal is shown."""

    async def act(self, hand: Hand) -> Page:
        """Do what the control is for; the page to show after it."""
        raise NotImplementedError


class PanelButton(TableButton, PanelPress):
    """A button of a panel."""

    async def press(self, interaction: Press) -> None:
        """Answer the press."""
        await self.answered(interaction, self.address.table, self.address.seen)


class PanelSelect(TableSelect, PanelPress):
    """A select of a panel."""

    async def press(self, interaction: Press) -> None:
        """Answer the press."""
        await self.answered(interaction, self.address.table, self.address.seen)


def picked(found: Sequence[T], place: int) -> T:
    """The choice at a place. Raises `StaleScreen` when there is none: ids are not to be trusted."""
    if not 0 <= place < len(found):
        raise StaleScreen
    return found[place]


def argument(address: Address, place: int = 0) -> int:
    """A number of an address after table and seen; -1, which picks nothing, without one."""
    return address.args[place] if place < len(address.args) else -1
