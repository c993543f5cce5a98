"""A refused move for every reason: the game, the position, the seat and the move."""

from typing import Any

from engine.model.refusals import Code
from tests.engine.rummy.positions import LETTER, ONLINE

Case = tuple[str, dict[str, Any], int, str]
PLAY: dict[str, Any] = {"phase": "play", "hands": ["3S 3H 4C 4D KS 2S 2H Jo Jo", "4C 5D"]}
DOWN = PLAY | {"down": [True, True], "melds": [{"owner": 1, "cards": "KH KD KC"}]}
TWO_SETS = DOWN | {"melds": [{"owner": n, "cards": "KH KD KC"} for n in (0, 1)]}
OVER = {"phase": "over", "round": 7}
BUYS = {"options": {"turn_player_buys": True}}

CASES: dict[Code, list[Case]] = {
    Code.SYNTAX: [(LETTER, {}, 0, "juggle"), (ONLINE, {}, 0, "discard")],
    Code.AMBIGUOUS: [(LETTER, PLAY, 0, "discard 3"), (ONLINE, PLAY, 0, "discard 4")],
    Code.GAME_OVER: [(LETTER, OVER, 0, "draw"), (ONLINE, OVER, 0, "draw")],
    Code.NOT_YOUR_TURN: [(LETTER, {}, 1, "take"), (ONLINE, PLAY, 1, "discard 4C")],
    Code.WRONG_PHASE: [
        (LETTER, {}, 0, "discard 4C"),
        (ONLINE, PLAY, 0, "draw"),
        (LETTER, {"phase": "offer"}, 1, "draw"),
    ],
    Code.NOT_IN_THIS_GAME: [
        (LETTER, {}, 0, "take KS KD"),
        (ONLINE, {}, 0, "foot"),
        (LETTER, PLAY, 0, "yes"),
        (ONLINE, {"phase": "offer"}, 1, "no"),
    ],
    Code.NOT_IN_HAND: [(LETTER, PLAY, 0, "discard QS"), (ONLINE, DOWN, 0, "add 1: QS")],
    Code.NO_SUCH_MELD: [(LETTER, DOWN, 0, "add 2: KS"), (ONLINE, DOWN, 0, "add 9: KS")],
    Code.NO_MELD_FITS: [(LETTER, DOWN, 0, "add 4C"), (ONLINE, PLAY, 0, "add KS")],
    Code.SEVERAL_MELDS: [(game, TWO_SETS, 0, "add KS") for game in (LETTER, ONLINE)],
    Code.NOT_ON_OFFER: [
        (LETTER, {"offered": False}, 0, "take"),
        (ONLINE, {"offered": False}, 0, "buy"),
        (ONLINE, {"pile": ""}, 0, "pass"),
        *((game, {"phase": "offer", "pile": ""}, 1, "buy") for game in (LETTER, ONLINE)),
    ],
    Code.ANSWER_FIRST: [(LETTER, {}, 0, "draw")],
    Code.NOT_ASKED: [
        (LETTER, {"phase": "offer"}, 0, "buy"),
        (ONLINE, {"phase": "offer"}, 0, "buy"),
    ],
    Code.TAKE_INSTEAD: [(LETTER, {}, 0, "buy")],
    Code.BUY_INSTEAD: [(LETTER, BUYS, 0, "take"), (ONLINE, {}, 0, "take")],
    Code.NO_PENNY: [
        (LETTER, {"phase": "offer", "pennies": [1, 0]}, 1, "buy"),
        (ONLINE, {"pennies": [0, 1]}, 0, "buy"),
    ],
    Code.TOO_FEW_TO_BUY: [
        (LETTER, {"phase": "offer", "stock": "3S"}, 1, "buy"),
        (ONLINE, {"stock": "3S"}, 0, "buy"),
    ],
    Code.SET_TOO_SMALL: [(LETTER, DOWN, 0, "meld 3S 3H"), (ONLINE, PLAY, 0, "meld 3S 3H")],
    Code.SET_MIXED: [(LETTER, DOWN, 0, "meld 3S 3H 4C"), (ONLINE, DOWN, 0, "meld 3S 3H 2S")],
    Code.SET_ALL_JOKERS: [
        (ONLINE, {"phase": "play", "hands": ["Jo Jo Jo 3S", ""]}, 0, "meld Jo Jo Jo")
    ],
    Code.SET_DUPLICATE: [
        (ONLINE, {"phase": "play", "hands": ["3S 3S 3H", ""]}, 0, "meld 3S 3S 3H")
    ],
    Code.SET_TOO_WILD: [
        (LETTER, DOWN, 0, "meld KS 2S 2H"),
        (ONLINE, DOWN, 0, "add 1: Jo Jo"),
    ],
    Code.FIRST_DOWN_TOO_WILD: [
        (LETTER, PLAY, 0, "meld KS 2S 2H / 3S 3H 4C"),
        (ONLINE, PLAY, 0, "meld KS Jo Jo"),
    ],
    Code.CONTRACT_UNMET: [
        (LETTER, PLAY, 0, "meld 3S 3H 2S"),
        (ONLINE, PLAY, 0, "meld 3S 3H Jo"),
    ],
    Code.NOT_DOWN: [
        (game, DOWN | {"down": [False, True]}, 0, "add 1: KS") for game in (LETTER, ONLINE)
    ],
    Code.DOES_NOT_FIT: [(LETTER, DOWN, 0, "add 1: 4C"), (ONLINE, DOWN, 0, "add 1: 4C")],
    Code.JUST_TAKEN: [
        (game, PLAY | {"taken": "KS", "offered": False}, 0, "discard KS")
        for game in (LETTER, ONLINE)
    ],
}
ROWS = [(code, *case) for code, cases in CASES.items() for case in cases]
