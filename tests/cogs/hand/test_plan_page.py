"""Tests of Plan ahead: set in the panel, played before anybody is notified, hidden from others."""

import asyncio
from dataclasses import replace

import pytest

import engine
from cogs.game.sessions import TableSessions
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from cogs.hand.plan import NO_PLAN, PlanState, plan_of, play_plan
from cogs.hand.plan_page import named_moves, ranks
from data.database import Database
from data.models.members import PlanRow
from data.models.moves import NewMove
from data.models.tables import Changed, Player
from engine.advice.staging import Staging
from engine.advice.turn_plan import LAYS, Plan, PlanStopped
from engine.model.cards import RANK_NAMES, read_cards
from engine.model.moves import Meld
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.hand.test_every_panel import CASES, worst
from tests.cogs.support.play import first, placed, seated
from tests.cogs.support.positions import PICTURE, live, panel_of, wrong_with
from tests.cogs.support.time import away, notified, timed
from tests.simulator.messages import controls_in, texts_in


async def planned(simulator, **choices):
    """Return a game for two in which the waiting player has opened Plan ahead and chosen."""
    game = await timed(simulator, simulator.members[:2], seats=2, **choices)
    who = await game.turn()
    waiting = next(person for person in game.people if person != who)
    panel = await game.hand(waiting)
    await waiting.press(panel, "Plan ahead")
    return game, who, waiting, panel


async def turn_of(game, who):
    """Play a plain turn: draw and discard."""
    panel = await game.hand(who)
    await who.press(panel, "say")
    await who.choose(panel, "drop", [first(panel, "drop")])


async def test_a_planned_turn_is_played_and_calls_nobody(simulator):
    game, who, waiting, panel = await planned(simulator)
    await waiting.choose(panel, "planlast", ["1"])
    await waiting.press(panel, "Play it for me")
    assert "Set." in panel.text
    await turn_of(game, who)
    assert "Set." not in panel.text  # The open panel follows the hand.
    assert await game.turn() == who
    assert notified(simulator) == {who.id: 2}
    keys = [
        entry.key.partition(":")[0]
        for entry in await simulator.bot.database.tables.move_log(game.table_id)
    ]
    assert keys[2:] == ["plan", "plan"]
    assert await simulator.bot.database.members.plan(game.table_id, waiting.id) is None
    assert not any("plan" in m.text.lower() for m in simulator.messages(game.thread, who))


async def test_where_a_plan_stops_its_member_is_called_and_told_why(simulator):
    game, who, waiting, panel = await planned(simulator)
    form = await waiting.press(panel, "Type melds")
    await waiting.submit(form, {"moves": "meld KS KS KS"})
    await waiting.press(panel, "Play it for me")
    await away(simulator, 60)  # A plan survives a restart.
    await turn_of(game, who)
    assert notified(simulator) == {who.id: 1, waiting.id: 1}
    assert [entry.body for entry in await simulator.bot.database.tables.move_log(game.table_id)][
        2:
    ] == ["draw"]
    text = (await game.hand(waiting)).text
    assert "Your plan stopped here" in text
    assert "K♠" in text.replace("\ufe0e", "")


async def test_a_plan_whose_turn_came_with_a_crash_is_played_before_anybody_is_called(simulator):
    game, who, waiting, panel = await planned(simulator)
    await waiting.choose(panel, "planlast", ["1"])
    await waiting.press(panel, "Play it for me")
    for number in range(2):  # An older release made a move, and was killed before its follow-ups.
        live = await game.live()
        default = engine.pending(live.game.table)[0].default
        assert default is not None
        seat, body = live.game.table.turn, engine.write(default)
        await simulator.bot.database.tables.append_moves(
            NewMove(game.table_id, after=number, seat=seat, key=str(number), body=body)
        )
    await away(simulator, 1)
    assert (await game.turn(), await game.seq()) == (who, 4)
    assert notified(simulator) == {who.id: 2}


async def test_a_plan_is_changed_and_cancelled_on_the_page(simulator):
    game, who, waiting, panel = await planned(simulator)
    await waiting.choose(panel, "planstart", ["2"])
    # The values are ranks, so a page that was opened before an upgrade keeps its meaning.
    await waiting.choose(panel, "planranks", [str(RANK_NAMES.index(name)) for name in "6K"])
    await waiting.choose(panel, "plancard", [first(panel, "plancard")])
    await waiting.press(panel, "Play it for me")
    row = await simulator.bot.database.members.plan(game.table_id, waiting.id)
    plan = Plan.read(row.body)
    assert [RANK_NAMES[rank] for rank in plan.ranks] == ["6", "K"]
    assert (plan.start, len(plan.cards), row.armed) == ("ranks", 1, True)
    await waiting.press(panel, "Cancel the plan")
    assert await simulator.bot.database.members.plan(game.table_id, waiting.id) is None
    assert "Plan ahead" not in (await game.hand(who)).labels


# ---- without Discord


