"""The panel's controls: every press is a move, a step of building one, or another page."""

import asyncio
from random import Random

import engine
from cogs._game import lesson_step
from cogs._game.practice import is_practice
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.replies import acknowledge, is_panel
from cogs._messages.coaching import was_asked
from cogs._panel.going_out_row import plan_of, staged_way
from cogs._panel.lesson_page import lesson_hint
from cogs._panel.panel import Page
from cogs._press.panel import ABOUT, AtSeat, PanelControl, StaleScreen, begin, picked, staged_anew
from cogs._story.labels import hint_words
from engine.advice import choices
from engine.advice.no_take import why_no_take
from engine.advice.whole_turn import hint, luck
from engine.model.moves import Ask, Discard

# ---- moves


class Say(PanelControl, verb=verbs.SAY):
    """A move without cards: draw, buy, pass, pick up the foot, yes, no."""

    async def act(self, press: AtSeat) -> Page:
        """Make it."""
        await press.move(picked(choices.SIMPLE, self.argument()))
        return Page()


class TakePile(PanelControl, verb=verbs.TAKE):
    """Take the pile, the best way."""

    async def act(self, press: AtSeat) -> Page:
        """Make the first of the listed takes; without one, say which rule forbids it.

        The public button shows to everybody whether or not somebody's hand takes the pile.
        """
        found = press.known(choices.takes)
        refused = None if found else why_no_take(press.table, press.seat)
        if refused is not None:
            raise refused
        await press.move(picked(found, 0).move)
        return Page()


class TakeWay(PanelControl, verb=verbs.TAKES):
    """Take the pile in one of several ways."""

    async def act(self, press: AtSeat) -> Page:
        """Make the chosen take."""
        await press.move(picked(press.known(choices.takes), self.choice).move)
        return Page()


class Lay(PanelControl, verb=verbs.LAY):
    """Lay a suggested meld or lay-off."""

    async def act(self, press: AtSeat) -> Page:
        """Make it."""
        await press.move(picked(press.known(choices.suggestions), self.choice).move)
        return Page()


class LayIt(PanelControl, verb=verbs.LAYIT):
    """Lay the only suggestion there is."""

    async def act(self, press: AtSeat) -> Page:
        """Make it."""
        await press.move(picked(press.known(choices.suggestions), 0).move)
        return Page()


class Drop(PanelControl, verb=verbs.DROP):
    """Discard a card, which ends the turn."""

    async def act(self, press: AtSeat) -> Page:
        """Discard it."""
        await press.move(Discard(picked(press.known(choices.discards), self.choice)))
        return Page()


class DropIt(PanelControl, verb=verbs.DROPIT):
    """Discard the only card that may go."""

    async def act(self, press: AtSeat) -> Page:
        """Discard it."""
        await press.move(Discard(picked(press.known(choices.discards), 0)))
        return Page()


class Throw(PanelControl, verb=verbs.THROW):
    """Discard one of the cards that are put forward."""

    async def act(self, press: AtSeat) -> Page:
        """Discard it."""
        await press.move(Discard(picked(press.known(choices.discards), self.argument())))
        return Page()


class PlayTurn(PanelControl, verb=verbs.PLAYTURN):
    """Lay everything that is proposed for this turn; the discard is the next press."""

    async def act(self, press: AtSeat) -> Page:
        """Lay it, all or nothing."""
        await press.carry_out(press.panel(Page()).proposed_turn.moves)
        return Page()


class LayAll(PanelControl, verb=verbs.LAYALL):
    """Lay every natural card that can go down."""

    async def act(self, press: AtSeat) -> Page:
        """Lay it, all or nothing."""
        await press.carry_out(press.panel(Page()).all_naturals)
        return Page()


class Undo(PanelControl, verb=verbs.UNDO):
    """Take back what the newest press of this turn did: a move, or a whole proposal."""

    async def act(self, press: AtSeat) -> Page:
        """Take it back."""
        await press.take_back()
        return Page()


