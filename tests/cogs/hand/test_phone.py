"""Tests of the panel on a phone: the answer to a press is the last text above the components."""

from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage
from cogs.ui.layout import Item
from tests.cogs.support.play import start
from tests.cogs.support.positions import PICTURE, live, panel_of
from tests.simulator.messages import GALLERY, TEXT

ROW = 1
PLAYING = {"phase": "play", "hands": ["9S 9H 9D KS 4C", *["4D 5C 6H"] * 3]}
PAGES = (HandPage(notice="The answer."), HandPage(build=True, notice="The answer."))


def items(page: HandPage) -> list[Item]:
    (container,) = hand_layout(panel_of(live(PLAYING), page=page), PICTURE).to_components()
    found: list[Item] = container["components"]
    return found


def test_the_answer_is_directly_above_the_components_and_below_the_picture() -> None:
    for page in PAGES:
        kinds = [item["type"] for item in items(page)]
        text = max(n for n, kind in enumerate(kinds) if kind == TEXT)
        last = items(page)[text]
        assert last["content"].endswith("> 💬 The answer.")
        assert set(kinds[text + 1 :]) == {ROW}
        assert kinds.index(GALLERY) == text - 1


def test_the_hand_in_words_is_above_the_picture() -> None:
    first, picture, *_ = items(HandPage())
    assert first["type"] == TEXT
    assert "**5 cards**" in first["content"]
    assert picture["type"] == GALLERY


def test_the_components_of_a_decision_need_at_most_five_rows() -> None:
    for page in (HandPage(), *PAGES):
        assert sum(item["type"] == ROW for item in items(page)) <= 5


async def test_ten_pennies_explains_itself_before_it_asks_for_a_purchase(simulator):
    game = await start(simulator, simulator.members[:3], game="ten-pennies", seats=3)
    panels = {person: await game.hand(person) for person in game.people}
    asked = [panel for panel in panels.values() if "say" in {c.verb for c in panel.controls}]
    assert asked
    for panel in asked:
        assert "Collect sets of one rank" in panel.text
    person = await game.turn()
    shown = panels[person]
    first = next(control for control in shown.controls if control.verb == "say")
    assert first.label.startswith("Leave ")
    assert "draw" not in first.label
    await person.press(shown, first.custom_id)
    assert "Collect sets of one rank" not in shown.text
