"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle.

First the layouts, then the component handlers and the command. A replay is private. **Share** shows
one moment to everybody. The moments are in `moments`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, Services, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.game.visibility import find_visible, may_be_shown_here
from cogs.history.film_frames import film_input, film_title
from cogs.history.film_worker import FilmKey
from cogs.history.finished_games import autocomplete
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.history.receipt import (
    may_have,
    receipt_file,
    receipt_layout,
    receipt_of,
    require_finished,
    verify_receipt,
)
from cogs.narration.table_words import game_name
from cogs.table.layout import look_of
from cogs.table.scores import side_name
from cogs.ui import replies
from cogs.ui.actions import Action
from cogs.ui.commands import on_servers
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import (
    MAX_OPTIONS,
    Item,
    action_row,
    button,
    layout_view,
    picture_file,
    picture_item,
    select,
    text_display,
)
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.rate_limit import check_hourly_post
from cogs.ui.replies import Reply, defer
from cogs.ui.texts import cards, join_words, say, shorten, without_markdown
from data.models.tables import TableStatus
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.view import View
from render.animation import ReplayAnimation
from render.renderer import Picture
from render.text.catalogue import current_language
from render.text.catalogue import format_number as figures
from render.text.hand_order import hand_groups
from render.widgets.seats import TableNames

NO_GAME: Final = "receipt.no_receipt"
"""The refusal if no game has this number, or if the member must not see the game."""
LONGEST_HAND: Final = 160
"""Most characters of one hand in words. Eight hands fit into a message."""
LEFT_CARDS: Final = (ScoreItem.HANDS, ScoreItem.FEET, ScoreItem.CAUGHT)
"""The score items that count the cards left in hand."""
ROUNDS, STORY = 0, 1
"""The last argument of a moment's two selects: the one of rounds, or the one of sentences.

Discord refuses a message with two components of the same custom id.
"""


# ---- layout: the moment


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


# ---- layout: the components


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


# ---- component handlers, and the command


@component(Action.VERIFY)
async def verify_shuffle(interaction: ComponentInteraction) -> None:
    """Verify a finished game. Players of the game also get the receipt as a file."""
    raw, store = interaction.raw, interaction.database
    await defer(raw, thinking=True)
    state = await _load_finished(interaction, interaction.custom_id.table)
    receipt = await receipt_of(store.tables, state)
    # Dealing and replaying is slow, so not on the event loop.
    findings = await interaction.services.sessions.background(
        partial(verify_receipt, receipt, state.row.commitment)
    )
    given = await may_have(store.tables, state.row, interaction.user_id)
    view = receipt_layout(state.row, receipt, findings, given=given)
    await replies.answer_deferred(
        raw, Reply(view, files=lambda: [receipt_file(receipt)] if given else [])
    )


@component(Action.REPLAY)
async def open_replay(interaction: ComponentInteraction) -> None:
    """Open the replay at the first deal, as a private message."""
    await defer(interaction.raw, thinking=True)
    await _show(interaction, await _load_finished(interaction, interaction.custom_id.table), 0)


@component(Action.REPLAY_MOMENT)
async def go_to_moment(interaction: ComponentInteraction) -> None:
    """Show another moment.

    The custom id contains the moment's number in the place of the version.
    """
    await defer(interaction.raw)
    asked = interaction.custom_id
    await _show(interaction, await _load_finished(interaction, asked.table), asked.version)


@component(Action.REPLAY_ROUND)
async def go_to_round(interaction: ComponentInteraction) -> None:
    """Show the selected moment: the deal of a round, or the moment of a sentence."""
    await defer(interaction.raw)
    state = await _load_finished(interaction, interaction.custom_id.table)
    await _show(interaction, state, interaction.choice)


