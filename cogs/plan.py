"""What a panel lets one say in advance: a plan (`_panel.plan_page`), answers, and a note."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

import engine
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.controls import Control, show_form
from cogs._kit.refusals import Refusal
from cogs._kit.texts import as_typed, say
from cogs._panel.panel import Page
from cogs._panel.plan_page import TYPED, discardable, ranks
from cogs._press.panel import ABOUT, AtSeat, PanelControl, StaleScreen, attempt, begin, picked
from cogs._wishes.plans import plan_of
from cogs._wishes.standing_answers import LEAVE_WISHES, OFFER_WISHES
from cogs._wishes.typed_plan import typed
from data.game.rows import Status
from engine.advice.turn_plan import LASTS, LAYS, MOST_CARDS, STARTS, Plan, turn_of
from engine.model.moves import Move

PLANNING = Page(plan=True)
NOTED = 200
"""Characters of a note."""


class Planning(PanelControl):
    """What these controls have in common: others play meanwhile, which makes no press stale."""

    page = PLANNING

    async def tried(self, press: AtSeat) -> Page:
        """The page to show: with a notice when nothing could be done."""
        return await attempt(press, self.checked(press), self.page)

    async def checked(self, press: AtSeat) -> Page:
        """Do what the control is for, unless the turn has come, other cards, or the end."""
        view = press.view
        if turn_of(view) is not None:
            return Page(notice=say("plan.your_turn"))
        if view.result or not press.live.game.same_hand(press.seat, press.seen):
            raise StaleScreen
        return await self.act(press)

    async def act(self, press: AtSeat) -> Page:
        """Keep the plan that this choice makes."""
        now = plan_of(press.live, press.seat)
        await press.plan(self.changed(press, now.plan), armed=now.armed)
        return PLANNING

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """The plan with this choice."""
        raise NotImplementedError


class PlanAhead(Planning, verb=verbs.PLAN):
    """Open the page."""

    async def act(self, press: AtSeat) -> Page:
        """Show it."""
        del press
        return PLANNING


class PlanStart(Planning, verb=verbs.PLANSTART):
    """How to begin."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Begin so."""
        del press
        return replace(plan, start=picked(STARTS, self.choice))


class PlanRanks(Planning, verb=verbs.PLANRANKS):
    """For which upcards to take the pile."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Take it for these."""
        if not set(self.chosen) <= set(ranks(press.view)):
            raise StaleScreen
        return replace(plan, ranks=tuple(sorted(self.chosen)))


class PlanLay(Planning, verb=verbs.PLANLAY):
    """What to lay."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Lay that; exactly what Build has put aside, if anything is and nothing was named yet."""
        lay = picked(LAYS, self.choice)
        is_new = lay == "named" != plan.lay
        moves = press.live.staging(press.seat).moves() if is_new else ()
        return replace(plan, lay=lay, moves=moves or plan.moves)


class PlanCard(Planning, verb=verbs.PLANCARD):
    """One more card to throw away."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Put it at the end of the list."""
        face = picked(discardable(press.view), self.choice)
        if face in plan.cards:  # pressed twice
            return plan
        if len(plan.cards) >= MOST_CARDS:
            raise StaleScreen
        return replace(plan, cards=plan.cards + bytes((face,)))


class PlanLast(Planning, verb=verbs.PLANLAST):
    """What if none of these may go."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Then do that."""
        del press
        return replace(plan, last=picked(LASTS, self.choice))


class PlanClear(Planning, verb=verbs.PLANCLEAR):
    """Name other cards to throw away."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Begin the list anew."""
        del press
        return replace(plan, cards=b"")


class PlanOn(Planning, verb=verbs.PLANON):
    """Have the plan played."""

    async def act(self, press: AtSeat) -> Page:
        """Set it."""
        await press.plan(plan_of(press.live, press.seat).plan, armed=True)
        return PLANNING


