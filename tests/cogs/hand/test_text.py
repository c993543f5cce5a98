"""Tests of the panel's text next to its picture: few words, and the ones needed now."""

import pytest

from cogs.ui.custom_id import CustomId
from tests.cogs.support.play import placed, seated, start
from tests.simulator.messages import walk

OTHERS = ["4D 5C 6H"] * 3
ROW = 1
"""Discord's type number of a row of components."""


async def test_the_heading_names_game_and_table(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(simulator.members[0])
    assert f"House Canasta, table {game.table_id} · round 1" in panel.text


async def test_until_a_seat_has_opened_it_reads_what_cards_count_and_what_is_missing(simulator):
    game = await start(simulator, simulator.members)
    at = {"turn": 0, "phase": "draw", "hands": ["KS KH KD 9S 9H 4C", *OTHERS]}
    await placed(game, at)
    panel = await game.hand(await seated(game, 0))
    assert "Jo **50** · 2 A **20** · K–8 **10** · 7–4 **5**" in panel.text
    assert "worth 30; you still need 20" in panel.text
    melds = [{"side": 0, "owner": 0, "cards": "9S 9D 9H"}]
    await placed(game, at | {"melds": melds, "down": [True, False] * 2})
    assert "Jo **50**" not in (await game.hand(await seated(game, 0))).text


@pytest.mark.parametrize(
    "hand, told",
    [
        ("AS AH Jo 4C 6D 8H", "worth 0. With wild cards you have enough to open"),
        ("AS 2H 4C 6D 8H QS", "worth 0. Even with wild cards that is too little"),
        ("AS AH AD 2H 4C 6D", "worth 60, which is enough"),
        ("AS AH 4C 6D 8H QS", "worth 0; you still need 50"),
        ("3S 3C 3S KS KH KD 4C", "worth 45; you still need 5"),
        ("3S 3C 3S 3C KS KH KD 4C", "worth 50, which is enough"),
        ("3S 3C 3H KS KH KD 4C", "worth 30; you still need 20"),
    ],
)
@pytest.mark.parametrize("phase", ["draw", "play"])
async def test_what_wild_cards_could_open_is_told_beside_what_opens_without(
    simulator, hand, told, phase
):
    game = await start(simulator, simulator.members)
    await placed(game, {"turn": 0, "phase": phase, "hands": [hand, *OTHERS]})
    assert told in (await game.hand(await seated(game, 0))).text


async def test_threes_that_open_nothing_are_not_counted(simulator):
    game = await start(simulator, simulator.members, game="classic-canasta")
    hand = "3S 3C 3S KS KH KD 4C"
    await placed(game, {"turn": 0, "phase": "play", "hands": [hand, *OTHERS]})
    assert "worth 30; you still need 20" in (await game.hand(await seated(game, 0))).text


async def test_the_others_have_a_line_each_since_ones_own_turn(simulator):
    game = await start(simulator, simulator.members)
    ann = await game.take_turn()
    for _ in range(3):
        await game.take_turn()
    lines = [line for line in (await game.hand(ann)).text.splitlines() if "discarded" in line]
    assert len(lines) == 3
    assert not any("drew" in line for line in lines)
    assert all(len(line) < 100 for line in lines)


async def test_the_cards_that_others_laid_are_told_in_the_log_and_counted_in_the_panel(simulator):
    game = await start(simulator, simulator.members)
    hands = ["4C 5D 6H 7S", "KS KH KD QS QH QD 5S 6S", *OTHERS[1:]]
    await placed(game, {"turn": 1, "phase": "play", "hands": hands})
    ben = await seated(game, 1)
    panel = await game.hand(ben)
    await ben.press(panel, "Build")
    await ben.choose(panel, "picks", list(panel.find("picks", "select").options)[:2])
    await ben.press(panel, "laystaged")
    await ben.press(panel, next(c.custom_id for c in panel.controls if c.verb == "throw"))
    told = (await game.hand(await seated(game, 0))).text
    assert "2 melds" in told
    assert "K♠" not in told.partition("2 melds")[2].splitlines()[0]


async def test_the_seal_and_the_permissions_of_the_place_stand_in_more(simulator):
    game = await start(simulator, simulator.members)
    whole = (await game.live()).row.commitment
    assert whole[:16] not in game.board.text
    assert whole in (await simulator.members[0].press(game.board, "More")).text


async def test_next_table_goes_on_to_the_one_that_waits_longest(simulator):
    ann = simulator.members[0]
    first = await start(simulator, [ann], game="house-canasta")
    second = await start(simulator, [ann], game="classic-canasta")
    panel = await second.hand(ann)
    assert "Classic Canasta" in panel.text
    await ann.press(panel, "Next table")
    assert f"House Canasta, table {first.table_id}" in panel.text
    before = await first.seq(), await second.seq()
    await ann.press(panel, "say")
    assert (await first.seq(), await second.seq()) == (before[0] + 1, before[1])


async def test_a_panel_that_went_on_to_another_table_is_not_pushed_to_by_the_first(simulator):
    ann = simulator.members[0]
    first = await start(simulator, [ann], game="house-canasta")
    second = await start(simulator, [ann], game="classic-canasta")
    panel = await second.hand(ann)
    await ann.press(panel, "Next table")
    with simulator.env._bot_scope():
        await simulator.bot.services.hand_panels.push(await second.live(), (0,))
    await simulator.wait(0)
    assert f"table {first.table_id} " in panel.text


async def test_where_nothing_else_waits_there_is_no_next_table(simulator):
    game = await start(simulator, simulator.members)
    assert "Next table" not in (await game.hand(await game.turn())).labels


async def test_hand_opens_the_table_that_waits_longest(simulator):
    ann = simulator.members[0]
    first = await start(simulator, [ann], game="house-canasta")
    await simulator.wait(60)
    await start(simulator, [ann], game="classic-canasta")
    assert f"table {first.table_id} " in (await ann.slash("hand")).text


async def with_stock(simulator, left):
    """Return the panel's text with so many cards left in the stock."""
    game = await start(simulator, simulator.members)
    stock = " ".join(["8C"] * left)
    await placed(game, {"turn": 0, "phase": "draw", "hands": ["4C 7S", *OTHERS], "stock": stock})
    return (await game.hand(await seated(game, 0))).text


@pytest.mark.parametrize("left, cards", [(9, "9 cards are"), (8, "8 cards are"), (1, "1 card is")])
async def test_a_stock_that_is_soon_gone_is_told_in_words(simulator, left, cards):
    assert f"Only {cards} left in the stock." in await with_stock(simulator, left)


@pytest.mark.parametrize("left", [0, 40])
async def test_of_a_stock_that_is_gone_or_high_nothing_is_told(simulator, left):
    assert "left in the stock" not in await with_stock(simulator, left)


async def test_skip_ahead_stands_below_all_so_that_a_second_tap_draws_nothing(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann], seats=4)
    robot = next(n for n, who in enumerate(await game.drivers()) if who.kind == "computer")
    await placed(
        game, {"turn": robot, "phase": "draw", "hands": ["4D 5C 6H"] * 4, "stock": "8C 8D"}
    )
    panel = await game.hand(ann)
    rows = [part for part in walk(panel.stored.components) if part["type"] == ROW]
    verbs = [
        [CustomId.parse(part["custom_id"]).action for part in one["components"]] for one in rows
    ]
    assert verbs.index(["skip"]) > max(n for n, row in enumerate(verbs) if "about" in row)


