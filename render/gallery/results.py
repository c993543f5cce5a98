"""Results: score sheets, podiums, a leaderboard page and a member's card."""

from dataclasses import replace
from typing import Final

from engine.model.cards import JOKER_RANK, RANKS, SEVEN, TWO, read_cards
from render.gallery.builders import NAMES
from render.pictures.models import (
    BestMeld,
    FinalPlace,
    FinishedGame,
    GameFirst,
    GraphPoint,
    LeaderboardPage,
    LeaderboardRow,
    MemberCard,
    MonthPlace,
    MonthPoster,
    PosterFoot,
    Purse,
    ScoreSheet,
    SheetSide,
)
from render.text.catalogue import format_number

USUALLY_WILD: Final = (TWO, JOKER_RANK)

TEAM_SHEET: Final = ScoreSheet(
    round=1,
    target=20000,
    game="Pennies From Heaven",
    sides=(
        SheetSide(
            side=0,
            members=("Marguerite", "Dill", "Ama"),
            computers=frozenset({1}),
            items={"canastas": 3900, "red_threes": 300, "cards": 1710, "hands": -95, "out": 100},
            total=5915,
            score=5915,
            canastas={"natural": 2, "mixed": 3, "wild": 1, "sevens": 1},
        ),
        SheetSide(
            side=1,
            members=("Ben", "Dragonfly", "Priya"),
            items={"canastas": 4600, "red_threes": 200, "cards": 1145, "hands": -910},
            total=5035,
            score=5035,
            canastas={"natural": 1, "mixed": 2, "wild": 2, "sevens": 1},
        ),
    ),
    history=((5915, 5035),),
)
SOLO_SHEET: Final = ScoreSheet(
    round=4,
    target=7500,
    game="House Canasta",
    sides=(
        SheetSide(
            0,
            NAMES[0:1],
            {"canastas": 800, "red_threes": 100, "cards": 580, "hands": -50},
            1430,
            5435,
        ),
        SheetSide(1, NAMES[1:2], {"canastas": 500, "cards": 455, "hands": -40}, 915, 4390),
        SheetSide(
            2,
            ("Dill",),
            {"canastas": 300, "red_threes": 100, "cards": 160, "hands": -215},
            345,
            2100,
            computers=frozenset({0}),
        ),
        SheetSide(3, NAMES[3:4], {"red_threes": 100, "cards": 105, "hands": -145}, 60, 1905),
        SheetSide(4, NAMES[4:5], {"red_threes": -100, "cards": 75, "hands": -385}, -410, 720),
    ),
    history=(
        (610, 860, 420, -130, 240),
        (1500, 2320, 890, 700, 1230),
        (4005, 3475, 1755, 1845, 1130),
        (5435, 4390, 2100, 1905, 720),
    ),
)
PENNY_SHEET: Final = ScoreSheet(
    round=3,
    target=0,
    game="Ten Pennies",
    sides=tuple(
        SheetSide(i, NAMES[i : i + 1], {"caught": 15 * i, "paid": i}, 15 * i, 30 + 22 * i)
        for i in range(8)
    ),
    history=(
        tuple(range(0, 40, 5)),
        tuple(range(20, 76, 7)),
        tuple(30 + 22 * i for i in range(8)),
    ),
    last_round=7,
    lowest_wins=True,
)
FOOT: Final = PosterFoot("The Card Room", "26 November 2026")
TEAM_FINAL: Final = FinishedGame(
    (
        FinalPlace(1, 1, ("Ben", "Dragonfly", "Priya"), 20415),
        FinalPlace(2, 0, ("Marguerite", "Dill", "Ama"), 18340, computers=frozenset({1})),
    ),
    6,
    game="Pennies From Heaven",
    target=20000,
    best=BestMeld("Dragonfly", read_cards("7S 7H 7D 7C 7S 7H 7D"), SEVEN, 1500, USUALLY_WILD),
    foot=FOOT,
)
SOLO_FINAL: Final = FinishedGame(
    (
        FinalPlace(1, 0, NAMES[0:1], 7605, rounds_won=4),
        FinalPlace(2, 1, NAMES[1:2], 6395, rounds_won=2),
        FinalPlace(3, 2, ("Dill",), 5185, computers=frozenset({0})),
        FinalPlace(4, 3, NAMES[3:4], 3975),
        FinalPlace(5, 4, NAMES[4:5], 2765),
    ),
    9,
    game="House Canasta",
    target=7500,
    best=BestMeld(
        "Marguerite", read_cards("KS KH KD KC KS KH KD KC"), RANKS.index("K"), 500, USUALLY_WILD
    ),
    foot=FOOT,
)
PURSES: Final = ((4, 6, 75), (0, 0, 0), (0, 8, 0), (7, 9, 0), (0, 25, 0))
PENNY_FINAL: Final = FinishedGame(
    tuple(
        FinalPlace(
            i + 1,
            i,
            (name,),
            145 + 55 * i,
            Purse(*purse, 10),
            frozenset({0}) if name == "Dill" else frozenset(),
        )
        for i, (name, purse) in enumerate(
            zip(("Dill", NAMES[1], NAMES[5], NAMES[0], NAMES[4]), PURSES, strict=True)
        )
    ),
    7,
    75,
    game="Ten Pennies",
    lowest_wins=True,
    best=BestMeld(
        "Ben", read_cards("4S 4H 4C 4D 2S 2D"), RANKS.index("4"), 0, USUALLY_WILD, at_once=True
    ),
    foot=FOOT,
)
MONTH: Final = MonthPoster(
    "The Card Room",
    "November 2026",
    "1 to 30 November 2026",
    143,
    31,
    tuple(MonthPlace(*one) for one in ((1, NAMES[0], 1620), (2, NAMES[1], 1589), (3, "Ama", 1558))),
    (
        GameFirst("House Canasta", NAMES[:1], 1640),
        GameFirst("Pennies From Heaven", NAMES[3:5], 1592),
        GameFirst("Ponytail Canasta", NAMES[1:2], 1571),
        GameFirst("Classic Canasta", NAMES[4:5], 1488),
        GameFirst("Ten Pennies", NAMES[5:6], 1530),
    ),
)
SHARED_MONTH: Final = replace(
    MONTH,
    places=tuple(
        MonthPlace(place, name, 1620 - 31 * place)
        for place, name in zip((1, 1, 3, 3, 3), NAMES, strict=False)
    ),
)
RECENT: Final = ("11011", "10111", "01101", "11100", "00110", "10011", "01001", "100")
CLIMBS: Final = (0, 2, -1, 1, -2, 0, 3, 0)
LADDER: Final = LeaderboardPage(
    "The Card Room",
    tuple(
        LeaderboardRow(
            place=i + 1,
            name=name,
            value=format_number(1620 - 31 * i),
            certainty=0.84 - 0.09 * i,
            own=i == 3,
            recent=tuple(won == "1" for won in RECENT[i]),
            climb=CLIMBS[i],
            is_new=i == 7,
            champion=i == 1,
        )
        for i, name in enumerate((*NAMES[:7], "זואי"))
    ),
    page=1,
    pages=3,
    about="November 2026",
    sorted_by="rating",
    last_month="October",
)
COURSE: Final = tuple(
    GraphPoint(1_790_000_000 + 86_400 * at, rating)
    for at, rating in (
        *((0, 1020), (1, 1068), (1.2, 1104), (8, 1095), (9, 1150), (9.1, 1201), (9.2, 1188)),
        *((16, 1240), (17, 1294), (30, 1280), (31, 1345), (32, 1402), (44, 1388), (45, 1460)),
        *((58, 1522), (59, 1497), (60, 1604), (72, 1571), (74, 1589)),
    )
)
MEMBER: Final = MemberCard(
    NAMES[4],
    place=2,
    rating=1589,
    certainty=0.88,
    games=37,
    wins=20,
    streak=5,
    recent=(True, False, True, True, False, True, True, True),
    course=COURSE,
)