GAME = {"game": "house-canasta", "hands": ["KS KH 9D 4S 5H", *["4C 5D 6H"] * 3]}


def panel_with(position, planned_, page=None, seat=0):
    """Return a panel's texts and components."""
    panel = replace(panel_of(live(position), seat, page or HandPage()), plan_state=planned_)
    view = hand_layout(panel, PICTURE)
    assert wrong_with(view) == []
    return "\n".join(texts_in(view.to_components())), controls_in(view.to_components())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug,phase", CASES)
def test_the_worst_page_of_a_plan_is_one_that_discord_takes(slug, phase, language):
    at = worst(slug, phase)
    hand = at.view(0).hand
    moves = tuple(Meld((bytes((face,)) * 3,)) for face in sorted(set(hand))[:12])
    plan = Plan("ranks", (3, 4), "named", moves, "hint", bytes(sorted(set(hand))[:5]))
    for armed in (True, False):
        panel = replace(panel_of(at, page=HandPage(plan=True)), plan_state=PlanState(plan, armed))
        with use_language(language):
            assert wrong_with(hand_layout(panel, PICTURE)) == []


@pytest.mark.parametrize("why", ["yours", "no_discard", "out", "ends", "foot", "round", "fault"])
def test_why_a_plan_stopped_stands_above_the_hand(why):
    halt = PlanStopped(why, engine.read("discard 4S", engine.view(live(GAME).game.table, 0)))
    text, _ = panel_with(GAME, PlanState(halt=halt))
    assert "Your plan stopped here" in text


def test_a_move_that_a_rule_forbids_is_told_with_its_rule():
    halt = PlanStopped("refused", Meld((b"\x0b\x0b\x0b",)))
    text, _ = panel_with({**GAME, "phase": "play"}, PlanState(halt=halt))
    assert "is not possible" in text


def test_whose_turn_it_is_has_nothing_to_plan():
    _, controls = panel_with(GAME, PlanState())
    assert "plan" not in {control.verb for control in controls}
    text, controls = panel_with(GAME, PlanState(), HandPage(plan=True))
    assert "nothing to plan" in text
    assert {control.verb for control in controls} == {"main"}


# ---- the planner, without Discord


@pytest.fixture
async def store(tmp_path):
    opened = await Database.open(tmp_path / "tuppence.db")
    yield opened
    await opened.close()


async def begun(store, **more):
    """Return a game of two members, and a plan of the member to act."""
    row = await store.lobbies.create(
        guild_id=1, channel_id=1, host_id=1, game="house-canasta", rules_version=1, options={},
        seat_count=2, pace="day", seed=bytes(range(32)),
    )  # fmt: skip
    for seat in range(2):
        await store.lobbies.seat_player(row.id, Player("member", 100 + seat, f"M{seat}"))
    assert isinstance(
        await store.lobbies.start(row.id, mix=lambda t, _: t.lobby_seed, deadline=None), Changed
    )
    tables = TableSessions(
        store.tables, store.deadlines, store.pauses, lambda: 0.0, follow_ups=(play_plan,)
    )
    at = await tables.load(row.id)
    body = str(Plan(last="cheapest"))
    user_id = 100 + at.game.table.turn
    made = PlanRow(row.id, user_id, 1, 0, armed=True, body=body)
    await store.members.save_plan(replace(made, **more))
    return tables, await tables.load(row.id)


async def test_the_planner_plays_a_whole_turn_and_forgets_the_plan(store):
    tables, at = await begun(store)
    after = await tables.make_follow_ups(at)
    assert (after.row.seq, after.game.table.turn) == (2, 1 - at.game.table.turn)
    assert plan_of(after, at.game.table.turn) == NO_PLAN
    assert await store.members.plan(at.row.id, at.member(at.game.table.turn)) is None


async def test_two_who_notice_a_turn_at_once_play_its_plan_once(store):
    tables, at = await begun(store)
    both = await asyncio.gather(tables.make_follow_ups(at), tables.make_follow_ups(at))
    assert [live.row.seq for live in both] == [2, 2]


async def test_a_plan_is_on_disk_with_the_move_that_its_turn_came_by(store):
    tables, at = await begun(store, user_id=100, armed=False)
    first_, second = at.game.table.turn, 1 - at.game.table.turn
    plan = await store.members.plan(at.row.id, 100)
    assert plan is not None
    await store.members.delete_plan(at.row.id, 100)
    await store.members.save_plan(replace(plan, user_id=at.member(second), armed=True))
    acted = await tables.act(await tables.load(at.row.id), first_, "draw", seen=0, key="one")
    default = engine.pending(acted.state.game.table)[0].default
    assert default is not None
    body = engine.write(default)
    acted = await tables.act(acted.state, first_, body, seen=1, key="two")
    log = await store.tables.move_log(at.row.id)
    assert [(entry.seat, entry.key.partition(":")[0]) for entry in log] == [
        *((first_, "one"), (first_, "two"), (second, "plan"), (second, "plan"))
    ]
    assert len({entry.at for entry in log[1:]}) == 1  # One commit.
    waits = await store.deadlines.open_decisions(at.row.id)
    # A new question, not the old one.
    assert [(wait.seat, wait.seq) for wait in waits] == [(first_, 4)]
    assert acted.state.circumstances.open_decisions == waits


