"""A finished game step by step: the messages that show one moment of it."""

from collections.abc import Iterable, Iterator
from typing import Final

from discord import ui

from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, button, gallery, row, screen, select, text
from cogs._kit.names import unmarked
from cogs._kit.texts import cards, listed, say, shortened
from cogs._past.replay import WHOLE_GAME, Replay
from cogs._screens.calls import game_name
from cogs._screens.scores import side_name
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.view import View
from render.artist import Picture
from render.text.catalogue import number as figures
from render.text.sorting import groups

LONGEST_HAND: Final = 160
"""Characters of one hand in words: eight fit a message."""
KEPT: Final = (ScoreItem.HANDS, ScoreItem.FEET, ScoreItem.CAUGHT)
"""What a score takes off, or counts, for cards that were left."""
ROUNDS, STORY = 0, 1
"""Of the selects that lead to a moment: that of rounds, that of a story's sentences."""


def replay_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment, with the controls to go on from it."""
    return screen(*shown(replay, moment, pictures), *controls(replay, moment))


def shared_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment for everybody, without controls."""
    return screen(*shown(replay, moment, pictures))


def shown(replay: Replay, moment: int, pictures: Iterable[Picture]) -> list[Item]:
    """What a moment shows."""
    heading = say("replay.heading", game=game_name(replay.live), table=replay.live.row.id)
    held = hand_lines(replay, moment)
    ended = [*caught(replay, moment), *told(replay, moment)] if replay.is_end(moment) else []
    words = text(replay.caption(moment), *held, *ended)
    return [text(heading, place(replay, moment)), *map(gallery, pictures), words]


def place(replay: Replay, moment: int) -> str:
    """Where a moment stands: its round, its turn as the story counts them, and its move."""
    number, turn = replay.table(moment).round, replay.turn(moment)
    where = say(
        "replay.turn" if turn else "replay.deal", turn=turn, turns=len(replay.turns(number))
    )
    facts = {"step": replay.moments[moment].step, "steps": replay.moments[-1].step}
    return say("replay.step", round=number, where=where, **facts)


def told(replay: Replay, moment: int) -> Iterator[str]:
    """The story of the round that a moment ended."""
    number = replay.table(moment).round
    sentences = replay.story(number)
    if sentences:
        yield say("replay.story", round=number)
        yield from (one.words for one in sentences)


def caught(replay: Replay, moment: int) -> Iterator[str]:
    """What each side still held when the round ended, and what that cost it."""
    scored = replay.scored(moment)
    if scored is not None:
        found = listed(caught_side(replay, moment, scored, at) for at in range(len(scored.scores)))
        yield say("replay.caught", list=found)


def caught_side(replay: Replay, moment: int, scored: RoundScored, side: int) -> str:
    """One side: its cards in hands and feet, and their points."""
    view, items = replay.view(moment), scored.scores[side].items
    seats = [view.seats[seat] for seat in view.sides[side].seats]
    count = sum(seat.hand_count + seat.foot_count for seat in seats)
    points = figures(abs(sum(items.get(item, 0) for item in KEPT)))
    return say("replay.caught_side", side=side_name(replay.live, side), n=count, points=points)


def hand_lines(replay: Replay, moment: int) -> list[str]:
    """Each seat's cards in words, where they may be seen."""
    return [
        say("replay.hand", who=replay.live.called(seat), n=len(view.hand), cards=held_words(view))
        for seat, view in enumerate(replay.hands(moment))
    ]


def held_words(view: View) -> str:
    """A hand as people write it, rank by rank."""
    return shortened(cards(b"".join(groups(view))), LONGEST_HAND)


# ---- controls


def controls(replay: Replay, moment: int) -> list[Item]:
    """Back and on by moves and rounds; to what the story tells; showing and filming."""
    return [
        row(*steps(replay, moment)),
        *key_moments(replay, moment),
        *round_select(replay, moment),
        row(*others(replay, moment)),
    ]


def steps(replay: Replay, moment: int) -> list[Item]:
    """To where a round begins or ends, by one move, and to the next thing that the story tells."""
    table, marks = replay.live.row.id, sorted(boundaries(replay))
    before = max((at for at in marks if at < moment), default=0)
    after = min((at for at in marks if at > moment), default=replay.last)
    begun, over = moment == 0, moment == replay.last
    key = next((at for at in replay.key_moments if at > moment), None)
    return [
        button(verbs.STEP, table, before, 0, label=say("replay.first"), disabled=begun),
        button(verbs.STEP, table, max(moment - 1, 0), 1, label=say("replay.back"), disabled=begun),
        button(verbs.STEP, table, moment + 1, 2, label=say("replay.on"), disabled=over),
        button(verbs.STEP, table, after, 3, label=say("replay.last"), disabled=over),
        button(verbs.STEP, table, key or 0, 4, label=say("replay.key"), disabled=key is None),
    ]


def boundaries(replay: Replay) -> Iterator[int]:
    """Where each round begins and ends."""
    for number, begin in replay.rounds.items():
        yield from (begin, replay.ends(number))


def key_moments(replay: Replay, moment: int) -> list[Item]:
    """From each sentence of this round's story to the moment that it tells of."""
    number = replay.table(moment).round
    labels = [(at, words, more) for at, (words, more) in sorted(told_of(replay, number).items())]
    if not labels:
        return []
    hint = say("replay.key_moments", round=number)
    return [select(verbs.JUMP, replay.live.row.id, moment, STORY, labels=labels, placeholder=hint)]


def told_of(replay: Replay, number: int) -> dict[int, tuple[str, str]]:
    """What a round's story tells of its moments: of each the first sentence, and any others."""
    found: dict[int, list[str]] = {}
    for one in replay.story(number):
        if one.turn is not None:
            found.setdefault(replay.at(one.turn), []).append(unmarked(one.words))
    return {at: (words[0], " ".join(words[1:])) for at, words in found.items()}


def round_select(replay: Replay, moment: int) -> list[Item]:
    """To the deal of any round, where there are several."""
    if len(replay.rounds) < 2:
        return []
    newest = list(replay.rounds.items())[-OPTIONS:]
    labels = [(at, say("replay.round", round=number), "") for number, at in newest]
    hint = say("replay.rounds")
    return [select(verbs.JUMP, replay.live.row.id, moment, ROUNDS, labels=labels, placeholder=hint)]


def others(replay: Replay, moment: int) -> list[Item]:
    """Showing a moment to everybody, films, and the receipt."""
    table, number = replay.live.row.id, replay.table(moment).round
    share = button(verbs.SHARE, table, moment, label=say("replay.share"))
    begin = replay.begins(number)
    films = [button(verbs.FILM, table, begin, number, label=say("replay.film"))]
    if len(replay.rounds) > 1:
        films.append(button(verbs.FILM, table, 0, WHOLE_GAME, label=say("replay.film_game")))
    return [share, *films, button(verbs.VERIFY, table, moment, label=say("receipt.button"))]
