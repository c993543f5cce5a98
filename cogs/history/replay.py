"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, Services, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.history.film_frames import film_input, film_title
from cogs.history.film_worker import FilmKey
from cogs.history.finished_games import autocomplete
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.history.receipt import (
    finished,
    may_have,
    receipt_file,
    receipt_of,
    receipt_screen,
    verified,
)
from cogs.narration.table_words import game_name
from cogs.table.scores import side_name
from cogs.ui import replies
from cogs.ui.actions import Action
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
from cogs.ui.replies import Reply, defer
from cogs.ui.texts import cards, join_words, say, shorten, without_markdown
from engine.model.events import RoundScored
from engine.model.score import Item as ScoreItem
from engine.model.view import View
from render.animation import ReplayAnimation
from render.renderer import Picture
from render.text.catalogue import current_language
from render.text.catalogue import format_number as figures
from render.text.hand_order import hand_groups
from render.widgets.seats import TableNames

LONGEST_HAND: Final = 160
"""Characters of one hand in words: eight fit a message."""
KEPT: Final = (ScoreItem.HANDS, ScoreItem.FEET, ScoreItem.CAUGHT)
"""What a score takes off, or counts, for cards that were left."""
ROUNDS, STORY = 0, 1
"""Of the selects that lead to a moment: that of rounds, that of a story's sentences."""


def replay_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment, with the controls to go on from it."""
    return layout_view(*shown(replay, moment, pictures), *controls(replay, moment))


def shared_screen(replay: Replay, moment: int, pictures: Iterable[Picture]) -> ui.LayoutView:
    """One moment for everybody, without controls."""
    return layout_view(*shown(replay, moment, pictures))


def shown(replay: Replay, moment: int, pictures: Iterable[Picture]) -> list[Item]:
    """What a moment shows."""
    heading = say("replay.heading", game=game_name(replay.live), table=replay.live.row.id)
    held = hand_lines(replay, moment)
    ended = [*caught(replay, moment), *told(replay, moment)] if replay.is_end(moment) else []
    words = text_display(replay.caption(moment), *held, *ended)
    return [text_display(heading, place(replay, moment)), *map(picture_item, pictures), words]


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
        found = join_words(
            caught_side(replay, moment, scored, at) for at in range(len(scored.scores))
        )
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
        say(
            "replay.hand",
            who=replay.live.player_name(seat),
            n=len(view.hand),
            cards=held_words(view),
        )
        for seat, view in enumerate(replay.hands(moment))
    ]


def held_words(view: View) -> str:
    """A hand as people write it, rank by rank."""
    return shorten(cards(b"".join(hand_groups(view))), LONGEST_HAND)


# ---- controls


def controls(replay: Replay, moment: int) -> list[Item]:
    """Back and on by moves and rounds; to what the story tells; showing and filming."""
    return [
        action_row(*steps(replay, moment)),
        *key_moments(replay, moment),
        *round_select(replay, moment),
        action_row(*others(replay, moment)),
    ]


def steps(replay: Replay, moment: int) -> list[Item]:
    """To where a round begins or ends, by one move, and to the next thing that the story tells."""
    table, marks = replay.live.row.id, sorted(boundaries(replay))
    before = max((at for at in marks if at < moment), default=0)
    after = min((at for at in marks if at > moment), default=replay.last)
    begun, over = moment == 0, moment == replay.last
    key = next((at for at in replay.key_moments if at > moment), None)
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
    return [
        select(
            Action.REPLAY_ROUND, replay.live.row.id, moment, STORY, labels=labels, placeholder=hint
        )
    ]


def told_of(replay: Replay, number: int) -> dict[int, tuple[str, str]]:
    """What a round's story tells of its moments: of each the first sentence, and any others."""
    found: dict[int, list[str]] = {}
    for one in replay.story(number):
        if one.turn is not None:
            found.setdefault(replay.at(one.turn), []).append(without_markdown(one.words))
    return {at: (words[0], " ".join(words[1:])) for at, words in found.items()}


def round_select(replay: Replay, moment: int) -> list[Item]:
    """To the deal of any round, where there are several."""
    if len(replay.rounds) < 2:
        return []
    newest = list(replay.rounds.items())[-MAX_OPTIONS:]
    labels = [(at, say("replay.round", round=number), "") for number, at in newest]
    hint = say("replay.rounds")
    return [
        select(
            Action.REPLAY_ROUND, replay.live.row.id, moment, ROUNDS, labels=labels, placeholder=hint
        )
    ]


def others(replay: Replay, moment: int) -> list[Item]:
    """Showing a moment to everybody, films, and the receipt."""
    table, number = replay.live.row.id, replay.table(moment).round
    share = button(Action.SHARE, table, moment, label=say("replay.share"))
    begin = replay.begins(number)
    films = [button(Action.FILM, table, begin, number, label=say("replay.film"))]
    if len(replay.rounds) > 1:
        films.append(button(Action.FILM, table, 0, WHOLE_GAME, label=say("replay.film_game")))
    return [share, *films, button(Action.VERIFY, table, moment, label=say("receipt.button"))]