async def test_a_plan_that_was_not_set_is_not_played(store):
    tables, at = await begun(store, armed=False)
    assert (await tables.make_follow_ups(at)).row.seq == 0


async def test_a_plan_is_its_members_alone(store):
    _, at = await begun(store)
    seat = at.game.table.turn
    assert plan_of(at, seat).armed
    assert plan_of(at, 1 - seat) == NO_PLAN


async def test_a_plan_of_another_round_is_put_aside_with_a_note(store):
    tables, at = await begun(store, round=7)
    found = plan_of(await tables.make_follow_ups(at), at.game.table.turn)
    assert (found.armed, found.halt) == (False, PlanStopped("round"))


async def test_a_plan_of_another_round_is_not_called_set(store):
    _, at = await begun(store, round=2)
    found = plan_of(at, at.game.table.turn)
    assert (found.plan, found.armed) == (Plan(last="cheapest"), False)


async def test_a_plan_for_a_turn_that_has_gone_by_is_forgotten(store):
    tables, at = await begun(store, armed=False)
    row, seats = at.row, (at.game.table.turn, 1 - at.game.table.turn)
    plan = await store.members.plan(row.id, at.player(seats[0]).user_id)
    for number, seat in enumerate([seats[0], seats[0], seats[1], seats[1]]):
        live = await tables.load(row.id)
        default = engine.pending(live.game.table)[0].default
        assert default is not None
        await tables.act(live, seat, engine.write(default), seen=number, key=str(number))
    await store.members.save_plan(replace(plan, armed=True))
    after = await tables.make_follow_ups(await tables.load(row.id))
    assert (after.row.seq, await store.members.plan(row.id, plan.user_id)) == (4, None)


async def test_a_plan_that_fails_by_our_fault_leaves_the_turn_to_its_member(store, monkeypatch):
    tables, at = await begun(store)
    monkeypatch.setattr("cogs.hand.plan.following", lambda *_: 1 / 0)
    assert (await tables.make_follow_ups(at)).row.seq == 0
    assert plan_of(await tables.load(at.row.id), at.game.table.turn).halt == PlanStopped("fault")


def test_what_a_plan_lays_exactly_is_named_as_it_holds_it_whatever_build_has_put_aside():
    hand = ["KS KH KD QS QH QD 4C", *["4C 5D 6H"] * 3]
    at = live({"turn": 1, "phase": "draw", "hands": hand})
    plan = Plan(lay="named", moves=(Meld((read_cards("KS KH KD"),)),))
    panel = replace(panel_of(at, staged="QS QH QD"), plan_state=PlanState(plan))
    assert named_moves(panel) == plan.moves
    assert named_moves(replace(panel, plan_state=NO_PLAN)) == panel.staging.moves()


async def test_the_largest_plan_that_build_can_make_fits_into_its_form(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2, game="ponytail-canasta")
    ranks = [" ".join(f"{rank}{suit}" for suit in "SHDC") for rank in "456789TJQKA"]
    all_of_all = [" ".join([four] * 6) for four in ranks]
    await placed(game, {"turn": 1, "phase": "draw", "hands": [" ".join(all_of_all), "4C 5D"]})
    own = await seated(game, 0)
    staging = Staging.read(" / ".join(" ".join([four] * n) for four in ranks for n in (1, 2, 3)))
    await simulator.bot.database.members.save_staged_cards(game.table_id, own.id, str(staging))
    panel = await game.hand(own)
    await own.press(panel, "Plan ahead")
    await own.choose(panel, "planlay", [str(LAYS.index("named"))])
    form = await own.press(panel, "Type melds")
    assert form.modal is not None
    assert str(form.modal).count("KS KH KD KC") == 6


async def test_typed_melds_come_back_in_the_language_they_are_typed_in(simulator):
    *_, waiting, panel = await planned(simulator)
    waiting.locale = "de"
    form = await waiting.press(panel, "plantype")
    await waiting.submit(form, {"moves": "melden Pik König Herz König Karo König"})
    again = await waiting.press(panel, "plantype")
    assert "melden Pik König Herz König Karo König" in str(again.modal)
    assert "meld KS" not in str(again.modal)


@pytest.mark.parametrize("game", ["house-canasta", "classic-canasta", "ponytail-canasta"])
def test_no_pile_is_wanted_for_a_three(game):
    names = [RANK_NAMES[rank] for rank in ranks(live({"game": game}).view(0))]
    assert names == ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def test_an_upcard_may_be_wanted_for_a_three():
    found = ranks(live({"game": "ten-pennies", "seats": 2}).view(0))
    assert "3" in [RANK_NAMES[rank] for rank in found]
