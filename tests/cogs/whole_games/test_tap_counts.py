"""Tests of the number of taps per turn, counted from the notification, in every game.

A press is one tap. Opening a select is one, and each choice in it another. Closing a select with
several choices is one more.
"""

from dataclasses import dataclass, field

import pytest

from cogs.table.layout import table_layout
from data.models.members import ReminderPreferences
from engine.model.cards import write_cards
from tests.cogs.direct_messages.support import hands_in_dm
from tests.cogs.support.play import Game, placed, seated, start
from tests.cogs.support.positions import PICTURE
from tests.cogs.support.time import HOUR, after
from tests.simulator import Control, Member, Shown
from tests.simulator.messages import controls_in

SEATS = {
    "house-canasta": 4,
    "classic-canasta": 4,
    "pennies-from-heaven": 6,
    "ponytail-canasta": 6,
    "ten-pennies": 4,
    "ten-pennies-online": 4,
}
CANASTA = [slug for slug in SEATS if not slug.startswith("ten-pennies")]
RUMMY = [slug for slug in SEATS if slug.startswith("ten-pennies")]
NEARLY = ("KS KH KD KC KS KH", "9S 9H 9D 9C 9S 9H")
"""Two melds that each lack one card for a canasta."""
SETS = ("KS KH KC", "9S 9H 9C")
"""Two sets that each take one card, even if no card may occur twice in a set."""
CANASTAS = (
    "KS KH KD KC KS KH KD",
    "QS QH QD QC QS QH QD",
    "9S 9H 9D 9C 9S 2H 2D",
    "7S 7H 7D 7C 7S 7H 7D",
    "2S 2C 2H 2D 2S 2C Jo",
)
"""The canastas that a game requires for going out."""


@dataclass
class Taps:
    """A count of a member's taps, at the table message and then in the hand panel."""

    game: Game
    person: Member
    made: list[str] = field(default_factory=list)
    panel: Shown | None = None

    @property
    def shown(self) -> Shown:
        """The message that the member looks at."""
        return self.panel or self.game.board

    async def controls(self) -> tuple[Control, ...]:
        """Return the components in sight; a position that a test sets is not shown by itself."""
        if self.panel is not None:
            return self.panel.controls
        painted = table_layout(await self.game.live(), PICTURE)
        return controls_in(painted.to_components())

    async def offers(self, verb: str) -> bool:
        """Whether there is a button with this action."""
        return any(c.verb == verb and not c.disabled for c in await self.controls())

    async def press(self, wanted: str) -> None:
        """Tap the first button with an action, or with a label that starts so."""
        buttons = [c for c in await self.controls() if c.kind == "button" and not c.disabled]
        found = [c for c in buttons if c.verb == wanted or c.label.startswith(wanted)]
        assert found, (wanted, [c.label for c in buttons])
        answer = await self.person.press_stale(self.shown, found[0].custom_id)
        self.panel = self.panel or answer.message
        self.made.append(wanted)

    async def choose(self, select: str, *values: str) -> None:
        """Open a select, choose, and close it if several options could be chosen."""
        await self.person.choose(self.shown, select, values)
        self.made += ["open", *values, *(["close"] if len(values) > 1 else [])]


async def at(simulator, slug, **position) -> Taps:
    """Put the first seat before its draw at a position, with computer players on the others."""
    pace = position.pop("pace", "")
    game = await start(simulator, simulator.members[:1], game=slug, seats=len_of(slug), pace=pace)
    hand, seats = position.pop("hand"), SEATS[slug]
    others = ["4C 5D 6H JS QC"] * (seats - 1)
    told = {"turn": 0, "phase": "draw", "hands": [hand, *others], "offered": False}
    simulator.bot.services.computers.pause = 3600
    await placed(game, told | position)
    return Taps(game, await seated(game, 0))


def len_of(slug):
    """Return the number of seats, if the game has a choice."""
    return None if slug in {"classic-canasta", "pennies-from-heaven"} else SEATS[slug]


