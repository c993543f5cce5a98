"""Every message of a scene, built as the bot builds it, and Discord's verdict on it."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

import discord
from discord import ui
from PIL import Image

from cogs.absence.dates import date_choices as offered_days
from cogs.absence.layout import (
    away_layout,
    holiday_layout,
    invitation_layout,
    pause_layout,
    question_layout,
)
from cogs.channels.missing import missing_thread_layout
from cogs.game.move_log import deciding_seats
from cogs.game.permissions import MAX_GAMES_PER_MEMBER, MAX_LOBBIES_PER_HOST, TablePermissions
from cogs.game.state import TableState
from cogs.hand.about_page import table_in_words_layout
from cogs.hand.appearance import HandAppearance
from cogs.hand.open_panels import reply_of
from cogs.history import finished_games as records
from cogs.history.film_frames import film_input
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.history.replay_page import replay_layout, shared_layout
from cogs.lobby.house_rules import MAX_PRESETS, rule_page, rules_page
from cogs.lobby.layout import lobby_layout
from cogs.lobby.seating import seating_page
from cogs.members.preferences_page import preferences_layout
from cogs.moderation import end_game_layout, moderation_layout
from cogs.my_tables.list_page import list_layout
from cogs.my_tables.listed import ListedTable
from cogs.my_tables.reachability import Reachability
from cogs.my_tables.sort_out_page import sort_out_layout
from cogs.narration.events import LogLine
from cogs.narration.interventions import Intervention, intervention_text
from cogs.narration.summary import story_lines
from cogs.narration.table_words import game_name, options_of
from cogs.narration.typed_moves import LONGEST, OFFERED, typed_move_choices
from cogs.reminders.reminders import reminder_text
from cogs.table.details import details_layout, leave_layout, log_layout, seat_taken_over_layout
from cogs.table.layout import ended_table_layout, replaced_table_layout, table_layout, table_names
from cogs.table.layout import with_moderation_button as runnable
from cogs.table.scores import (
    final_score_layout,
    final_standing,
    round_score_layout,
    score_layout,
    score_sheets,
)
from cogs.ui.actions import ACTIONS
from cogs.ui.custom_id import CustomId
from cogs.ui.layout import layout_view, picture_file, picture_item, text_display
from cogs.ui.texts import escaped_name, say
from cogs.votes.message import vote_layout
from data.models.deadlines import WHOLE_TABLE, OpenDecision, Pause
from data.models.leaderboards import ServerRecord
from data.models.members import ReminderPreferences
from data.models.tables import Player, TableStatus
from data.models.votes import Verdict, Vote, VoteKind
from render.drawing.canvas import TALLEST
from render.drawing.themes import WIDTH
from render.renderer import Picture, Renderer
from render.text.catalogue import use_language
from render.widgets.seats import TableNames
from tests.cogs.support.random_tables import Scene, panels
from tests.simulator.messages import controls_in
from tests.simulator.payloads import described, undescribed

LINK: Final = "https://discord.com/channels/" + "/".join(["9" * 19] * 3)
MESSAGE: Final = 2000
"""Discord's limit for the text of a message without components."""
TYPED: Final = ("", "d", "meld", "add k", "take", "zz")
FRAMES: Final = 3
"""Most frames of an animation that is drawn: its frames are tables, which are checked singly."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message with its files."""

    name: str
    view: ui.LayoutView
    files: Sequence[discord.File] = ()


async def screens(scene: Scene, artist: Renderer) -> list[Screen]:
    """Return every message that a scene can have, in its language."""
    with use_language(scene.language):
        found = [*await public(scene, artist), *asides(scene), *pings(scene), *lobby(scene)]
        for seat in scene.looked_at:
            found += [*await hands(scene, seat, artist), *replies(scene, seat)]
        if scene.over and scene.whole:
            found += [*await ended(scene, artist), *await replayed(scene, artist)]
        return found


async def glances(scene: Scene, artist: Renderer) -> list[Screen]:
    """Return the messages that are seen first: the table, the newest sheet, and hands."""
    with use_language(scene.language):
        found = await public(scene, artist)
        for seat in scene.looked_at:
            found += await hands(replace(scene, pages=1), seat, artist)
        return found


async def public(scene: Scene, artist: Renderer) -> list[Screen]:
    """Return the thread's messages: the table, and the sheets of its rounds."""
    live = scene.live
    board = await artist.table(live.view(None), table_names(live))
    found = [Screen("table", table_layout(live, board), [picture_file(board)])]
    for sheet in score_sheets(live)[-1:]:
        picture = await artist.score(sheet)
        found.append(
            Screen(
                "sheet",
                round_score_layout(sheet, picture, live, story_lines(live, sheet.round)),
                [picture_file(picture)],
            )
        )
    return found