async def test_of_a_turn_that_would_end_the_round_the_end_is_left_to_the_member(simulator):
    game = await start(simulator, simulator.members)
    made = [
        {"side": 0, "owner": 0, "cards": "KS KS KH KH KD KD KC"},
        {"side": 0, "owner": 0, "cards": "QS QS QH QH QD QD QC"},
    ]
    at = {"turn": 0, "melds": made, "down": [True] * 4, "hands": ["9S 9H 9D 4C", *OTHERS]}
    await placed(game, at | {"stock": " ".join(["8C"] * 30)})
    text = (await game.hand(await seated(game, 0))).text
    assert "**Play this turn**: " in text
    assert "9♠" in text.partition("**Play this turn**: ")[2]
    assert "After that the round ends, or may end." in text


@pytest.mark.parametrize("frozen", [False, True])
async def test_a_hint_says_that_first_melds_are_too_cheap_and_not_that_nothing_fits(
    simulator, frozen
):
    game = await start(simulator, simulator.members)
    pile = "2C 4S" if frozen else "9C 4S"
    at = {"turn": 0, "phase": "draw", "hands": ["4H 4D 9S JC", *OTHERS], "pile": pile}
    await placed(game, at | {"stock": " ".join(["8C"] * 30)})
    ann = await seated(game, 0)
    panel = await game.hand(ann)
    await ann.press(panel, "Hint")
    assert "with 4♠︎ you could lay 15 points, and your first meld needs 50" in panel.text
    assert "nothing to lay" not in panel.text


async def test_of_three_players_the_panel_says_who_plays_the_round_alone(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    at = {"turn": 0, "phase": "draw", "hands": OTHERS, "pile": "9H"}
    await placed(game, at)
    undecided = await game.hand(await seated(game, 0))
    assert "The first player to take the pile plays this round alone." in undecided.text
    await placed(game, at | {"lone": 0})
    assert "You play this round **alone**" in (await game.hand(await seated(game, 0))).text
    await placed(game, at | {"lone": 1})
    told = (await game.hand(await seated(game, 0))).text
    assert "plays this round **alone**. You and" in told


async def test_a_first_down_is_told_in_plain_words(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, game="ten-pennies")
    told = (await game.hand(simulator.members[0])).text
    assert "Your first sets of the round: **2 sets of 3** at once" in told
    assert "First-down" not in told
