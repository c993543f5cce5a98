"""Tests of `/leaderboard`: pages, sort orders, seasons, partners, a member's own place."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

import engine
from cogs.history.leaderboard import (
    SORT_BY_PARTNERS,
    SORT_ORDERS,
    LeaderboardPage,
    LeaderboardQuery,
    certainty,
    picture_row,
    sort_orders,
)
from cogs.ui.texts import say
from data.leaderboards.rating_model import MODEL
from data.models.leaderboards import LeaderboardEntry, Partnership, RowDetails
from render.gallery import results
from render.pictures import leaderboard
from render.pictures.models import LeaderboardPage as Drawn
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.finished_games import play, pretended
from tests.cogs.support.play import start
from tests.render.images import EMERALD
from tests.render.text_boxes import watching


async def test_a_ladder_names_members_with_one_number_each(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    answer = await ann.slash("leaderboard")
    assert "**1.**" in answer.text
    assert "±" not in answer.text
    assert answer.message.images().keys() == {"leaderboard.png"}


async def test_an_empty_ladder_says_what_counts(simulator):
    told = (await simulator.members[0].slash("leaderboard")).text
    assert "counts when members play on different sides" in told


async def test_ones_own_place_is_always_there(simulator):
    ann, ben, *_ = simulator.members
    for user in range(50, 65):
        await pretended(simulator, [user, user + 100], 1, 2)
    await pretended(simulator, [ben.id, ann.id], 1, 2)
    await ann.slash("leaderboard")  # The bot saves her name while it answers, in no set order.
    answer = await ann.slash("leaderboard")
    assert "Ann" in answer.text
    assert "…" in answer.text


async def test_the_ladder_turns_its_pages_in_the_chosen_order(simulator):
    ann = simulator.members[0]
    for user in range(50, 62):
        await pretended(simulator, [user, user + 100], 1, 2)
    answer = await ann.slash("leaderboard", by="games")
    await ann.press(answer.message, "After ▶")
    assert "by games" in answer.text
    assert "Member 50:" not in answer.text.replace("\\", "").replace("\u2068", "")
    await ann.press(answer.message, "◀ Before")
    assert "by games" in answer.text


async def test_a_ladder_can_be_sorted_another_way_in_place(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    answer = await ann.slash("leaderboard")
    await ann.choose(answer.message, "ladderby", ["Games won"])
    assert "by wins" in answer.text
    await ann.choose(answer.message, "ladderby", ["Pairs and trios"])
    assert "No pairs or trios" in answer.text
    await ann.choose(answer.message, "ladderby", ["Rating"])
    assert "**1.**" in answer.text


async def test_points_are_compared_within_one_game_only(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    together = await ann.slash("leaderboard")
    assert "Points per round" not in together.message.find("ladderby", "select").options
    assert "Choose a game as well" in (await ann.slash("leaderboard", by="average")).text
    one = await ann.slash("leaderboard", game="house-canasta")
    await ann.choose(one.message, "ladderby", ["Best round"])
    assert "best round 200" in one.text


async def test_the_one_number_of_a_row_is_what_the_rows_are_sorted_by(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    answer = await ann.slash("leaderboard")
    (line,) = await simulator.bot.database.leaderboards.page(
        simulator.guild.id, None, limit=1, offset=0
    )
    rating = round(1000 + 40 * (line.mu - 3 * line.sigma))
    sure = round(100 * (1 - line.sigma / MODEL.sigma))
    assert f"**{rating:,}** (1 played, 1 won)" in answer.text
    assert (
        f"1. Member 50: {rating:,}, won 1 of the last 1, {sure}% sure, new."
        in (answer.message.alts[0])
    )
    assert "`/help ratings`" in answer.text
    by_wins = await ann.slash("leaderboard", by="wins")
    assert "1. Member 50: 1, won 1 of the last 1" in by_wins.message.alts[0]
    assert "by Games won" in by_wins.message.alts[0]


def test_a_rating_before_the_first_game_is_not_sure_at_all():
    assert certainty(MODEL.sigma) == 0
    assert certainty(MODEL.sigma / 4) == pytest.approx(0.75)


def page_of(**changes) -> LeaderboardPage:
    """Return a page of the leaderboard of all games, loaded in January 2027."""
    rows = (LeaderboardEntry(3, 50, "Ann", 25.0, 5.0, 10.0, games=4, wins=2),)
    details = {50: RowDetails((True, False), 5)}
    at = datetime(2027, 1, 15, tzinfo=UTC).timestamp()
    return replace(
        LeaderboardPage(LeaderboardQuery(), 0, 1, rows, None, details, frozenset({50}), at),
        **changes,
    )


def test_a_row_has_the_places_of_the_week_and_the_champion_of_the_month_before():
    page = page_of()
    row = picture_row(page, page.rows[0], 50)
    assert (row.climb, row.is_new, row.champion, row.own) == (2, False, True, True)
    assert page.month_before == "2026-12"
    new = page_of(details={50: RowDetails((), None)}, champions=frozenset())
    row = picture_row(new, new.rows[0], 51)
    assert (row.climb, row.is_new, row.champion, row.own) == (None, True, False, False)


def test_only_places_by_rating_are_compared_with_last_week():
    page = page_of(wanted=LeaderboardQuery(way="wins"))
    row = picture_row(page, page.rows[0], 50)
    assert (row.value, row.climb, row.is_new) == ("2", None, False)


@pytest.mark.parametrize(
    "period,said",
    [("", "all time"), ("2027-01", "January 2027, so far"), ("2026-11", "November 2026")],
)
def test_the_picture_names_the_month_in_words(period, said):
    assert LeaderboardQuery(period=period).months("2027-01") == said
    assert page_of(wanted=LeaderboardQuery(period="2026-11")).month_before == "2026-10"


async def test_the_picture_has_the_server_and_last_month_s_champion(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    store, before = simulator.bot.database, "UPDATE result SET at = at - 31 * 24 * 3600 * 1000"
    await store.tables.backend.transaction(lambda c, _: c.execute(before).rowcount)
    await store.leaderboards.rebuild()
    answer = await ann.slash("leaderboard")
    assert answer.message.alts[0].startswith(f"{simulator.guild.name}, all time, by Rating")
    assert "won December" in answer.message.alts[0]


async def test_partners_stand_on_a_ladder_of_their_own(simulator):
    await pretended(simulator, [50, 51, 52, 53], 1, 2, pairs=True)
    answer = await simulator.members[0].slash("leaderboard", by="partners")
    text = answer.text.replace("\\", "")
    assert text.index("52") < text.index("51")


async def test_a_season_can_be_looked_at(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    (month,) = await simulator.bot.database.leaderboards.seasons(simulator.guild.id)
    assert await ann.complete("leaderboard", "season", month[:4]) == [month]
    assert month in (await ann.slash("leaderboard", season=month)).text
    assert (
        "no leaderboard for that month" in (await ann.slash("leaderboard", season="1999-01")).text
    )


async def test_an_unknown_way_of_sorting_is_refused_in_words(simulator):
    assert "Sort by" in (await simulator.members[0].slash("leaderboard", by="luck")).text


async def test_a_button_of_an_older_version_still_turns_the_page(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    answer = await ann.slash("leaderboard")
    again = await ann.press_stale(answer.message, "t1:ladder:0:0:0:1")
    assert "**1.**" in again.text


@pytest.mark.parametrize("way", SORT_ORDERS)
@pytest.mark.parametrize("period", ["", "2026-11"])
@pytest.mark.parametrize("game", [None, "house-canasta", "ten-pennies"])
def test_a_control_knows_which_ladder_it_belongs_to(way, period, game):
    season = "" if way == SORT_BY_PARTNERS else period
    wanted = LeaderboardQuery(game, season, way if way in sort_orders(game) else "rating")
    assert LeaderboardQuery.read(wanted.args()) == wanted


async def test_the_ladder_of_partners_is_of_no_month(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51, 52, 53], 1, 2, pairs=True)
    (month,) = await simulator.bot.database.leaderboards.seasons(simulator.guild.id)
    refused = await ann.slash("leaderboard", season=month, by="partners")
    assert "Leave the season out" in refused.text
    answer = await ann.slash("leaderboard", season=month)
    await ann.choose(answer.message, "ladderby", ["Pairs and trios"])
    assert "partners" in answer.text
    assert month not in answer.text


async def test_pennies_are_offered_where_there_are_any(simulator):
    ann = simulator.members[0]
    await pretended(simulator, [50, 51], 1, 2)
    house = await ann.slash("leaderboard", game="house-canasta")
    assert "Pennies" not in house.message.find("ladderby", "select").options
    assert "Pennies" not in await ann.complete("leaderboard", "by", "", game="house-canasta")
    assert "Pennies" in await ann.complete("leaderboard", "by", "", game="ten-pennies")
    refused = await ann.slash("leaderboard", game="house-canasta", by="pennies")
    assert "House Canasta has no pennies" in refused.text
    told = (await ann.slash("leaderboard", by="pennies")).text
    assert "No one is ranked by pennies yet" in told
    assert "won and lost in Ten Pennies" in told


async def test_an_empty_ladder_of_one_game_does_not_say_that_there_was_no_other(simulator):
    await pretended(simulator, [50, 51], 1, 2)
    told = (await simulator.members[0].slash("leaderboard", game="ten-pennies")).text
    assert "No one is ranked yet." in told
    assert "No rated game" not in told


async def test_a_ladder_of_whom_all_hide_does_not_say_that_nobody_played(simulator):
    await pretended(simulator, [50, 51], 1, 2)
    for user in (50, 51):
        await simulator.bot.database.members.set_hidden(simulator.guild.id, user, hidden=True)
    told = (await simulator.members[0].slash("leaderboard")).text
    assert "Hidden members are not shown" in told


@pytest.mark.parametrize("made_up", ["ladder:0:0", "ladderby:0:0", "history:0:0", "forgetme:0:0"])
async def test_a_made_up_page_overwrites_no_message_that_everybody_reads(simulator, made_up):
    game, stranger = await start(simulator, simulator.members), simulator.invite("Eve")
    values = ["0"] if made_up.startswith("ladderby") else None
    for message in [game.board, *simulator.messages(simulator.channel.id)]:
        before = message.text
        answer = await stranger.press_stale(message, f"t1:{made_up}", values)
        assert answer.private
        assert message.text == before


@pytest.mark.parametrize("name", ["\N{CARROT}", "\N{BENGALI LETTER KA}", "\N{TAMIL LETTER A}"])
def test_a_partner_whose_name_cannot_be_drawn_is_somebody_on_the_ladder(name):
    pair = Partnership(1, (1, 2), ("Ann", name), 1.0, 0.5, 0.0, games=3, wins=2)
    page = page_of(
        wanted=LeaderboardQuery(way="partners"), rows=(pair,), details={}, champions=frozenset()
    )
    assert picture_row(page, pair, 1).name == "Ann and a player"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(engine.GAMES))
@pytest.mark.parametrize("way", SORT_ORDERS)
def test_a_ladder_is_drawn_with_its_whole_game_order_month_and_page(way, game, language):
    with use_language(language), watching() as pictures:
        wanted = LeaderboardQuery(game, "2026-11", way)
        ladder = Drawn(
            wanted.games,
            results.LADDER.rows,
            page=12,
            pages=12,
            about=wanted.months("2026-11"),
            sorted_by=say(f"ranking.by_{way}"),
        )
        leaderboard.draw(ladder, EMERALD)
    written = [one.text for drawn in pictures for one in drawn.written]
    assert {ladder.title, ladder.about, ladder.sorted_by} <= set(written)
    assert not any("…" in text for text in written)


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_every_suggestion_of_the_leaderboard_is_accepted_by_its_label(simulator, locale):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    ann.locale = locale
    await ann.slash("help")  # Saves her name.
    for option, filled in (("by", {"game": "house-canasta"}), ("season", {}), ("game", {})):
        offered = await ann.choices("leaderboard", option, "", **filled)
        assert offered
        for label, value in offered.items():
            by_value = await ann.slash("leaderboard", **filled | {option: value})
            by_label = await ann.slash("leaderboard", **filled | {option: label})
            assert by_label.text == by_value.text


async def test_the_ways_to_sort_fit_a_game_that_is_given_by_its_label(simulator):
    ann = simulator.members[0]
    label = next(iter(await ann.complete("leaderboard", "game", "house")))
    assert "Pennies" not in await ann.complete("leaderboard", "by", "", game=label)
