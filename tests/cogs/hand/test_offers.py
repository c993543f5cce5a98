"""Tests of offers: several seats are asked, each answers once, and answers stay hidden till the
end.
"""

import pytest

import engine
from cogs.game.state import TableState
from cogs.hand.auto_answers import NEVER, AutoAnswers
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from render.text.catalogue import use_language
from tests.cogs.support.play import first, leaving, placed, seated, start
from tests.cogs.support.positions import PICTURE, live, panel_of
from tests.cogs.support.time import DAY, MINUTE, looked, timed
from tests.simulator.messages import controls_in, texts_in

# ---- the upcard


async def offering(simulator, *, seats=4):
    """A game in which the turn player has just declined, so that everybody else is asked."""
    game = await start(simulator, simulator.members, game="ten-pennies", seats=seats)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, leaving(panel))
    return game


async def buy(game, person):
    """Agree to buy the upcard."""
    panel = await game.hand(person)
    yes = next(c for c in panel.controls if c.label.startswith("Buy"))
    await person.press(panel, yes.custom_id)


def asked(live):
    return {decision.seat for decision in engine.pending(live.game.table)}


async def test_all_seats_whose_turn_to_buy_may_come_are_asked_at_once(simulator):
    game = await offering(simulator)
    live = await game.live()
    assert asked(live) == {0, 1, 2, 3} - {live.game.table.turn}


async def test_answers_given_at_the_same_moment_all_count(simulator):
    game = await offering(simulator)
    people = [await seated(game, seat) for seat in asked(await game.live())]
    panels = [await game.hand(person) for person in people]
    before = await game.seq()
    await simulator.together(
        *(p.pressing(panel, "Pass") for p, panel in zip(people, panels, strict=True))
    )
    assert await game.seq() == before + 3
    assert engine.pending((await game.live()).game.table)[0].kind == "draw"


async def test_the_first_yes_in_seat_order_wins_whoever_answers_first(simulator):
    game = await offering(simulator)
    turn = (await game.live()).game.table.turn
    first, second = ((turn + n) % 4 for n in (1, 2))
    for seat in (second, first):
        person = await seated(game, seat)
        await buy(game, person)
    view = (await game.live()).view(None)
    assert view.seats[first].pennies == 9
    assert view.seats[second].pennies == 10


async def test_an_answer_stays_hidden_until_the_window_closes(simulator):
    game = await offering(simulator)
    turn = (await game.live()).game.table.turn
    person = await seated(game, (turn + 2) % 4)
    await buy(game, person)
    assert "said yes" not in game.board.text
    assert "bought" not in game.board.text


async def test_pass_until_my_turn_answers_this_offer_and_the_next(simulator):
    game = await offering(simulator)
    live = await game.live()
    seat = (live.game.table.turn + 3) % 4
    person = await seated(game, seat)
    await person.press(await game.hand(person), "Pass until my turn")
    assert seat not in asked(await game.live())
    while (await game.live()).game.table.phase == "offer":
        other = await seated(game, min(asked(await game.live())))
        await other.press(await game.hand(other), "Pass")
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    await person.choose(panel, "drop", [first(panel, "drop")])
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, leaving(panel))
    assert seat not in asked(await game.live())


async def test_when_the_clock_passes_a_card_on_standing_answers_come_before_anybody_hears(
    simulator,
):
    game = await timed(simulator, simulator.members[:3], look=2 * DAY, game="ten-pennies", seats=3)
    live = await game.live()
    heard: list[TableState] = []
    passer, asked_one = ((live.game.table.turn + n) % 3 for n in (1, 2))
    said = AutoAnswers(NEVER).row(game.table_id, passer, live.member(passer))
    await simulator.bot.database.members.save_auto_answer(said)
    simulator.bot.services.absence._goes_on = heard.append
    simulator.env.backend.advance_clock(DAY + MINUTE)
    await looked(simulator)
    assert asked(await game.live()) == {asked_one}
    assert [live.row.seq for live in heard] == [2]


async def test_a_standing_answer_is_chosen_once_and_shown(simulator):
    game = await offering(simulator)
    person = await seated(game, min(asked(await game.live())))
    panel = await game.hand(person)
    await person.press(panel, "Overview")
    await person.choose(panel, "wishes", ["Offers: always pass"])
    assert (await game.live()).seat_of(person.id) not in asked(await game.live())


async def test_computer_players_answer_an_offer_at_once(simulator):
    game = await start(simulator, simulator.members[:1], game="ten-pennies", seats=4)
    person = simulator.members[0]
    simulator.bot.services.computers.pause = 3600
    await placed(game, {"turn": 0, "phase": "draw", "pile": "5S"})
    panel = await game.hand(person)
    await person.press(panel, leaving(panel))
    assert (await game.live()).game.table.phase != "offer"


# ---- leave to go out

