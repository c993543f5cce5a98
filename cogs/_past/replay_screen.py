"""A finished game step by step: the messages that show one moment of it."""

from collections.abc import Iterable
from typing import Final

from discord import ui

from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, button, gallery, row, screen, select, text
from cogs._kit.texts import cards, say, shortened
from cogs._past.replay import WHOLE_GAME, Replay
from cogs._screens.table import game_name
from engine.model.view import View
from render.artist import Picture
from render.text.sorting import groups

LONGEST_HAND: Final = 300
"""Characters of one hand in words: eight fit a message."""


def replay_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment, with the controls to go on from it."""
    return screen(*shown(replay, moment, pictures), *controls(replay, moment))


def shared_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment for everybody, without controls."""
    return screen(*shown(replay, moment, pictures))


def shown(replay: Replay, moment: int, pictures: Iterable[Picture]) -> list[Item]:
    """What a moment shows."""
    live, number = replay.live, replay.tables[moment].round
    heading = say("replay.heading", game=game_name(live), table=live.row.id)
    where = say("replay.step", round=number, step=moment, steps=replay.last)
    told = replay.story(number) if replay.is_end(moment) else []
    held = hand_lines(replay, moment)
    words = text(replay.caption(moment), *held, *told)
    return [text(heading, where), *map(gallery, pictures), words]


def hand_lines(replay: Replay, moment: int) -> list[str]:
    """Each seat's cards in words, where they may be seen."""
    return [
        say("replay.hand", who=replay.live.called(seat), n=len(view.hand), cards=held_words(view))
        for seat, view in enumerate(replay.hands(moment))
    ]


def held_words(view: View) -> str:
    """A hand as people write it, rank by rank."""
    return shortened(cards(b"".join(groups(view))), LONGEST_HAND)


def controls(replay: Replay, moment: int) -> list[Item]:
    """Back and on by moves and rounds; a select of rounds; showing and filming."""
    table, number = replay.live.row.id, replay.tables[moment].round
    rounds = replay.rounds()
    begin = dict(rounds)[number]
    before = max((at for _, at in rounds if at < moment), default=0)
    after = min((at for _, at in rounds if at > moment), default=replay.last)
    begun, over = moment == 0, moment == replay.last
    steps = [
        button(verbs.STEP, table, before, 0, label=say("replay.first"), disabled=begun),
        button(verbs.STEP, table, max(moment - 1, 0), 1, label=say("replay.back"), disabled=begun),
        button(verbs.STEP, table, moment + 1, 2, label=say("replay.on"), disabled=over),
        button(verbs.STEP, table, after, 3, label=say("replay.last"), disabled=over),
    ]
    films = [button(verbs.FILM, table, begin, number, label=say("replay.film"))]
    if len(rounds) > 1:
        films.append(button(verbs.FILM, table, 0, WHOLE_GAME, label=say("replay.film_game")))
    share = button(verbs.SHARE, table, moment, label=say("replay.share"))
    check = button(verbs.VERIFY, table, moment, label=say("receipt.button"))
    labels = [(at, say("replay.round", round=n), "") for n, at in rounds[-OPTIONS:]]
    jump = select(verbs.JUMP, table, moment, labels=labels, placeholder=say("replay.rounds"))
    return [row(*steps), *([jump] if len(rounds) > 1 else []), row(share, *films, check)]
