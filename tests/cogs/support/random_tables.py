"""Scenes: a table that play reached, and random choices of everything that people can choose.

Names, drivers, preferences, automatic answers, staged cards, plans, notices. A property test and a
soak test show the same scenes; see `tests.cogs.support.layouts`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, get_args

import engine
from cogs.game.deadlines import PACES
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.hand import plan_page
from cogs.hand.about_page import NOTED
from cogs.hand.appearance import DECKS, HandAppearance
from cogs.hand.auto_answers import LEAVE_ANSWERS, OFFER_ANSWERS, AutoAnswers
from cogs.hand.build_page import buildable, pickable, stageable_groups
from cogs.hand.interaction import BUILD_PAGE
from cogs.hand.panel import HandPage, HandPanel
from cogs.hand.plan import PlanState
from cogs.narration.labels import advice_words, reason
from cogs.narration.typed_moves import typing_help
from cogs.ui.layout import MAX_OPTIONS
from cogs.ui.texts import normalize_name
from data.models.members import MemberState
from data.models.moves import MoveEntry
from data.models.tables import Player, SeatRow, TableStatus
from engine.advice.staging import Staging
from engine.advice.turn_plan import (
    LASTS,
    LAYS,
    MOST_CARDS,
    MOST_MOVES,
    STARTS,
    Plan,
    PlanStopped,
    Why,
)
from engine.model.cards import JOKER, RANK
from engine.model.moves import (
    BUY,
    DRAW,
    FOOT,
    NO,
    PASS,
    YES,
    Add,
    Ask,
    Discard,
    Group,
    Meld,
    Move,
    Take,
)
from engine.model.refusals import Refused
from engine.model.table import Table
from engine.players import LEVELS, advise
from render.text.catalogue import LANGUAGES
from render.text.hand_order import ORDERS
from tests.cogs.support.positions import LONG_NAME, row
from tests.support.strategies import Journey

NAMES: Final = (
    *("Ann", "W" * 32, LONG_NAME, "*" * 32, "", "🦊🦊🦊", "x|~`_<@1>", "...", "\u202egnirts"),
    *("שלום עולם שלום עולם", "Z̸̢̛͗a̷͝l̴̨̛g̵̡o̶", "ﷺ" * 8, "محمد عبد الله", "Løvenskiold von Hohenfels"),
)
HALTS: Final[tuple[Why, ...]] = get_args(Why)
TRIES: Final = 4
FIGURES: Final = (0, -5, 95, 4995, -12_345, 49_995, 1_000_000, -123_456_785, 999_999_995)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table and a language.

    `whole` says that the log can be dealt again. `pages` is how many pages of each panel are
    checked.
    """

    live: TableState
    language: str
    random: Random
    whole: bool = True
    pages: int = 99

    @property
    def looked_at(self) -> list[int]:
        """Return the seats whose messages are checked: all that may act, and one that waits."""
        seats = range(len(self.live.row.seats))
        acting = {decision.seat for decision in engine.pending(self.live.game.table)}
        waiting = [seat for seat in seats if seat not in acting]
        some = self.random.sample(sorted(acting), min(2, len(acting)))
        return [*some, *self.random.sample(waiting, min(1, len(waiting)))]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.live.game.table.result is not None


def scenes(journey: Journey, random: Random, count: int) -> Iterator[Scene]:
    """Yield scenes of one game: several moments, each with other people and other choices."""
    for moment in journey.moments(random, count):
        yield scene(journey.until(moment), random)


def scene(journey: Journey, random: Random) -> Scene:
    """Return the last moment of a game."""
    live, language = reached(journey, random), random.choice(LANGUAGES)
    if live.game.table.result is None and random.random() < 0.2:
        course = replace(live.game, table=late(live.game.table, random))
        return Scene(replace(live, game=course), language, random, whole=False)
    return Scene(live, language, random)


def late(table: Table, random: Random) -> Table:
    """Return the table with the scores and the round number of a late round."""
    scores = tuple(random.choice(FIGURES) for _ in table.scores)
    if table.pennies and table.rules.slug.startswith("ten-pennies"):
        return table.but(scores=tuple(map(abs, scores)))
    tied = random.random() < 0.5
    if tied:
        scores = (49_995,) * len(scores)
    return table.but(scores=scores, tie_break=tied, round=random.choice((table.round, 99)))


