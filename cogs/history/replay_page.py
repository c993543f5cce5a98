"""The pages of a replay: a moment of a finished game, and components that lead to other moments."""

from collections.abc import Iterable, Iterator
from typing import Final

from discord import ui

from cogs.history.moments import WHOLE_GAME, Replay
from cogs.narration.table_words import game_name
from cogs.table.scores import side_name
from cogs.ui.actions import Action
from cogs.ui.layout import (
    MAX_OPTIONS,
    Item,
    action_row,
    button,
    layout_view,
    picture_item,
    select,
    text_display,
)
from cogs.ui.texts import cards, join_words, say, shorten, without_markdown
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.view import View
from render.renderer import Picture
from render.text.catalogue import format_number as figures
from render.text.hand_order import hand_groups

LONGEST_HAND: Final = 160
"""Most characters of one hand in words. Eight hands fit into a message."""
LEFT_CARDS: Final = (ScoreItem.HANDS, ScoreItem.FEET, ScoreItem.CAUGHT)
"""The score items that count the cards left in hand."""
ROUNDS, STORY = 0, 1
"""The last argument of a moment's two selects: the one of rounds, or the one of sentences.

Discord refuses a message with two components of the same custom id.
"""


# ---- the moment


def replay_layout(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """Return the private page of a moment, with components that lead to other moments."""
    return layout_view(*_moment_items(replay, moment, pictures), *_components(replay, moment))


def shared_layout(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """Return the public message of a moment, without components."""
    return layout_view(*_moment_items(replay, moment, pictures))


def _moment_items(replay: Replay, moment: int, pictures: Iterable[Picture]) -> list[Item]:
    heading = say("replay.heading", game=game_name(replay.state), table=replay.state.row.id)
    hands = _hand_lines(replay, moment)
    lines = [replay.caption(moment), *hands]
    if replay.is_end(moment):
        lines += [*_left_lines(replay, moment), *_story_lines(replay, moment)]
    words = text_display(*lines)
    return [
        text_display(heading, position_line(replay, moment)),
        *map(picture_item, pictures),
        words,
    ]


def position_line(replay: Replay, moment: int) -> str:
    """Return the position of a moment: its round, its turn, and its move."""
    number, turn = replay.table(moment).round, replay.turn(moment)
    where = say(
        "replay.turn" if turn else "replay.deal", turn=turn, turns=len(replay.turns(number))
    )
    facts = {"step": replay.moments[moment].step, "steps": replay.moments[-1].step}
    return say("replay.step", round=number, where=where, **facts)


def _story_lines(replay: Replay, moment: int) -> Iterator[str]:
    """Yield the sentences about the round that ended with a moment."""
    number = replay.table(moment).round
    sentences = replay.story(number)
    if sentences:
        yield say("replay.story", round=number)
        yield from (one.words for one in sentences)


def _left_lines(replay: Replay, moment: int) -> Iterator[str]:
    """Yield a line with the cards that each side had left at the end of the round."""
    scored = replay.scored(moment)
    if scored is not None:
        found = join_words(
            _side_left_line(replay, moment, scored, at) for at in range(len(scored.scores))
        )
        yield say("replay.caught", list=found)


def _side_left_line(replay: Replay, moment: int, scored: RoundScored, side: int) -> str:
    view, items = replay.view(moment), scored.scores[side].items
    seats = [view.seats[seat] for seat in view.sides[side].seats]
    count = sum(seat.hand_count + seat.foot_count for seat in seats)
    points = figures(abs(sum(items.get(item, 0) for item in LEFT_CARDS)))
    return say("replay.caught_side", side=side_name(replay.state, side), n=count, points=points)


def _hand_lines(replay: Replay, moment: int) -> list[str]:
    """Return each seat's cards in words. Empty if hands stay hidden."""
    return [
        say(
            "replay.hand",
            who=replay.state.player_name(seat),
            n=len(view.hand),
            cards=_hand_in_words(view),
        )
        for seat, view in enumerate(replay.hands(moment))
    ]


def _hand_in_words(view: View) -> str:
    """Return a hand in words, rank by rank."""
    return shorten(cards(b"".join(hand_groups(view))), LONGEST_HAND)


# ---- the components


def _components(replay: Replay, moment: int) -> list[Item]:
    return [
        action_row(*_step_buttons(replay, moment)),
        *_sentence_select(replay, moment),
        *_round_select(replay, moment),
        action_row(*_other_buttons(replay, moment)),
    ]


def _step_buttons(replay: Replay, moment: int) -> list[Item]:
    """Return the buttons to the neighbouring moments, ends of rounds, and the next key moment."""
    table, marks = replay.state.row.id, sorted(_boundaries(replay))
    before = max((at for at in marks if at < moment), default=0)
    after = min((at for at in marks if at > moment), default=replay.last)
    begun, over = moment == 0, moment == replay.last
    key = next((at for at in replay.key_moments if at > moment), None)
    # The last argument makes the custom ids differ: several buttons may lead to the same moment.
    return [
        button(Action.REPLAY_MOMENT, table, before, 0, label=say("replay.first"), disabled=begun),
        button(
            Action.REPLAY_MOMENT,
            table,
            max(moment - 1, 0),
            1,
            label=say("replay.back"),
            disabled=begun,
        ),
        button(Action.REPLAY_MOMENT, table, moment + 1, 2, label=say("replay.on"), disabled=over),
        button(Action.REPLAY_MOMENT, table, after, 3, label=say("replay.last"), disabled=over),
        button(
            Action.REPLAY_MOMENT, table, key or 0, 4, label=say("replay.key"), disabled=key is None
        ),
    ]


def _boundaries(replay: Replay) -> Iterator[int]:
    """Yield the first and the last moment of each round, in order."""
    for number, begin in replay.rounds.items():
        yield from (begin, replay.ends(number))


def _sentence_select(replay: Replay, moment: int) -> list[Item]:
    """Return the select of the sentences about this round. Empty if there are none."""
    number = replay.table(moment).round
    labels = [
        (at, words, more)
        for at, (words, more) in sorted(sentences_by_moment(replay, number).items())
    ]
    if not labels:
        return []
    hint = say("replay.key_moments", round=number)
    return [
        select(
            Action.REPLAY_ROUND, replay.state.row.id, moment, STORY, labels=labels, placeholder=hint
        )
    ]


def sentences_by_moment(replay: Replay, number: int) -> dict[int, tuple[str, str]]:
    """Return the sentences about a round, by moment.

    Each moment has its first sentence, and the others as one text.
    """
    found: dict[int, list[str]] = {}
    for one in replay.story(number):
        if one.turn is not None:
            found.setdefault(replay.at(one.turn), []).append(without_markdown(one.words))
    return {at: (words[0], " ".join(words[1:])) for at, words in found.items()}


def _round_select(replay: Replay, moment: int) -> list[Item]:
    """Return the select of the newest rounds. Empty if there is only one round."""
    if len(replay.rounds) < 2:
        return []
    # A select has at most 25 options. The buttons still lead to the earlier rounds.
    newest = list(replay.rounds.items())[-MAX_OPTIONS:]
    labels = [(at, say("replay.round", round=number), "") for number, at in newest]
    hint = say("replay.rounds")
    return [
        select(
            Action.REPLAY_ROUND,
            replay.state.row.id,
            moment,
            ROUNDS,
            labels=labels,
            placeholder=hint,
        )
    ]


def _other_buttons(replay: Replay, moment: int) -> list[Item]:
    """Return the buttons that share a moment, order films, and verify the shuffle."""
    table, number = replay.state.row.id, replay.table(moment).round
    share = button(Action.SHARE, table, moment, label=say("replay.share"))
    begin = replay.begins(number)
    films = [button(Action.FILM, table, begin, number, label=say("replay.film"))]
    if len(replay.rounds) > 1:
        films.append(button(Action.FILM, table, 0, WHOLE_GAME, label=say("replay.film_game")))
    return [share, *films, button(Action.VERIFY, table, moment, label=say("receipt.button"))]