TYPES = (
    "KS KH KD KC KS KH KD",
    "QS QH QD QC 2S 2H 2D",
    "2C 2C 2S 2H Jo Jo Jo",
    "7S 7H 7D 7C 7S 7H 7D",
)
READY = {
    "turn": 0,
    "hands": ["9S 9H 9D 4S", "KS QS 5S", "AS AH 8D", "4C", "6C 6D", "4D"],
    "melds": [{"side": 0, "owner": 0, "cards": cards} for cards in TYPES],
    "down": [True] * 6,
}


CANASTAS = (
    *("KS KS KS KS KH KH KH", "QS QS QS QH QH QH QD", "JS JS JS JS JH 2H 2D"),
    *("7S 7S 7S 7H 7H 7H 7D", "2S 2S 2S 2S Jo Jo Jo"),
)
PONYTAIL = {
    "game": "ponytail-canasta",
    "options": {"manual_pony": True},
    "phase": "play",
    "turn": 0,
    "hands": ["9H", "4C 5C", "4C 5C", "4C 5C"],
    "feet": ["4C 5D 6H 8S 9S TS", "4C", "4C", "4C"],
    "earned": [True] * 4,
    "melds": [{"side": 0, "cards": cards} for cards in CANASTAS],
}


async def asking(simulator, **more):
    """A game of Pennies From Heaven in which the member of seat 0 can go out."""
    game = await start(simulator, simulator.members, game="pennies-from-heaven")
    await placed(game, READY | more)
    return game, await seated(game, 0)


async def test_going_out_is_offered_when_it_is_possible(simulator):
    game, person = await asking(simulator)
    await person.press(await game.hand(person), "Go out")
    assert (await game.live()).view(None).round == 2


async def test_going_out_by_several_moves_is_one_press_and_on_disk_at_once(simulator):
    game, person = await asking(simulator)
    await person.press(await game.hand(person), "Go out")
    log = await simulator.bot.database.tables.move_log(game.table_id)
    meld, discard = (entry for entry in log if ":" not in entry.key)
    assert (meld.body[:4], discard.body) == ("meld", "discard 4S")
    assert (discard.key, discard.at) == (f"{meld.key}.1", meld.at)


async def test_a_foot_that_would_count_is_asked_about_once_more(simulator):
    game, person = await asking(simulator, feet=["4S 5S 6S", "", "", "", "", ""])
    panel = await game.hand(person)
    await person.press(panel, "Go out")
    assert "would count against your side" in panel.text
    assert (await game.live()).view(None).round == 1
    await person.press(panel, "goout")
    assert (await game.live()).view(None).round == 2


@pytest.mark.parametrize(
    "language, question, button",
    [
        ("en", "You haven't picked up your ponytail: its 6 cards", "(ponytail of 6 cards lost)"),
        ("de", "Du hast deinen Zopf nicht aufgenommen: 6 Karten", "(Zopf mit 6 Karten verloren)"),
    ],
)
def test_a_ponytail_that_would_count_is_called_one(language, question, button):
    with use_language(language):
        panel = hand_layout(panel_of(live(PONYTAIL), page=HandPage(leaving=True)), PICTURE)
    assert question in "".join(texts_in(panel.to_components()))
    labels = [control.label for control in controls_in(panel.to_components())]
    assert [label for label in labels if label.endswith(button)]


@pytest.mark.parametrize("answer,round_after", [("Yes", 2), ("No", 1)])
async def test_a_teammate_gives_or_refuses_leave(simulator, answer, round_after):
    game, person = await asking(simulator)
    mate = await seated(game, 2)
    await person.press(await game.hand(person), f"Ask {mate.name.title()} first")
    panel = await game.hand(mate)
    assert "may I go out?" in panel.text
    # Other players discarded some.
    assert "9♠" not in panel.text.replace("\ufe0e", "").split("-#")[0]
    await mate.press(panel, answer)
    assert (await game.live()).view(None).round == round_after


async def test_after_a_no_going_out_is_not_offered_any_more(simulator):
    game, person = await asking(simulator)
    mate = await seated(game, 2)
    await person.press(await game.hand(person), f"Ask {mate.name.title()} first")
    await mate.press(await game.hand(mate), "No")
    assert "Go out" not in (await game.hand(person)).labels


async def test_leave_can_be_given_beforehand(simulator):
    game, person = await asking(simulator)
    mate = await seated(game, 2)
    panel = await game.hand(mate)
    await mate.press(panel, "Overview")
    await mate.choose(
        panel, "leaves", ["If a partner asks to go out: yes if I hold under 60 points"]
    )
    await person.press(await game.hand(person), f"Ask {mate.name.title()} first")
    assert (await game.live()).view(None).round == 2


async def test_a_plan_can_be_built_and_gone_out_by(simulator):
    game, person = await asking(simulator)
    panel = await game.hand(person)
    await person.press(panel, "Build")
    await person.choose(panel, "picks", ["0"])
    await person.press(panel, "Go out")
    assert (await game.live()).view(None).round == 2
