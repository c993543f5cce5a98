"""The panel when a round of a practice game is over: who made what, how, and the way on."""

from discord import ui

from cogs._kit import verbs
from cogs._kit.components import Item, Style, gallery, row, screen, text
from cogs._kit.texts import listed, say
from cogs._panel.coach_page import practice_head, practice_rows
from cogs._panel.panel import Panel
from cogs._screens.scores import aim, sheets, side_line
from cogs._story.turns import ending_of_round
from data.game.rows import Status
from engine.model.events import RoundScored
from render.artist import Picture
from render.text.catalogue import number
from render.text.names import side_title
from render.text.words import own_first


def round_screen(panel: Panel, picture: Picture, scored: RoundScored) -> ui.LayoutView:
    """What the round brought, item by item, and a button for the next."""
    sides = {one.side: one for one in sheets(panel.live)[-1].sides}
    own_then_others = [sides[side.side] for side in own_first(panel.view)[1]]
    told = [
        *ending_of_round(panel.live),
        *(say("board.line", words=side_line(panel.live, one)) for one in own_then_others),
        aim(panel.view),
    ]
    head = text(*practice_head(panel), heading(panel, scored), standing(panel, scored))
    return screen(head, gallery(picture), text(*told), *rows(panel, scored))


def heading(panel: Panel, scored: RoundScored) -> str:
    """That the round is over, and all totals, the member's own first."""
    (own, *others), shown = own_first(panel.view)[1], panel.live.names()
    if len(others) == 1 and len(own.seats) > 1:
        theirs = say("coach.they", score=number(scored.totals[others[0].side]))
    else:
        named = ((side_title(one, shown), scored.totals[one.side]) for one in others)
        theirs = listed(say("coach.other", who=who, score=number(n)) for who, n in named)
    key = "coach.round_over" if is_playing(panel) else "coach.game_over"
    return say(key, round=scored.round, own=number(scored.totals[own.side]), others=theirs)


def standing(panel: Panel, scored: RoundScored) -> str:
    """Whether the member's side is ahead by what counts here."""
    own = panel.view.side_of(panel.seat)
    others = [total for side, total in enumerate(scored.totals) if side != own]
    best, mine = max(others), scored.totals[own]
    if panel.view.lowest_wins:
        best, mine = -min(others), -mine
    stand = "level" if mine == best else "ahead" if mine > best else "behind"
    lowest = say("coach.lowest") if panel.view.lowest_wins else ""
    return " ".join(filter(None, (say(f"coach.{stand}"), lowest)))


def rows(panel: Panel, scored: RoundScored) -> list[Item]:
    """The way on, while there is one; and to another game."""
    title = say("coach.next_round", round=scored.round + 1)
    onward = panel.button(verbs.ROUND, label=title, style=Style.success)
    return [*([row(onward)] if is_playing(panel) else []), *practice_rows(panel)]


def is_playing(panel: Panel) -> bool:
    """Whether the game goes on after this round."""
    return panel.live.row.status is Status.PLAYING
