"""The worst screens of every game in the other languages, whose words are longer than English."""

import pytest

import engine
from cogs import absence, moderation, tables  # noqa: F401 - the doors know the controls that cards show
from cogs._lobby.screen import lobby_screen
from cogs._lobby.seating_page import seating_page
from cogs._panel.about_page import told_screen
from cogs._screens.details import more_screen
from cogs._screens.roles import Powers
from cogs._screens.running import running_screen
from cogs._screens.table import table_screen
from data.game.rows import Status
from render.text import words
from render.text.catalogue import LANGUAGES, speaking
from tests.cogs.hand.test_every_panel import CASES, SEATS, busiest, worst, worst_panels
from tests.cogs.support.positions import LONG_NAME, PICTURE, row, wrong_with


@pytest.fixture(autouse=True, params=[language for language in LANGUAGES if language != "en"])
def language(request):
    with speaking(request.param):
        yield request.param


@pytest.mark.parametrize("slug,phase", CASES)
def test_the_worst_panel_fits(slug, phase):
    for page, view in worst_panels(slug, phase):
        assert wrong_with(view) == [], page


@pytest.mark.parametrize("slug", SEATS)
def test_the_worst_table_fits(slug):
    at = worst(slug, "play")
    for view in (
        table_screen(at, PICTURE),
        told_screen(busiest(slug), 0),
        more_screen(at, 0),
        running_screen(at, Powers(0, host=True, moderator=False), range(len(at.row.seats))),
    ):
        assert wrong_with(view) == []


@pytest.mark.parametrize("slug", SEATS)
def test_the_description_of_the_worst_picture_fits(slug):
    at = worst(slug, "play")
    names = [LONG_NAME] * SEATS[slug]
    assert len(words.table(at.view(None), names)) <= words.LONGEST
    assert len(words.hand(at.view(0), None)) <= words.LONGEST


@pytest.mark.parametrize("slug", engine.GAMES)
@pytest.mark.parametrize("status", list(Status))
def test_the_lobby_of_every_number_of_seats_fits(slug, status):
    for seats in engine.GAMES[slug].seats:
        lobby = row(seats, slug, status=status)
        assert wrong_with(lobby_screen(lobby)) == []
        assert wrong_with(seating_page(lobby, 0, "n" * 200)) == []