@component(Action.SHARE)
async def share_moment(interaction: ComponentInteraction) -> None:
    """Show a moment to everybody in the channel. Players of the game can do so once an hour."""
    raw, table_id = interaction.raw, interaction.custom_id.table
    row = await find_visible(raw, table_id, NO_GAME)
    if not await interaction.database.tables.has_played(row.id, interaction.user_id):
        raise Refusal("replay.share_players")
    if row.status is not TableStatus.FINISHED:
        raise Refusal("receipt.not_finished")
    if not may_be_shown_here(raw, row):
        raise Refusal("replay.share_elsewhere")
    check_hourly_post(interaction)
    await defer(raw, thinking=True, private=False)
    replay = Replay(await _load_finished(interaction, table_id))
    async with speaking_guild_locale(raw.client, raw.guild_id):
        # Replaying is slow, so it runs in the background thread, and other members need not wait.
        prepared = partial(replay.prepare, interaction.custom_id.version)
        moment = await interaction.services.sessions.background(prepared)
        pictures = await _draw(interaction, replay, moment)
        view = shared_layout(replay, moment, pictures)
        await replies.answer_deferred(
            raw, Reply(view, files=lambda: [*map(picture_file, pictures)])
        )


@component(Action.FILM)
async def order_film(interaction: ComponentInteraction) -> None:
    """Send a film of the round that the argument names, or of the whole game."""
    raw, services = interaction.raw, interaction.services
    await defer(raw, thinking=True)
    state = await _load_finished(interaction, interaction.custom_id.table)
    replay, number = Replay(state), interaction.argument()
    # The argument can be forged: drawing a round that does not exist would fail late.
    if number not in (WHOLE_GAME, *await services.sessions.background(lambda: replay.rounds)):
        raise Refusal(NO_GAME)
    # The key has the names, so the film is drawn again after a change of name or an erasure.
    key = FilmKey(state.row.id, number, current_language(), state.names())
    order = partial(_film_input, services, replay, number)
    film = await services.films.film(interaction.user_id, key, order)
    heading = say("replay.film_heading", title=film_title(state, number))
    view = layout_view(text_display(heading), picture_item(film))
    await replies.answer_deferred(raw, Reply(view, files=lambda: [picture_file(film)]))


async def _film_input(services: Services, replay: Replay, number: int) -> ReplayAnimation:
    return await services.sessions.background(
        partial(film_input, replay, number, look_of(replay.state.row))
    )


async def _load_finished(interaction: ComponentInteraction, table_id: int) -> TableState:
    """Return a finished game of this guild. Raises `Refusal` for any other table."""
    row = await find_visible(interaction.raw, table_id, NO_GAME)
    if row.guild_id != interaction.raw.guild_id:
        raise Refusal(NO_GAME)
    return require_finished(await interaction.services.sessions.load(table_id))


async def _draw(interaction: ComponentInteraction, replay: Replay, moment: int) -> list[Picture]:
    """Draw the table at a moment as everybody saw it. If all hands may be shown, draw them too."""
    renderer, names = interaction.services.renderer, replay.state.names()
    table_names, look = TableNames(names, replay.state.faces()), look_of(replay.state.row)
    pictures = [await renderer.table(replay.view(moment), table_names, look=look)]
    hands = replay.hands(moment)
    return [*pictures, await renderer.open_hands(hands, names, look=look)] if hands else pictures


async def _show(interaction: ComponentInteraction, state: TableState, moment: int) -> None:
    """Answer a deferred interaction with one moment."""
    replay = Replay(state)
    moment = await interaction.services.sessions.background(partial(replay.prepare, moment))
    pictures = await _draw(interaction, replay, moment)
    view = replay_layout(replay, moment, pictures)
    await replies.answer_deferred(
        interaction.raw, Reply(view, files=lambda: [*map(picture_file, pictures)])
    )


class ReplayCog(commands.Cog):
    """The command `/replay`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(name="replay", description="A finished game, move by move")
    @app_commands.describe(table="The table's number, from /history")
    @app_commands.autocomplete(table=autocomplete)
    @on_servers
    async def replay(self, raw: Interaction, table: int) -> None:
        """Open the replay at the first deal, as a private message."""
        await defer(raw, thinking=True)
        interaction = ComponentInteraction(raw)
        await _show(interaction, await _load_finished(interaction, table), 0)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(ReplayCog(bot))
