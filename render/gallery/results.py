"""Results: score sheets, podiums, a leaderboard page and a member's card."""

from typing import Final

from render.gallery.builders import NAMES
from render.pictures.models import (
    FinalPlace,
    FinishedGame,
    GraphPoint,
    LeaderboardPage,
    LeaderboardRow,
    MemberCard,
    Purse,
    ScoreSheet,
    SheetSide,
)

TEAMS: Final = (NAMES[0:6:2], NAMES[1:6:2])

TEAM_SHEET: Final = ScoreSheet(
    round=4,
    target=20000,
    sides=(
        SheetSide(
            side=0,
            members=TEAMS[0],
            items={"canastas": 3900, "red_threes": 300, "cards": 1710, "hands": -95, "out": 100},
            total=5915,
            score=13840,
            canastas={"natural": 2, "mixed": 3, "wild": 1, "sevens": 1},
        ),
        SheetSide(
            side=1,
            members=TEAMS[1],
            items={"canastas": 4600, "red_threes": 200, "cards": 1145, "hands": -910},
            total=5035,
            score=12015,
            canastas={"natural": 1, "mixed": 2, "wild": 2, "sevens": 1},
        ),
    ),
    history=((1250, 2300), (4100, 4050), (7925, 6980), (13840, 12015)),
)
SOLO_SHEET: Final = ScoreSheet(
    round=3,
    target=7500,
    sides=(
        SheetSide(0, NAMES[0:1], {"canastas": 500, "cards": 345, "grab": 50}, 895, 2000),
        SheetSide(1, NAMES[1:2], {"canastas": 300, "cards": 285, "hands": -40}, 545, 1700),
        SheetSide(2, NAMES[2:3], {"cards": 60, "hands": -115}, -55, 345),
    ),
    history=((100, -50, 300), (1105, 1155, 400), (2000, 1700, 345)),
)
PENNY_SHEET: Final = ScoreSheet(
    round=3,
    target=0,
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
TEAM_FINAL: Final = FinishedGame(
    (FinalPlace(1, 1, TEAMS[1], 20415), FinalPlace(2, 0, TEAMS[0], 18340)), 6
)
SOLO_FINAL: Final = FinishedGame(
    tuple(FinalPlace(i + 1, i, NAMES[i : i + 1], 7605 - 1210 * i) for i in range(6)), 9
)
PURSES: Final = ((4, 6, 75), (0, 14, 0), (2, 12, 0), (7, 3, 0), (0, 30, 0))
PENNY_FINAL: Final = FinishedGame(
    tuple(
        FinalPlace(i + 1, i, NAMES[i : i + 1], 145 + 55 * i, Purse(*purse, 10))
        for i, purse in enumerate(PURSES)
    ),
    7,
    75,
)
LADDER: Final = LeaderboardPage(
    "The Card Room",
    tuple(
        LeaderboardRow(i + 1, name, 2020 - 11 * i, 400 + 20 * i, 40 - 3 * i, 22 - 2 * i, own=i == 3)
        for i, name in enumerate(NAMES)
    ),
    page=1,
    pages=3,
    about="2026-11",
)
COURSE: Final = tuple(
    GraphPoint(1_790_000_000 + 86_400 * at, rating, 980 - 48 * number)
    for number, (at, rating) in enumerate(
        (
            *((0, 1020), (1, 1068), (1.2, 1104), (8, 1095), (9, 1150), (9.1, 1201), (9.2, 1188)),
            *((16, 1240), (17, 1294), (30, 1280), (31, 1345), (32, 1402), (44, 1388), (45, 1460)),
            *((58, 1522), (59, 1497), (60, 1604), (72, 1571), (74, 1589)),
        )
    )
)
MEMBER: Final = MemberCard(
    NAMES[4],
    place=2,
    rating=1589,
    spread=116,
    games=37,
    wins=20,
    streak=5,
    recent=(True, False, True, True, False, True, True, True),
    course=COURSE,
)
