"""The controls of the panel's page for planning ahead; see `_panel.plan_page`."""

from dataclasses import replace

import discord
from discord import ui

import engine
from cogs._kit.client import Client, Press
from cogs._kit.controls import TableButton, TableForm, install
from cogs._kit.replies import done
from cogs._kit.texts import say
from cogs._panel.panel import Page
from cogs._panel.plan_page import TYPED, discardable, ranks
from cogs._press.panel import (
    Hand,
    PanelButton,
    PanelPress,
    PanelSelect,
    StaleScreen,
    attempt,
    begin,
    picked,
)
from cogs._wishes import plans as planner
from cogs._wishes.typed_plan import typed
from engine.advice.turn_plan import LASTS, LAYS, MOST_CARDS, STARTS, Plan, turn_of

PLANNING = Page(plan=True)


class Planning(PanelPress):
    """What these controls have in common: others play meanwhile, which makes no press stale."""

    page = PLANNING

    async def tried(self, hand: Hand) -> Page:
        """The page to show: with a notice when nothing could be done."""
        return await attempt(hand, self.checked(hand), self.page)

    async def checked(self, hand: Hand) -> Page:
        """Do what the control is for, unless the turn has come, other cards, or the end."""
        view = hand.live.view(hand.seat)
        if turn_of(view) is not None:
            return Page(notice=say("plan.your_turn"))
        if view.result or not planner.same_hand(hand.live, hand.seat, hand.seen):
            raise StaleScreen
        return await self.act(hand)

    async def act(self, hand: Hand) -> Page:
        """Keep the plan that this choice makes."""
        now = await planner.load(hand.parlour.store, hand.live, hand.seat)
        plan = await self.changed(hand, now.plan)
        await kept(hand, plan, armed=now.armed)
        return PLANNING

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """The plan with this choice."""
        raise NotImplementedError


async def kept(hand: Hand, plan: Plan, *, armed: bool) -> None:
    """Keep a plan, and play it should the turn have come meanwhile."""
    await planner.save(hand.parlour.store, hand.live, hand.seat, plan, armed=armed)
    if armed:
        await hand.done(await hand.parlour.tables.load(hand.live.row.id))
    else:
        done(hand.pressed)


class PlanAhead(Planning, PanelButton, verb="plan"):
    """Open the page."""

    async def act(self, hand: Hand) -> Page:
        """Show it."""
        del hand
        return PLANNING


class PlanStart(Planning, PanelSelect, verb="planstart"):
    """How to begin."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Begin so."""
        del hand
        return replace(plan, start=picked(STARTS, self.chosen[0]))


class PlanRanks(Planning, PanelSelect, verb="planranks"):
    """For which upcards to take the pile."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Take it for these."""
        found = ranks(hand.live.view(hand.seat))
        return replace(plan, ranks=tuple(picked(found, place) for place in sorted(self.chosen)))


class PlanLay(Planning, PanelSelect, verb="planlay"):
    """What to lay."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Lay that; exactly what Build has put aside, if anything is."""
        lay = picked(LAYS, self.chosen[0])
        moves = (await hand.staged()).moves() if lay == "named" else ()
        return replace(plan, lay=lay, moves=moves or plan.moves)


class PlanCard(Planning, PanelSelect, verb="plancard"):
    """One more card to throw away."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Put it at the end of the list."""
        face = picked(discardable(hand.live.view(hand.seat)), self.chosen[0])
        if face in plan.cards:  # pressed twice
            return plan
        if len(plan.cards) >= MOST_CARDS:
            raise StaleScreen
        return replace(plan, cards=plan.cards + bytes((face,)))


class PlanLast(Planning, PanelSelect, verb="planlast"):
    """What if none of these may go."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Then do that."""
        del hand
        return replace(plan, last=picked(LASTS, self.chosen[0]))


class PlanClear(Planning, PanelButton, verb="planclear"):
    """Name other cards to throw away."""

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Begin the list anew."""
        del hand
        return replace(plan, cards=b"")


class PlanOn(Planning, PanelButton, verb="planon"):
    """Have the plan played."""

    async def act(self, hand: Hand) -> Page:
        """Set it."""
        now = await planner.load(hand.parlour.store, hand.live, hand.seat)
        await kept(hand, now.plan, armed=True)
        return PLANNING


class PlanOff(Planning, PanelButton, verb="planoff"):
    """Have no plan."""

    async def act(self, hand: Hand) -> Page:
        """Forget it."""
        await planner.cancel(hand.parlour.store, hand.live, hand.seat)
        done(hand.pressed)
        return PLANNING


class TypeLays(TableButton, verb="plantype"):
    """Open the form for melds and lay-offs as text."""

    async def press(self, interaction: Press) -> None:
        """Show it, with what is planned."""
        live, seat = await begin(interaction, self.address.table)
        now = await planner.load(interaction.client.store, live, seat)
        field = ui.TextInput[ui.Modal](
            custom_id="moves",
            style=discord.TextStyle.paragraph,
            default="; ".join(map(engine.write, now.plan.moves)),
            max_length=TYPED,
            required=False,
        )
        label = ui.Label(text=say("plan.typed"), description=say("plan.typed_how"), component=field)
        address = (self.address.table, self.address.seen)
        await TypedLays.show(interaction, say("plan.type"), label, address=address)


class TypedLays(Planning, TableForm, verb="plantyped"):
    """Melds and lay-offs that were typed."""

    async def press(self, interaction: Press) -> None:
        """Answer the form."""
        await self.answered(interaction, self.address.table, self.address.seen)

    async def changed(self, hand: Hand, plan: Plan) -> Plan:
        """Lay exactly these; nothing when nothing was typed."""
        moves = typed(self.answers["moves"], hand.live.view(hand.seat))
        return replace(plan, lay="named" if moves else "nothing", moves=moves)


KINDS = (
    PlanAhead, PlanStart, PlanRanks, PlanLay, PlanCard, PlanLast, PlanClear, PlanOn, PlanOff,
    TypeLays, TypedLays,
)  # fmt: skip


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, *KINDS)
