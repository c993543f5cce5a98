"""Tests of locked cards on the panel: they came with the pile and can't be melded this turn."""

from tests.cogs.support.play import placed, seated, start


async def test_whoever_takes_a_pile_with_a_joker_goes_on_seeing_their_hand(simulator):
    game = await start(simulator, simulator.members)
    at = {"turn": 0, "hands": ["4C 7S KS KD KC 9S", *["4C 5D 6H"] * 3], "pile": "Jo 2S TH KH"}
    await placed(game, at | {"phase": "draw", "scores": [-500, 0]})
    ann = await seated(game, 0)
    panel = await game.hand(ann)
    await ann.press(panel, "take")
    assert "Joker" in panel.text
    (alt,) = panel.alts
    assert "joker" in alt.split("Can't be laid this turn")[-1].lower()
    assert (await game.hand(ann)).images()["hand.png"]
