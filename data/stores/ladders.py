"""Leaderboards, histories and records of guilds."""

from data.game import results
from data.ladders import anew, boards, fame, histories, meetings
from data.stores.repository import Repository, query, transaction


class LadderStore(Repository):
    """Leaderboards and statistics."""

    sweep_meetings = transaction(meetings.sweep, timed=False)

    # leaderboards
    leaderboard = query(boards.leaderboard)
    ladder_size = query(boards.size)
    standing = query(boards.standing)
    lines_of = query(boards.lines_of)
    seasons = query(boards.seasons)
    practice = query(boards.practice)
    partnerships = query(boards.partnerships)
    partnership_size = query(boards.partnership_size)
    rivals = query(boards.rivals)
    rebuild_ladder = transaction(anew.rebuild, timed=False)
    counted = query(results.counted)
    recount = transaction(results.recount, timed=False)

    # looking back
    profile = query(histories.profile)
    history = query(histories.history)
    history_size = query(histories.history_size)
    records = query(fame.records)
    broken = query(fame.broken)
