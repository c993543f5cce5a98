"""What a practice game adds to the panel: where one is, the coach's line, and its switch."""

from typing import Final

import engine
from cogs._game.live import Live
from cogs._game.practice import is_practice
from cogs._kit import verbs
from cogs._kit.address import NO_TABLE
from cogs._kit.components import Item, row
from cogs._kit.texts import card, rank_words, say
from cogs._learning.coach import Said
from cogs._panel.panel import Panel
from data.game.rows import Status

NAMED: Final = {"who", "rank", "card"}
"""Facts of a sentence that are no numbers."""


def coach_words(said: Said, live: Live) -> str:
    """What the coach says, as people read it; nothing for nothing."""
    if said.row is None:
        return ""
    facts: dict[str, object] = {name: n for name, n in said.facts.items() if name not in NAMED}
    if "who" in said.facts:
        facts["who"] = live.called(said.facts["who"])
    if "rank" in said.facts:
        facts["rank"] = rank_words(said.facts["rank"])
    if "card" in said.facts:
        facts["card"] = card(said.facts["card"])
    return say(f"coach.{said.row}", **facts)


def practice_head(panel: Panel) -> list[str]:
    """That nobody else sees it, and what the coach says."""
    if not is_practice(panel.live):
        return []
    game = engine.GAMES[panel.live.row.game].name
    line = say("coach.line", text=panel.page.coach) if panel.page.coach else ""
    return [say("coach.place", game=game), line]


def practice_rows(panel: Panel) -> list[Item]:
    """The coach's switch, and the way to another game; nothing at any other table."""
    if not is_practice(panel.live):
        return newcomer_rows(panel)
    number = list(engine.GAMES).index(panel.live.row.game)
    anew = verbs.PRACTISE.at(*NO_TABLE, number, 1, label=say("coach.anew"))
    if panel.live.row.status is not Status.PLAYING:
        return [row(anew)]
    row_ = panel.live.beside.coaching
    silent = row_ is not None and row_.silent
    switch = panel.button(verbs.COACH, label=say("coach.off" if silent else "coach.on"))
    return [row(switch, anew)]


def newcomer_rows(panel: Panel) -> list[Item]:
    """**How to play** for who has finished no game yet."""
    if not panel.live.chosen(panel.seat).newcomer:
        return []
    return [row(panel.button(verbs.LEARN, label=say("learn.how_to_play")))]