class Instead(PanelControl, verb=verbs.INSTEAD):
    """Make the move that was put forward beside a notice."""

    async def act(self, press: AtSeat) -> Page:
        """Make it."""
        text = press.live.proposed(press.seat)
        if text is None or not self.is_about(text):
            raise StaleScreen
        await press.play(text)
        return Page()


# ---- going out


class GoOut(PanelControl, verb=verbs.GOOUT):
    """Go out, after a second question where a foot would count against the side."""

    async def act(self, press: AtSeat) -> Page:
        """Carry the plan out, or ask whether it is meant."""
        panel = press.panel(Page())
        if not self.is_about(staged_way(panel), 1):
            return staged_anew()
        if self.argument() != 1:
            return Page(leaving=True)
        await press.carry_out(plan_of(panel))
        return Page()


class AskMate(PanelControl, verb=verbs.ASK):
    """Ask a teammate for leave to go out by the plan."""

    async def act(self, press: AtSeat) -> Page:
        """Ask; the teammate is told that leave is asked, not the cards."""
        panel = press.panel(Page())
        if not self.is_about(staged_way(panel), 1):
            return staged_anew()
        plan = plan_of(panel)
        if not plan:
            raise StaleScreen
        await press.move(Ask(self.argument(), plan))
        return Page()


# ---- pages


class Main(PanelControl, verb=verbs.MAIN):
    """Back to the hand, or the hand as it is now."""

    async def tried(self, press: AtSeat) -> Page:
        """Show it, whatever the panel had seen."""
        del press
        return Page()


class About(PanelControl, verb=verbs.ABOUT):
    """What happened, who stands where, and standing answers."""

    async def tried(self, press: AtSeat) -> Page:
        """Show it, whatever the panel had seen."""
        del press
        return ABOUT


class Skip(PanelControl, verb=verbs.SKIP):
    """Let the computer players move without pauses."""

    async def tried(self, press: AtSeat) -> Page:
        """Hurry them, whatever the panel had seen."""
        press.services.computers.hurry(press.live.row.id)
        return Page()


class Hint(PanelControl, verb=verbs.HINT):
    """What a good player would do now, and why."""

    async def act(self, press: AtSeat) -> Page:
        """Say it, and put the move forward."""
        view = press.view
        if all(one.seat != press.seat for one in view.pending):
            raise StaleScreen
        learnt = press.store.learning
        await was_asked(learnt, press.services.tables, press.live, press.seat)
        body = lesson_step.best_of(press.live)
        if body is not None:
            move = engine.read(body, view)
            words = lesson_hint(press.live, press.seat, move)
            return await press.proposing(Page(notice=words), move)
        # Either way the same hint for the same question; a coach says what its buttons say.
        seed = Random(press.live.row.seq)  # noqa: S311 - no secret hangs on it
        rng = luck() if is_practice(press.live) else seed
        seen = press.live.seen(press.seat)
        advice = await asyncio.to_thread(hint, seen, press.seat, rng)
        words = hint_words(advice, seen, press.seat)
        return await press.proposing(Page(notice=words), advice.move)


class NextTable(PanelControl, verb=verbs.NEXTTABLE):
    """Go on to the next table that waits for whoever pressed; the panel becomes its panel."""

    async def press(self, interaction: Press) -> None:
        """Show its hand, or this one where no other waits any more."""
        here = await begin(interaction, self.address.table)
        others = here.live.others_waiting(here.seat)
        there = await begin(interaction, others[0]) if others else here
        await acknowledge(interaction, thinking=not is_panel(interaction))
        await interaction.client.services.panels.show(interaction, there.live, there.seat, Page())


class Flip(PanelControl, verb=verbs.FLIP):
    """Another page of discards."""

    async def act(self, press: AtSeat) -> Page:
        """Turn to it."""
        del press
        return Page(discards=max(0, self.argument()))


KINDS = (
    Say, TakePile, TakeWay, Lay, LayIt, Drop, DropIt, Throw, PlayTurn, LayAll, Undo, Instead,
    GoOut, AskMate, Main, About, Skip, Hint, NextTable,
    Flip,
)  # fmt: skip


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(*KINDS)