def lying(slug, *melds):
    """Return melds of the first seat, whose side has opened."""
    told = [{"side": 0, "owner": 0, "cards": cards} for cards in melds]
    return {"melds": told, "down": [True] * SEATS[slug]}


def two_melds(slug):
    """Return two melds to each of which a card can be added with profit."""
    return lying(slug, *(NEARLY if slug in CANASTA else SETS))


async def has_ended(taps):
    """Whether the turn, or the round, of the first seat is over."""
    live = await taps.game.live()
    return live.game.table.turn != 0 or live.view(None).round > 1 or live.game.outcome() is not None


@pytest.mark.parametrize("slug", SEATS)
async def test_to_draw_and_discard_what_is_proposed_takes_two_taps(simulator, slug):
    taps = await at(simulator, slug, hand="4C 6D JH QD")
    await taps.press("say")
    await taps.press("throw")
    assert await has_ended(taps)
    assert len(taps.made) <= 2


async def reminded(simulator, slug, **position) -> Taps:
    """Put the first seat at a position, and let a reminder in direct messages be in sight."""
    await simulator.bot.database.members.change_reminder_preferences(
        simulator.members[0].id, lambda _: ReminderPreferences(way="direct")
    )
    taps = await at(simulator, slug, pace="day", **position)
    await after(simulator, 19 * HOUR)
    (taps.panel,) = hands_in_dm(simulator, taps.person)
    assert "Still waiting for you." in taps.panel.text
    return taps


@pytest.mark.parametrize("slug", SEATS)
@pytest.mark.parametrize("before", [(), ("Play",)], ids=["at once", "by Play"])
async def test_from_a_reminder_a_routine_turn_takes_two_taps_or_three_by_play(
    simulator, slug, before
):
    taps = await reminded(simulator, slug, hand="4C 6D JH QD")
    for wanted in (*before, "say", "throw"):
        await taps.press(wanted)
    assert await has_ended(taps)
    assert len(taps.made) <= 2 + len(before)


@pytest.mark.parametrize("slug", SEATS)
async def test_from_a_reminder_a_turn_with_another_discard_takes_four_taps(simulator, slug):
    taps = await reminded(simulator, slug, hand="4C 6D JH QD")
    await taps.press("Play")
    await taps.press("say")
    await taps.choose("drop", next(iter(taps.shown.find("drop", "select").options)))
    assert await has_ended(taps)
    assert len(taps.made) <= 4


@pytest.mark.parametrize("slug", SEATS)
async def test_from_the_list_of_tables_a_routine_turn_takes_three_taps(simulator, slug):
    taps = await at(simulator, slug, hand="4C 6D JH QD")
    taps.panel = (await taps.person.slash("tables", channel=taps.person.dm)).message
    await taps.press("hand")
    (taps.panel,) = hands_in_dm(simulator, taps.person)
    for wanted in ("say", "throw"):
        await taps.press(wanted)
    assert await has_ended(taps)
    assert len(taps.made) <= 3


@pytest.mark.parametrize("slug", SEATS)
async def test_with_several_melds_a_turn_takes_three_taps(simulator, slug):
    taps = await at(simulator, slug, hand="4C 6D JH KD 9D", **two_melds(slug))
    before = (await taps.game.live()).view(None).melds
    await taps.press("say")
    await taps.press("playturn")
    melds = (await taps.game.live()).view(None).melds
    assert [len(one.cards) - len(was.cards) for one, was in zip(melds, before, strict=True)] == [
        1,
        1,
    ]
    await taps.press("Discard")
    assert await has_ended(taps)
    assert len(taps.made) <= 3


