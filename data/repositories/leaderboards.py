"""Leaderboards, histories and records of guilds."""

from data.leaderboards import champions, month_end, opponent_counts, queries
from data.leaderboards.history import history, history_count, profile
from data.leaderboards.rebuild import rebuild
from data.leaderboards.records import records_broken_by, standing_records
from data.leaderboards.row_details import row_details
from data.repositories.repository import Repository, query, transaction
from data.tables import results


class LeaderboardRepository(Repository):
    """Leaderboards, partnerships, histories and records."""

    delete_old_meetings = transaction(opponent_counts.delete_old, timed=False)

    page = query(queries.leaderboard)
    count = query(queries.count)
    entry = query(queries.entry)
    row_details = query(row_details)
    rating_summaries = query(queries.rating_summaries)
    seasons = query(queries.seasons)
    unrated_games = query(queries.unrated_games)
    partnerships = query(queries.partnerships)
    partnership_count = query(queries.partnership_count)
    rivals = query(queries.rivals)
    rebuild = transaction(rebuild, timed=False)
    tables_with_result = query(results.tables_with_result)
    replace_result = transaction(results.replace_result, timed=False)

    # history
    profile = query(profile)
    history = query(history)
    history_count = query(history_count)
    records = query(standing_records)
    records_broken_by = query(records_broken_by)

    # months
    unscheduled = query(month_end.unscheduled)
    schedule = transaction(month_end.schedule, timed=False)
    due_months = query(month_end.due_months)
    end_month = transaction(month_end.end_month)
    month_champions = query(champions.month_champions)
    crowned = query(champions.crowned)
    newest_champions = query(champions.newest_champions)
    titles = query(champions.titles)
    month_totals = query(champions.month_totals)
