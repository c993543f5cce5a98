from typing import cast

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from cogs.core.bot import Interaction
from cogs.core.log import stand_in
from cogs.core.refusals import MissingPermissions, Refusal
from cogs.ui.actions import ACTIONS, ButtonAction, ModalAction, SelectAction
from cogs.ui.component import (
    REGISTRY,
    ComponentInteraction,
    Registry,
    check_complete,
    component,
    send_modal,
)
from cogs.ui.custom_id import LONGEST, CustomId
from cogs.ui.layout import action_row, layout_view, select, text_display
from render.text.catalogue import Catalogue, MissingTextError
from tests.cogs.support.play import start

verbs = st.from_regex(r"[a-z][a-z_]{0,11}", fullmatch=True)
snowflakes = st.integers(0, 2**63 - 1)
small = st.integers(-(2**31), 2**31)


KNOCK, STUMBLE, REFUSE = ButtonAction("knock"), ButtonAction("stumble"), ButtonAction("refuse")
PICK, ASKBACK, ROUNDS = SelectAction("pick"), ButtonAction("askback"), ModalAction("rounds")

SENT = """
    about addbot agree ask back balance book build close deck drop dropit fill film first flip
    forgetme free giveback giveup goon goout hand hint history hold house instead invite join
    jump keep kept ladder ladderby lay layit laystaged leave leaves level log main many manyit
    more movehere nudge number numbered pace pause plan plancard planclear planlast planlay
    planoff planon planranks planstart plantype plantyped preset quit rank rematch reopen
    replace replay resume rmbot rule rules run say sealed seat seating seats share sheet
    showagain shuffle skip sort standup start step stop sub swap take takes takestaged undo
    unkeep unstage value verify wish wishes
"""
"""Custom ids of components sent before all handlers shared one registry."""


HANDLERS = {**REGISTRY}
"""The product's handlers, and those of these tests."""


@component(KNOCK, HANDLERS)
async def knock(interaction):
    sentence = f"knocked {interaction.custom_id.args}"
    await interaction.raw.response.send_message(sentence, ephemeral=True)


@component(STUMBLE, HANDLERS)
async def stumble(interaction):
    raise KeyError("secret queen of spades")


@component(REFUSE, HANDLERS)
async def refuse(interaction):
    raise MissingPermissions(("attach_files", "send_messages"))


@component(PICK, HANDLERS)
async def pick(interaction):
    await interaction.raw.response.send_message(f"picked {interaction.chosen}", ephemeral=True)


@component(ASKBACK, HANDLERS)
async def ask_back(interaction):
    field: ui.TextInput[ui.Modal] = ui.TextInput(label="How many", custom_id="count")
    await send_modal(interaction.raw, ROUNDS, "Rounds", field, address=(7, 3, 1))


@component(ROUNDS, HANDLERS)
async def rounds(interaction):
    sentence = f"{interaction.fields['count']} rounds at {interaction.custom_id.table}"
    await interaction.raw.response.send_message(sentence, ephemeral=True)


@pytest.fixture
async def board(simulator):
    """Return a message with one component of each kind."""
    simulator.bot.router.registry = HANDLERS
    shown = {KNOCK: "Knock", STUMBLE: "Stumble", REFUSE: "Refuse", ASKBACK: "Ask"}
    buttons = (verb.button(7, 3, 5, label=name) for verb, name in shown.items())
    labels = [(n, f"Meld {n}", "") for n in range(3)]
    rows = action_row(*buttons), select(PICK, 7, 3, labels=labels, placeholder="", most=2)
    view = layout_view(text_display("The board"), *rows)
    await simulator.bot.get_channel(simulator.channel.id).send(view=view)
    return simulator.latest()


@given(verbs, snowflakes, snowflakes, st.lists(small, max_size=3))
def test_a_custom_id_says_exactly_its_address(verb, table, seen, args):
    address = CustomId(verb, table, seen, tuple(args))
    assert CustomId.parse(str(address)) == address
    assert len(str(address)) <= LONGEST


@given(st.text(max_size=120) | st.from_regex(r"t1:[a-z]+(:-?\d+){0,5}", fullmatch=True))
def test_any_text_is_an_address_or_refused(text):
    try:
        address = CustomId.parse(text)
    except ValueError:
        return
    assert CustomId.parse(str(address)) == address


def test_an_address_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="not a custom id"):
        str(CustomId("lay", 1, 1, (2**62,) * 5))


async def test_a_press_finds_its_control_and_arguments(simulator, board):
    answer = await simulator.members[0].press(board, "Knock")
    assert (answer.text, answer.private) == ("knocked (5,)", True)


async def test_a_choice_arrives_as_numbers(simulator, board):
    answer = await simulator.members[0].choose(board, "pick", ["Meld 0", "Meld 2"])
    assert answer.text == "picked (0, 2)"