@pytest.mark.parametrize("slug", CANASTA)
async def test_to_take_the_pile_and_play_on_takes_three_taps(simulator, slug):
    more = {"pile": "4C 6D 8H QS KD", **lying(slug, "KS KH KC", NEARLY[1])}
    taps = await at(simulator, slug, hand="KS KC 4C 6D 8H JH 9D", **more)
    await taps.press("take")
    if await taps.offers("playturn"):
        await taps.press("playturn")
    await taps.press("throw")
    assert await has_ended(taps)
    assert len(taps.made) <= 3


@pytest.mark.parametrize("slug", SEATS)
async def test_a_whole_hand_is_laid_out_and_gone_out_with_by_three_taps(simulator, slug):
    whole = "JS JH JD TS TH TD AS AH AC 4S 4H 4D 8H 8S 6S"
    more = lying(slug, *(CANASTAS if slug in CANASTA else SETS))
    taps = await at(simulator, slug, hand=whole, stock="8C 8D 8H 8S 8C 8D TC AC", **more)
    await taps.press("say")
    for _ in range(2):
        if not await has_ended(taps):
            wanted = ("goout", "layall", "playturn", "dropit")
            offered = [verb for verb in wanted if await taps.offers(verb)]
            await taps.press(offered[0])
    live = await taps.game.live()
    assert live.view(None).round > 1 or live.game.outcome() is not None, taps.made
    assert len(taps.made) <= 3


@pytest.mark.parametrize("slug", SEATS)
async def test_an_initial_meld_of_two_sets_of_ones_own_takes_seven_taps(simulator, slug):
    taps = await at(simulator, slug, hand="KS KH KD QS QH QD JS JH JD 4C 6D")
    await taps.press("say")
    await taps.press("build")
    offered = list(taps.shown.find("picks", "select").options)
    wanted = [label for label in offered if label.count("K") == 3 or label.count("Q") == 3]
    assert len(wanted) == 2
    await taps.choose("picks", *wanted)
    await taps.press("laystaged")
    laid = (await taps.game.live()).view(None).melds
    assert [len(meld.cards) for meld in laid] == [3, 3]
    assert len(taps.made) <= 7


@pytest.mark.parametrize("slug", RUMMY)
@pytest.mark.parametrize("answer", ["Buy", "Pass"])
async def test_to_buy_or_to_pass_takes_one_tap_on_the_message_that_asks(simulator, slug, answer):
    game = await start(simulator, simulator.members[:2], game=slug, seats=2)
    turn = await game.turn()
    decline = "say" if slug == "ten-pennies" else "Draw"
    other = next(person for person in simulator.members[:2] if person != turn)
    await Taps(game, turn).press(decline)
    taps = Taps(game, other)
    seat = (await game.live()).seat_of(other.id)
    assert {one.seat for one in (await game.live()).view(None).pending} >= {seat}
    await taps.press(answer)
    assert seat not in {one.seat for one in (await game.live()).view(None).pending}
    assert len(taps.made) == 1


@pytest.mark.parametrize("slug", SEATS)
async def test_a_whole_proposal_is_taken_back_by_one_tap(simulator, slug):
    taps = await at(simulator, slug, hand="4C 6D JH KD 9D", **two_melds(slug))
    await taps.press("say")
    before = (await taps.game.live()).view(0)
    await taps.press("playturn")
    assert (await taps.game.live()).view(0).melds != before.melds
    await taps.press("undo")
    after = (await taps.game.live()).view(0)
    assert (after.melds, after.hand) == (before.melds, before.hand)


@pytest.mark.parametrize("slug", CANASTA)
async def test_everything_goes_down_at_once_and_no_wild_card_with_it(simulator, slug):
    hand = "JS JH JD TS TH TD 4S 4H 4D 2S 2H 6D QC"
    taps = await at(simulator, slug, hand=hand, **lying(slug, "KS KH KD"))
    await taps.press("say")
    await taps.press("layall" if await taps.offers("layall") else "playturn")
    view = (await taps.game.live()).view(0)
    assert [len(meld.cards) for meld in view.melds] == [3, 3, 3, 3]
    assert "2S 2H" in write_cards(view.hand)