def asides(scene: Scene) -> Iterator[Screen]:
    """Yield the answers to questions about a table, and the host's pages."""
    live, random = scene.live, scene.random
    seat = random.randrange(len(live.row.seats))
    act = intervention_text(
        live, Intervention(live.row.seq, random.choice(("replace", "substitute")), "table", seat)
    )
    yield Screen("log", log_layout(live, None, [LogLine(live.row.seq, None, act)]))
    yield Screen("more", runnable(details_layout(live, None), live, runs=True))
    yield Screen("standing", score_layout(live))
    yield Screen("moved", replaced_table_layout(live, LINK, live.row.seq))
    for powers in (
        TablePermissions(seat, host=True, moderator=False),
        TablePermissions(None, host=False, moderator=True),
    ):
        seats, still = range(len(live.row.seats)), random.random() < 0.5
        yield Screen("running", moderation_layout(live, powers, seats, act, paused=still))
        yield Screen("stop", end_game_layout(live, powers))
    yield Screen("held", seat_taken_over_layout(live))
    yield from votes(scene, seat)
    yield Screen("stopped", ended_table_layout(live, act))
    yield Screen("lost", missing_thread_layout(live.row, game_name(live)))
    yield Screen("pause", pause_layout(live))
    yield from days(scene, seat)
    user = live.player(seat).user_id or 1
    reach, paused = random.choice(tuple(Reachability)), Pause(WHOLE_TABLE, "place", 0.0, 9e9)
    homeless = random.random() < 0.5
    each = MAX_GAMES_PER_MEMBER + MAX_LOBBIES_PER_HOST  # On each of two servers.
    rows = [replace(live.row, id=n) for n in range(2 * each)]
    games = [replace(live, row=r) if r.id % each < MAX_GAMES_PER_MEMBER else None for r in rows]
    mine = [
        ListedTable(row, game, reach, paused, homeless, "Card Corner")
        for row, game in zip(rows, games, strict=True)
    ]
    yield Screen("tables", list_layout(mine, user, 0, say("tables.shown")))
    yield Screen("sort out", sort_out_layout(random.choice(mine), user))


def days(scene: Scene, seat: int) -> Iterator[Screen]:
    """Yield the messages of `/away` and `/preferences`."""
    user = scene.live.player(seat).user_id or 1
    for spent in ((), (scene.live.row.id,)):
        yield Screen(
            "holiday", holiday_layout([scene.live] * MAX_GAMES_PER_MEMBER, user, 9e9, spent)
        )
    yield Screen("away until", question_layout(tuple(offered_days("UTC", 9e9)), "UTC"))
    wish = ReminderPreferences(quiet_from=0, quiet_to=1439, rhythm="twice", digest=1380)
    yield Screen("preferences", preferences_layout(wish, HandAppearance()))


def votes(scene: Scene, seat: int) -> Iterator[Screen]:
    """Yield votes: open, and with every result."""
    names, about = scene.live.names(), scene.live.row.seats[seat].player
    asker = Player("member", 1, names[0])
    for kind in get_args(VoteKind):
        for verdict in (None, *get_args(Verdict)):
            vote = Vote(
                table_id=scene.live.row.id,
                number=99,
                kind=kind,
                seat=None if kind == "end" else seat,
                asker=asker,
                owner=about,
                candidate=asker,
                round_began=0,
                opened=0.0,
                until=9e9,
                verdict=verdict,
                place=None,
                message_id=None,
                revision=1,
                shown=0,
                unseen=frozenset({seat}),
                ballots={},
            )
            yield Screen(f"vote {kind} {verdict}", vote_layout(scene.live, vote))
            place = say("dm.heading", server="W" * 32, game="G" * 40, table=2**31, link=LINK)
            yield Screen(f"direct vote {kind} {verdict}", vote_layout(scene.live, vote, place))


def pings(scene: Scene) -> Iterator[Screen]:
    """Yield the texts of a turn's notifications, each as a message that can be checked."""
    for seat in deciding_seats(scene.live.game.table):
        wait, by = (
            OpenDecision(seat, 1, 0.0, 1_767_225_600.0, 0.0),
            escaped_name(scene.live.names()[0]),
        )
        for how in ("tell", "remind", "nudge"):
            words = reminder_text(scene.live, how, 2**63, wait, by=by)
            assert 0 < len(words) <= MESSAGE
            yield Screen(how, layout_view(text_display(words)))


def lobby(scene: Scene) -> Iterator[Screen]:
    """Yield the lobby, with its house rules, and its host's pages."""
    row, random = scene.live.row, scene.random
    for status in TableStatus:
        yield Screen(f"lobby, {status}", lobby_layout(replace(row, status=status)))
    seat = random.choice((None, random.randrange(len(row.seats))))
    yield Screen(f"seating of {seat}", seating_page(row, seat, "N" * 200))
    kept = {f"{n:02} {'W' * 37}": row.options for n in range(random.choice((0, 1, MAX_PRESETS)))}
    for host in (True, False):
        yield Screen("rules", rules_page(row, kept, host=host, notice="N" * 200))
    for number in range(len(options_of(row.game))):
        yield Screen(f"rule {number}", rule_page(row, number))