def test_one_choice_arrives_as_its_number():
    raw = cast("Interaction", None)  # Not asked.
    assert ComponentInteraction(raw, values=["3"]).choice == 3


async def test_a_press_that_comes_after_its_message_has_changed_is_answered(simulator, board):
    pressed = await simulator.members[0].press_stale(board, "t1:knock:7:2:9")
    chosen = await simulator.members[0].press_stale(board, "t1:pick:7:2", values=["1"])
    assert (pressed.text, chosen.text) == ("knocked (9,)", "picked (1,)")


async def test_a_choice_that_no_select_offers_is_an_old_control_and_no_fault(simulator, board):
    for values in (["the queen"], ["1.5"], ["9" * 30]):
        answer = await simulator.members[0].press_stale(board, "t1:pick:7:2", values=values)
        assert "older message" in answer.text


async def test_a_made_up_press_without_a_choice_is_no_fault_either(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    answer = await person.press_stale(panel, f"t1:drop:{game.table_id}:{await game.seq()}")
    assert "older message" in answer.text
    assert await game.seq() == 0


async def test_a_form_is_answered_though_discord_py_never_stored_it(simulator, board):
    asked = await simulator.members[0].press(board, "Ask")
    answer = await simulator.members[0].submit(asked, {"count": "4"})
    assert answer.text == "4 rounds at 7"


async def test_two_members_with_the_same_form_both_keep_their_answer(simulator, board):
    ann, ben, *_ = simulator.members
    asked = [await ann.press(board, "Ask"), await ben.press(board, "Ask")]
    answers = [
        await ann.submit(asked[0], {"count": "1"}),
        await ben.submit(asked[1], {"count": "2"}),
    ]
    assert [answer.text for answer in answers] == ["1 rounds at 7", "2 rounds at 7"]


async def test_buttons_answer_after_a_restart(simulator, board):
    await simulator.restart()
    simulator.bot.router.registry = HANDLERS
    answer = await simulator.members[1].press(board, "Knock")
    assert answer.text == "knocked (5,)"


async def test_a_control_nobody_knows_any_more_says_so(simulator, board):
    for custom_id in ("t1:gone:7:3", "t0:knock:7", "something else"):
        answer = await simulator.members[0].press_stale(board, custom_id)
        assert "older message" in answer.text
        assert answer.private


async def test_a_fault_gets_a_number_that_the_log_shows_too(simulator, board):
    answer = await simulator.members[0].press(board, "Stumble")
    (logged,) = simulator.take_errors()
    number = answer.text.split("**")[1]
    assert logged.startswith(
        f"fault {number}: t1:stumble:7:3:5 by {stand_in(str(simulator.members[0].id))}"
    )
    assert "queen" not in answer.text


async def test_every_missing_permission_is_named(simulator, board):
    answer = await simulator.members[0].press(board, "Refuse")
    assert "**Attach Files**, **Send Messages**" in answer.text


async def test_a_press_while_leaving_gets_a_sentence(simulator, board):
    await simulator.bot.drain()
    answer = await simulator.members[0].press(board, "Knock")
    assert "restart" in answer.text


def test_an_action_has_one_handler():
    with pytest.raises(ValueError, match="two handlers for 'knock'"):
        component(KNOCK, HANDLERS)(stumble)


def test_several_actions_may_share_a_handler():
    registry: Registry = {}
    component(KNOCK, registry)(component(REFUSE, registry)(refuse))
    assert {registry["knock"].handler, registry["refuse"].handler} == {refuse}


async def test_sending_a_view_stores_nothing(simulator, board):
    store = simulator.bot._connection._view_store
    assert (store._views, store._modals) == ({}, {})


def test_a_refusal_is_a_text_of_the_catalogue():
    with pytest.raises(MissingTextError):
        Refusal("room.no_such_text").sentence(Catalogue.load())


async def test_every_action_has_a_handler(simulator):
    assert simulator.bot.router.registry.keys() == ACTIONS.keys()


def test_an_action_without_a_handler_is_named_at_the_start():
    with pytest.raises(ValueError, match="no handler for refuse, stumble"):
        check_complete(["stumble", "knock", "refuse"], {"knock": HANDLERS["knock"]})


def test_the_controls_of_messages_that_were_sent_long_ago_still_have_their_verbs():
    assert ACTIONS.keys() >= set(SENT.split())


async def test_the_submission_of_a_modal_is_not_taken_for_a_button(simulator, board):
    asked = await simulator.members[0].press(board, "Ask")
    asked.modal["custom_id"] = "t1:knock:7:3"
    answer = await simulator.members[0].submit(asked, {"count": "4"})
    assert "older message" in answer.text


async def test_the_handler_of_a_modal_answers_no_button(simulator, board):
    answer = await simulator.members[0].press_stale(board, "t1:rounds:7:3:1")
    assert answer.text == Refusal("room.old_control").sentence(Catalogue.load())
