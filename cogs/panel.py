"""The panel's controls: every press is a move, a step of building one, or another page."""

import asyncio
from dataclasses import replace
from random import Random

from cogs._game.course import UNDO
from cogs._kit.client import Client
from cogs._kit.controls import install
from cogs._panel.panel import Page
from cogs._panel.play_page import plan_of
from cogs._press.panel import ABOUT, Hand, PanelButton, PanelSelect, StaleScreen, argument, picked
from cogs._story.labels import advice_words
from cogs._wishes import answers as standing
from cogs._wishes.looks import DECKS
from cogs._wishes.proposals import proposed
from engine.advice import choices
from engine.model.moves import Ask, Discard
from engine.players import advise
from render.text.sorting import ORDERS

# ---- moves


class Say(PanelButton, verb="say"):
    """A move without cards: draw, buy, pass, pick up the foot, yes, no."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        await hand.move(picked(choices.SIMPLE, argument(self.address)))
        return Page()


class TakePile(PanelButton, verb="take"):
    """Take the pile, the best way."""

    async def act(self, hand: Hand) -> Page:
        """Make the first of the listed takes."""
        await hand.move(picked(choices.takes(hand.table, hand.seat), 0).move)
        return Page()


class TakeWay(PanelSelect, verb="takes"):
    """Take the pile in one of several ways."""

    async def act(self, hand: Hand) -> Page:
        """Make the chosen take."""
        await hand.move(picked(choices.takes(hand.table, hand.seat), self.chosen[0]).move)
        return Page()


class Lay(PanelSelect, verb="lay"):
    """Lay a suggested meld or lay-off."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        await hand.move(picked(choices.suggestions(hand.table, hand.seat), self.chosen[0]).move)
        return Page()


class LayIt(PanelButton, verb="layit"):
    """Lay the only suggestion there is."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        await hand.move(picked(choices.suggestions(hand.table, hand.seat), 0).move)
        return Page()


class Drop(PanelSelect, verb="drop"):
    """Discard a card, which ends the turn."""

    async def act(self, hand: Hand) -> Page:
        """Discard it."""
        await hand.move(Discard(picked(choices.discards(hand.table, hand.seat), self.chosen[0])))
        return Page()


class DropIt(PanelButton, verb="dropit"):
    """Discard the only card that may go."""

    async def act(self, hand: Hand) -> Page:
        """Discard it."""
        await hand.move(Discard(picked(choices.discards(hand.table, hand.seat), 0)))
        return Page()


class Undo(PanelButton, verb="undo"):
    """Take back the newest move of this turn."""

    async def act(self, hand: Hand) -> Page:
        """Take it back."""
        await hand.play(UNDO)
        return Page()


class Instead(PanelButton, verb="instead"):
    """Make the move that was put forward beside a notice."""

    async def act(self, hand: Hand) -> Page:
        """Make it."""
        text = await proposed(hand.parlour.store, hand.live, hand.seat)
        if text is None:
            raise StaleScreen
        await hand.play(text)
        return Page()


# ---- going out


class GoOut(PanelButton, verb="goout"):
    """Go out, after a second question where a foot would count against the side."""

    async def act(self, hand: Hand) -> Page:
        """Carry the plan out, or ask whether it is meant."""
        if argument(self.address) != 1:
            return Page(leaving=True)
        await hand.carry_out(plan_of(await hand.panel(Page())))
        return Page()


class AskMate(PanelButton, verb="ask"):
    """Ask a teammate for leave to go out by the plan."""

    async def act(self, hand: Hand) -> Page:
        """Ask; the teammate is told that leave is asked, not the cards."""
        plan = plan_of(await hand.panel(Page()))
        if not plan:
            raise StaleScreen
        await hand.move(Ask(argument(self.address), plan))
        return Page()


# ---- answers given once


class Wish(PanelButton, verb="wish"):
    """Pass this offer and all others until one's own turn."""

    async def act(self, hand: Hand) -> Page:
        """Remember it, which also answers."""
        await hand.wish_for_offers(picked(standing.OFFER_WISHES, argument(self.address)))
        return Page()


class Wishes(PanelSelect, verb="wishes"):
    """What to answer to every offer."""

    page = ABOUT

    async def act(self, hand: Hand) -> Page:
        """Remember it."""
        await hand.wish_for_offers(picked(standing.OFFER_WISHES, self.chosen[0]))
        return ABOUT


class Leaves(PanelSelect, verb="leaves"):
    """What to answer to a teammate who asks for leave to go out."""

    page = ABOUT

    async def act(self, hand: Hand) -> Page:
        """Remember it."""
        await hand.wish_for_leave(picked(standing.LEAVE_WISHES, self.chosen[0]))
        return ABOUT


class First(PanelButton, verb="first"):
    """Words before the picture, or after it."""

    async def tried(self, hand: Hand) -> Page:
        """Remember it, whatever the panel had seen."""
        await hand.look(lambda now: replace(now, words_first=not now.words_first))
        return ABOUT


class Deck(PanelSelect, verb="deck"):
    """Which deck one's own pictures are drawn with."""

    async def tried(self, hand: Hand) -> Page:
        """Remember it, whatever the panel had seen."""
        deck = DECKS[self.chosen[0] % len(DECKS)]
        await hand.look(lambda now: replace(now, deck=deck))
        return ABOUT


class SortHand(PanelSelect, verb="sort"):
    """How one's own hand is sorted."""

    async def tried(self, hand: Hand) -> Page:
        """Remember it, whatever the panel had seen."""
        order = ORDERS[self.chosen[0] % len(ORDERS)]
        await hand.look(lambda now: replace(now, order=order))
        return ABOUT


# ---- pages


class Main(PanelButton, verb="main"):
    """Back to the hand, or the hand as it is now."""

    async def tried(self, hand: Hand) -> Page:
        """Show it, whatever the panel had seen."""
        del hand
        return Page()


class About(PanelButton, verb="about"):
    """What happened, who stands where, and standing answers."""

    async def tried(self, hand: Hand) -> Page:
        """Show it, whatever the panel had seen."""
        del hand
        return ABOUT


class Skip(PanelButton, verb="skip"):
    """Let the computer players move without pauses."""

    async def tried(self, hand: Hand) -> Page:
        """Hurry them, whatever the panel had seen."""
        hand.parlour.computers.hurry(hand.live.row.id)
        return Page()


class Hint(PanelButton, verb="hint"):
    """What a good player would do now, and why."""

    async def act(self, hand: Hand) -> Page:
        """Say it, and put the move forward."""
        view = hand.live.view(hand.seat)
        if all(one.seat != hand.seat for one in view.pending):
            raise StaleScreen
        rng = Random(hand.live.row.seq)  # noqa: S311 - the same hint for the same question
        advice = await asyncio.to_thread(advise, view, rng)
        return await hand.proposing(Page(notice=advice_words(advice)), advice.move)


class Flip(PanelButton, verb="flip"):
    """Another page of discards."""

    async def act(self, hand: Hand) -> Page:
        """Turn to it."""
        del hand
        return Page(discards=max(0, argument(self.address)))


KINDS = (
    Say, TakePile, TakeWay, Lay, LayIt, Drop, DropIt, Undo, Instead, GoOut, AskMate, Wish,
    Wishes, Leaves, First, Deck, SortHand, Main, About, Skip, Hint, Flip,
)  # fmt: skip


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, *KINDS)
