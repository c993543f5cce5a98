"""Tests of selects: the same choice can be made again, as each choice changes the custom id."""

import pytest

from cogs.ui.actions import ACTIONS, SelectAction
from cogs.ui.custom_id import ANSWERED_INTERACTION, CustomId
from cogs.ui.layout import select
from tests.cogs.hand.test_plan_page import planned
from tests.simulator.messages import Shown

SELECTS = [action for action in ACTIONS.values() if isinstance(action, SelectAction)]


def id_of(shown: Shown, verb: str) -> str:
    return next(c.custom_id for c in shown.controls if c.verb == verb)


@pytest.mark.parametrize("action", SELECTS, ids=str)
def test_every_select_has_another_custom_id_in_the_answer_to_a_choice(action: SelectAction) -> None:
    def shown() -> CustomId:
        row = select(action, 7, 3, 5, labels=[(0, "A", "")], placeholder="")
        return CustomId.parse(row["components"][0]["custom_id"])

    before = shown()
    token = ANSWERED_INTERACTION.set(2**62)
    try:
        after = shown()
    finally:
        ANSWERED_INTERACTION.reset(token)
    assert before.args == (5,)  # The handler's own arguments keep their places.
    assert after.args == (5, 2**62)


async def test_a_card_can_be_planned_again_after_clear(simulator):
    _, _, waiting, panel = await planned(simulator)
    ids = [id_of(panel, "plancard")]
    for _ in range(2):
        await waiting.choose(panel, "plancard", ["0"])
        ids.append(id_of(panel, "plancard"))
        await waiting.press(panel, "planclear")
        ids.append(id_of(panel, "plancard"))
    assert len(set(ids)) == len(ids)


async def test_a_cloth_can_be_chosen_again_in_the_lobby(simulator):
    ann = simulator.members[0]
    lobby = (await ann.slash("play", game="house-canasta")).message
    page = (await ann.press(lobby, "setup")).message
    before = id_of(page, "cloth")
    await ann.choose(page, "cloth", ["1"])
    assert id_of(page, "cloth") != before


async def test_a_select_of_an_old_message_is_still_answered(simulator):
    _, _, waiting, panel = await planned(simulator)
    version = CustomId.parse(id_of(panel, "plancard"))
    old = str(CustomId("plancard", version.table, version.version))
    await waiting.press_stale(panel, old, ["0"])
    assert "plancard" in {c.verb for c in panel.controls}
    assert "planclear" in {c.verb for c in panel.controls}