def reached(journey: Journey, random: Random) -> TableState:
    """Return the table that a game reached, and its people."""
    course = GameState(journey.tables[0])
    for number, (seat, text) in enumerate(journey.moves, 1):
        by = random.choice(("", "", "", "clock:", "computer:", "plan:", "standing:"))
        course = course.then(MoveEntry(number, seat, f"{by}{number}", 0.0, text))
    over = course.table.result is not None
    drivers = tuple(driver(seat, random) for seat in range(journey.seats))
    seats = tuple(
        SeatRow(seat, one, random.choice((0, 0, len(journey.moves) // 2)))
        for seat, one in enumerate(drivers)
    )
    facts: dict[str, Any] = {
        "id": random.choice((1, 2**31)),
        "options": journey.options,
        "rules_version": journey.version,
        "seats": seats,
        "seed": journey.seed,
        "seq": course.seq,
        "rendered_seq": random.randint(-1, course.seq),
        "status": TableStatus.FINISHED if over else TableStatus.PLAYING,
        "pace": random.choice(list(PACES)),
        "deadline": random.choice((None, 1_767_225_600.0)),
        "thread_id": random.choice((2, 2**63)),
        "message_id": random.choice((None, 2**63)),
        "open_hands": random.random() < 0.5,
    }
    return TableState(replace(row(journey.seats, journey.game), **facts), course)


def driver(seat: int, random: Random) -> Player:
    """Return a driver of a seat: a member, a computer player, or an absent member's substitute."""
    name, level = normalize_name(random.choice(NAMES)), random.choice(list(LEVELS))
    return random.choice(
        (
            Player("member", 2**63 + seat, name),
            Player("computer", None, name, level),
            Player("computer", 2**63 + seat, name, level),
        )
    )


# ---- panels


def panels(scene: Scene, seat: int) -> Iterator[HandPanel]:
    """Yield a seat's panel with every page of the current position."""
    bare = HandPanel(scene.live, seat, Staging(), HandPage())
    built = replace(bare, staging=staged(bare, scene.random))
    for panel in (chosen(one, scene.random) for one in (bare, built)):
        found = list(pages(panel, scene.random))
        some = scene.random.sample(found, min(len(found), scene.pages))
        yield from (replace(panel, page=page) for page in some)


def pages(panel: HandPanel, random: Random) -> Iterator[HandPage]:
    """Yield every page of a panel. For long lists, also yield a page beyond the end."""
    yield from (HandPage(), HandPage(about=True), HandPage(plan=True), HandPage(leaving=True))
    yield from (HandPage(discards=number) for number in (1, 99))
    yield from (
        replace(BUILD_PAGE, picks=page)
        for page in range(len(stageable_groups(panel)) // MAX_OPTIONS + 1)
    )
    yield from noticed(panel, random)


def noticed(panel: HandPanel, random: Random) -> Iterator[HandPage]:
    """Yield a hint's page, and that of a refused move with a legal alternative."""
    view, seat = panel.view, panel.seat
    if any(decision.seat == seat for decision in view.pending):
        advice = advise(view, random)
        yield HandPage(notice=advice_words(advice), proposed=engine.write(advice.move))
    told: dict[str, HandPage] = {}
    for move in (*panel.staging.moves(), *tries(panel, random)):
        refused = engine.check(panel.table, seat, move)
        if refused is not None:
            help_ = typing_help(refused, panel.state, seat, engine.write(move))
            notice = f"{reason(refused)} {help_}"
            told[refused.code] = HandPage(notice=notice, proposed=fix(panel, refused))
    yield from told.values()


def tries(panel: HandPanel, random: Random) -> Iterator[Move]:
    """Yield typed moves of every kind, legal or not."""
    faces = panel.view.hand or b"\x04"
    for _ in range(TRIES):
        some = bytes(random.choices(faces, k=random.randint(1, 6)))
        rank = bytes(face for face in faces if RANK[face] == RANK[some[0]])
        number, mate = random.randint(0, len(panel.view.melds) + 1), random.randrange(8)
        yield from (Discard(random.randrange(JOKER + 1)), Discard(some[0]))
        yield from (Meld((some,)), Meld((rank,)), Meld((rank, some)))
        yield from (Add(number, some[:1]), Add(number, rank))
        yield from (Take(), Take(some[:2]), Take(rank[:2], (Group(some), Group(rank, number))))
        yield Ask(mate, (Meld((rank,)), Discard(some[0])))
    yield from (DRAW, BUY, PASS, FOOT, YES, NO)


def fix(panel: HandPanel, refused: Refused) -> str:
    """Return the proposed move in place of a refused one; only a legal move is proposed."""
    if refused.fix is None or engine.check(panel.table, panel.seat, refused.fix):
        return ""
    return engine.write(refused.fix)


def chosen(panel: HandPanel, random: Random) -> HandPanel:
    """Return the panel of a member with preferences and a note."""
    user_id = panel.state.player(panel.seat).user_id or 0
    noted = MemberState(memo=random.choice(("", "keep the sevens", ":" * NOTED)))
    beside = replace(panel.state.circumstances, members={user_id: noted})
    return replace(
        panel,
        state=replace(panel.state, circumstances=beside),
        auto_answers=AutoAnswers(random.choice(OFFER_ANSWERS), random.choice(LEAVE_ANSWERS)),
        appearance=HandAppearance(
            random.choice(DECKS), random.choice(ORDERS), random.random() < 0.5
        ),
        plan_state=planned(panel, random),
    )


def staged(panel: HandPanel, random: Random) -> Staging:
    """Return a few of the groups that Build offers, as staged cards."""
    for _ in range(random.randint(1, 4)):
        ranks = [*pickable(panel)]
        found = buildable(panel, random.choice(ranks)) if ranks else []
        if found:
            panel = replace(panel, staging=panel.staging.with_group(random.choice(found)))
    return panel.staging


def planned(panel: HandPanel, random: Random) -> PlanState:
    """Return a plan that the plan page can make: set or not, played to its end or stopped."""
    view, moves = panel.view, panel.staging.moves()[:MOST_MOVES]
    faces, ranks = plan_page.discardable(view), plan_page.ranks(view)
    plan = Plan(
        random.choice(STARTS),
        tuple(sorted(random.sample(ranks, random.randint(0, len(ranks))))),
        random.choice(LAYS) if moves else "hint",
        moves,
        random.choice(LASTS),
        bytes(random.sample(faces, min(len(faces), random.randint(0, MOST_CARDS)))),
    )
    halt = PlanStopped(random.choice(HALTS), random.choice((None, *moves)))
    return PlanState(plan, random.random() < 0.5, random.choice((None, halt)))