# ---- `/replay`: a finished game move by move, its films, and the receipt of its shuffle


@component(Action.VERIFY)
async def verify_shuffle(interaction: ComponentInteraction) -> None:
    """Deal a finished game again and compare; its players get the receipt as a file."""
    raw, store = interaction.raw, interaction.store
    await defer(raw, thinking=True)
    live = await past(interaction, interaction.custom_id.table)
    receipt = await receipt_of(store.tables, live)
    findings = await interaction.services.sessions.aside(
        partial(verified, receipt, live.row.commitment)
    )
    given = await may_have(store.tables, live.row, interaction.user_id)
    view = receipt_screen(live.row, receipt, findings, given=given)
    await replies.answer_deferred(
        raw, Reply(view, files=lambda: [receipt_file(receipt)] if given else [])
    )


@component(Action.REPLAY)
async def open_replay(interaction: ComponentInteraction) -> None:
    """Open the replay from the end of the game, for nobody else to see."""
    await defer(interaction.raw, thinking=True)
    await show(interaction, await past(interaction, interaction.custom_id.table), 0)


@component(Action.REPLAY_MOMENT)
async def go_to_moment(interaction: ComponentInteraction) -> None:
    """Show another moment. Its custom id has the moment's number instead of a version."""
    await defer(interaction.raw)
    asked = interaction.custom_id
    await show(interaction, await past(interaction, asked.table), asked.seen)


@component(Action.REPLAY_ROUND)
async def go_to_round(interaction: ComponentInteraction) -> None:
    """Show the deal of a round."""
    await defer(interaction.raw)
    live = await past(interaction, interaction.custom_id.table)
    await show(interaction, live, interaction.choice)


@component(Action.SHARE)
async def share_moment(interaction: ComponentInteraction) -> None:
    """Show a moment to everybody in the channel."""
    raw = interaction.raw
    await defer(raw, thinking=True, private=False)
    replay = Replay(await past(interaction, interaction.custom_id.table))
    async with speaking_guild_locale(raw.client, raw.guild_id):
        prepared = partial(replay.prepared, interaction.custom_id.seen)
        moment = await interaction.services.sessions.aside(prepared)
        pictures = await drawn(interaction, replay, moment)
        view = shared_screen(replay, moment, pictures)
        await replies.answer_deferred(
            raw, Reply(view, files=lambda: [*map(picture_file, pictures)])
        )


@component(Action.FILM)
async def order_film(interaction: ComponentInteraction) -> None:
    """Send a round, or the whole game, as an animation. The argument is the round."""
    raw, services = interaction.raw, interaction.services
    await defer(raw, thinking=True)
    live = await past(interaction, interaction.custom_id.table)
    replay, number = Replay(live), interaction.custom_id.args[0]
    if number not in (WHOLE_GAME, *await services.sessions.aside(lambda: replay.rounds)):
        raise Refusal("receipt.no_receipt")
    key = FilmKey(live.row.id, number, current_language(), live.names())
    order = partial(ordered, services, replay, number)
    film = await services.films.film(interaction.user_id, key, order)
    heading = say("replay.film_heading", title=film_title(live, number))
    view = layout_view(text_display(heading), picture_item(film))
    await replies.answer_deferred(raw, Reply(view, files=lambda: [picture_file(film)]))


async def ordered(services: Services, replay: Replay, number: int) -> ReplayAnimation:
    """Return the frames that a film is drawn from."""
    return await services.sessions.aside(
        partial(film_input, replay, number, services.renderer.look)
    )


async def past(interaction: ComponentInteraction, table_id: int) -> TableState:
    """Return a finished game of this guild. Raises `Refusal` for any other."""
    row = await interaction.store.tables.find(table_id)
    if row is None or row.guild_id != interaction.raw.guild_id:
        raise Refusal("receipt.no_receipt")
    return finished(await interaction.services.sessions.load(table_id))


async def drawn(interaction: ComponentInteraction, replay: Replay, moment: int) -> list[Picture]:
    """Draw the table at a moment as everybody saw it, and all hands where they may be seen."""
    artist, names = interaction.services.renderer, replay.live.names()
    company = TableNames(names, replay.live.faces())
    pictures = [await artist.table(replay.view(moment), company)]
    hands = replay.hands(moment)
    return [*pictures, await artist.open_hands(hands, names)] if hands else pictures


async def show(interaction: ComponentInteraction, live: TableState, moment: int) -> None:
    """Answer a deferred interaction with one moment."""
    replay = Replay(live)
    moment = await interaction.services.sessions.aside(partial(replay.prepared, moment))
    pictures = await drawn(interaction, replay, moment)
    view = replay_screen(replay, moment, pictures)
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
    @app_commands.guild_only()
    async def replay(self, raw: Interaction, table: int) -> None:
        """Show the deal, for nobody else."""
        await defer(raw, thinking=True)
        interaction = ComponentInteraction(raw)
        await show(interaction, await past(interaction, table), 0)


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(ReplayCog(bot))