async def hands(scene: Scene, seat: int, artist: Renderer) -> list[Screen]:
    """Return a seat's panel, page by page."""
    found = []
    drawn_so: dict[HandAppearance, Picture] = {}
    for panel in panels(scene, seat):
        if panel.appearance not in drawn_so:
            live, look = panel.state, panel.appearance.picture
            drawn_so[panel.appearance] = await artist.panel(
                panel.view, table_names(live), look=look
            )
        picture = drawn_so[panel.appearance]
        name = f"panel of {seat}: {panel.page}, staged {panel.staging}, {panel.appearance}"
        reply = reply_of(panel, picture)
        assert reply.view is not None  # A panel is a message.
        found.append(Screen(name, reply.view, reply.files()))
    return found


def replies(scene: Scene, seat: int) -> Iterator[Screen]:
    """Yield the answers to a seat's owner."""
    live = scene.live
    yield Screen(f"told {seat}", table_in_words_layout(live, seat))
    yield Screen(f"log of {seat}", log_layout(live, seat))
    yield Screen(f"more of {seat}", details_layout(live, seat))
    yield Screen(f"leaving {seat}", leave_layout(live, seat))
    yield Screen(f"away {seat}", away_layout(live, seat))
    yield Screen(f"invitation {seat}", invitation_layout(live, seat))
    check_offered(live, seat, scene.random.choice(TYPED))


def check_offered(live: TableState, seat: int, typed: str) -> None:
    """Check that `/move` offers only what Discord accepts, and only legal moves."""
    found = typed_move_choices(live, seat, typed)
    assert len(found) <= OFFERED
    for name, value in found:
        assert 1 <= len(name) <= LONGEST
        assert 1 <= len(value) <= LONGEST


async def ended(scene: Scene, artist: Renderer) -> list[Screen]:
    """Return the end of a game, and the records that it may have broken."""
    live = scene.live
    steps, user = await artist.podium(final_standing(live)), live.player(0).user_id
    row, names = live.row, [escaped_name(name) for name in live.names()]
    found = [
        Screen("final", final_score_layout(live, steps, link), [picture_file(steps)])
        for link in ("", LINK)
    ]
    for kind, value in (("pile", scene.random.randint(1, 60)), ("canastas", 9), ("round", 12_345)):
        side = tuple(names) if kind == "round" else names[:1]
        fame = (
            ServerRecord(
                row.game, kind, value, 1_767_225_600.0, row.id, user, names[0], tuple(side)
            ),
        )
        moment = await artist.table(records.record_view(live, fame), TableNames(names))
        told = records.announcement_layout(live, fame, moment)
        found.append(Screen(f"fame {kind}", told, [picture_file(moment)]))
    return found


async def replayed(scene: Scene, artist: Renderer) -> list[Screen]:
    """Return moments of a finished game, and its animations."""
    shown, names = Replay(scene.live), scene.live.names()
    found = []
    for moment in {0, shown.last, scene.random.randint(0, shown.last)}:
        pictures = [await artist.table(shown.view(moment), TableNames(names))]
        if opened := shown.hands(moment):
            pictures.append(await artist.open_hands(opened, names))
        for name, made in (("replay", replay_layout), ("shared", shared_layout)):
            view = made(shown, moment, pictures)
            found.append(Screen(f"{name} at {moment}", view, [*map(picture_file, pictures)]))
    for number in (WHOLE_GAME, scene.random.choice([*shown.rounds])):
        whole = film_input(shown, number, artist.look)
        some = scene.random.sample(whole.frames, min(FRAMES, len(whole.frames)))
        film = replace(whole, frames=some).drawn()
        view = layout_view(text_display(whole.title), picture_item(film))
        found.append(Screen(f"film {number}", view, [picture_file(film)]))
    return found


# ---- the judge


def wrong_with(screen: Screen, *, wholly: bool = True) -> list[str]:
    """Return the faults of a message, by Discord's rules and by ours.

    `wholly` also checks Discord's own description, which takes most of the time. Most of its rules
    are sizes.
    """
    components = screen.view.to_components()
    body = {"flags": 1 << 15, "components": components, "attachments": [*attached(screen.files)]}
    return [
        *undescribed(body),
        *(described("POST", "/channels/1/messages", body) if wholly else ()),
        *([] if screen.view.is_finished() else ["the view is not fresh"]),
        *(f"no control has the id {one}" for one in made_up(components)),
        *(why for each in screen.files for why in ill_drawn(each)),
    ]


def attached(sent: Sequence[discord.File]) -> Iterator[dict[str, Any]]:
    """Yield files as a payload names them."""
    for number, each in enumerate(sent):
        yield {"id": str(number), "filename": each.filename, "description": each.description}


def made_up(components: Sequence[Any]) -> Iterator[str]:
    """Yield custom ids that the bot does not know."""
    for control in controls_in(components):
        verb = CustomId.parse(control.custom_id).action
        if verb not in ACTIONS:
            yield control.custom_id


def ill_drawn(sent: discord.File) -> Iterator[str]:
    """Yield the faults of a picture: no alt text, or an unplanned size."""
    if not sent.description:
        yield f"{sent.filename} has no words"
    picture = Image.open(io.BytesIO(sent.fp.read()))
    if picture.height > TALLEST or picture.width > WIDTH:
        yield f"{sent.filename} is {picture.width} by {picture.height} pixels"