class PlanOff(Planning, verb=verbs.PLANOFF):
    """Have no plan."""

    async def act(self, press: AtSeat) -> Page:
        """Forget it."""
        await press.drop_plan()
        return PLANNING


class TypeLays(Control, verb=verbs.PLANTYPE):
    """Open the form for melds and lay-offs as text."""

    async def press(self, interaction: Press) -> None:
        """Show it, with what is planned."""
        press = await begin(interaction, self.address.table)
        now = plan_of(press.live, press.seat)
        field = ui.TextInput[ui.Modal](
            custom_id="moves",
            style=discord.TextStyle.paragraph,
            default=as_form(now.plan.moves),
            max_length=TYPED,
            required=False,
        )
        label = ui.Label(text=say("plan.typed"), description=say("plan.typed_how"), component=field)
        address = (self.address.table, self.address.seen)
        await show_form(interaction, verbs.PLANTYPED, say("plan.type"), label, address=address)


def as_form(moves: Sequence[Move]) -> str:
    """Melds and lay-offs as they may be typed; in the shorter notation where words have no room."""
    written = [engine.write(move) for move in moves]
    words = "; ".join(map(as_typed, written))
    return words if len(words) <= TYPED else "; ".join(written)


class TypedLays(Planning, verb=verbs.PLANTYPED):
    """Melds and lay-offs that were typed."""

    def changed(self, press: AtSeat, plan: Plan) -> Plan:
        """Lay exactly these; nothing when nothing was typed."""
        moves = typed(self.answers["moves"], press.view)
        return replace(plan, lay="named" if moves else "nothing", moves=moves)


# ---- answers given once


class Wish(PanelControl, verb=verbs.WISH):
    """Pass this offer and all others until one's own turn."""

    async def act(self, press: AtSeat) -> Page:
        """Remember it, which also answers."""
        await press.wish_for_offers(picked(OFFER_WISHES, self.argument()))
        return Page()


class Wishes(PanelControl, verb=verbs.WISHES):
    """What to answer to every offer."""

    page = ABOUT

    async def act(self, press: AtSeat) -> Page:
        """Remember it."""
        await press.wish_for_offers(picked(OFFER_WISHES, self.choice))
        return ABOUT


class Leaves(PanelControl, verb=verbs.LEAVES):
    """What to answer to a teammate who asks for leave to go out."""

    page = ABOUT

    async def act(self, press: AtSeat) -> Page:
        """Remember it."""
        await press.wish_for_leave(picked(LEAVE_WISHES, self.choice))
        return ABOUT


# ---- a note


class WriteNote(Control, verb=verbs.NOTE):
    """Open the form for one's own note at the table."""

    async def press(self, interaction: Press) -> None:
        """Show it, with what is written there."""
        press = await begin(interaction, self.address.table)
        if press.live.row.status is not Status.PLAYING:
            raise Refusal("panel.note_over")
        field = ui.TextInput[ui.Modal](
            custom_id="note",
            style=discord.TextStyle.paragraph,
            default=press.live.chosen(press.seat).memo,
            max_length=NOTED,
            required=False,
        )
        rule = say("panel.note_rule")
        label = ui.Label(text=say("panel.note_field"), description=rule, component=field)
        address = (self.address.table, self.address.seen)
        await show_form(interaction, verbs.NOTED, say("panel.note"), label, address=address)


class Noted(PanelControl, verb=verbs.NOTED):
    """One's own note as it was typed."""

    async def tried(self, press: AtSeat) -> Page:
        """Keep it, whatever the panel had seen."""
        await press.note(self.answers["note"].strip()[:NOTED])
        return ABOUT


KINDS = (
    PlanAhead, PlanStart, PlanRanks, PlanLay, PlanCard, PlanLast, PlanClear, PlanOn, PlanOff,
    TypeLays, TypedLays, Wish, Wishes, Leaves, WriteNote, Noted,
)  # fmt: skip


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(*KINDS)
