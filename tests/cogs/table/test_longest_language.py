"""Tests of the largest messages of every game in languages with longer words than English."""

import pytest

import engine
from cogs import moderation  # noqa: F401 - registers the handlers of the components
from cogs.absence import cog  # noqa: F401 - registers the handlers of the components
from cogs.game.permissions import TablePermissions
from cogs.hand.about_page import table_in_words_layout
from cogs.lobby.layout import lobby_layout
from cogs.lobby.seating import seating_page
from cogs.moderation import moderation_layout
from cogs.my_tables import cog as my_tables_cog  # noqa: F401 - as above
from cogs.table.details import details_layout
from cogs.table.layout import table_layout
from data.models.tables import TableStatus
from render.text import alt_text
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.hand.test_every_panel import CASES, SEATS, busiest, worst, worst_panels
from tests.cogs.support.positions import LONG_NAME, PICTURE, row, wrong_with


@pytest.fixture(autouse=True, params=[language for language in LANGUAGES if language != "en"])
def language(request):
    with use_language(request.param):
        yield request.param


@pytest.mark.parametrize("slug,phase", CASES)
def test_the_worst_panel_fits(slug, phase):
    for page, view in worst_panels(slug, phase):
        assert wrong_with(view) == [], page


@pytest.mark.parametrize("slug", SEATS)
def test_the_worst_table_fits(slug):
    at = worst(slug, "play")
    for view in (
        table_layout(at, PICTURE),
        table_in_words_layout(busiest(slug), 0),
        details_layout(at, 0),
        moderation_layout(
            at, TablePermissions(0, host=True, moderator=False), range(len(at.row.seats))
        ),
    ):
        assert wrong_with(view) == []


@pytest.mark.parametrize("slug", SEATS)
def test_the_description_of_the_worst_picture_fits(slug):
    at = worst(slug, "play")
    names = [LONG_NAME] * SEATS[slug]
    assert len(alt_text.table_text(at.view(None), names)) <= alt_text.LONGEST
    assert len(alt_text.hand_text(at.view(0), None)) <= alt_text.LONGEST


@pytest.mark.parametrize("slug", engine.GAMES)
@pytest.mark.parametrize("status", list(TableStatus))
def test_the_lobby_of_every_number_of_seats_fits(slug, status):
    for seats in engine.GAMES[slug].seats:
        lobby = row(seats, slug, status=status)
        assert wrong_with(lobby_layout(lobby)) == []
        assert wrong_with(seating_page(lobby, 0, "n" * 200)) == []
