"""Positions: a table as a plain JSON object, to set up a situation or to store a snapshot.

`from_position` takes any position, even one that play cannot reach, and fills in missing keys.
`position` writes every key: `from_position(position(t)) == t`. Cards are texts such as "KS KD";
what belongs to a seat or side is a list. A meld has `rank` only if its cards do not determine it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from engine.earlier_rules import settled_rules
from engine.model.cards import RANK_NAMES, Cards, arranged, read_cards, write_cards
from engine.model.chance import SEED_BYTES
from engine.model.refusals import Refused
from engine.model.score import FinalReason, Result
from engine.model.table import LaidMeld, Question, Rules, Table, empty_table
from engine.notation.moves import read, write

Position = dict[str, Any]

DEFAULT_HAND: Final = "4C 5D 6H"
DEFAULT_STOCK: Final = "8C 8D 8H 8S 9C 9D 9H 9S TC TD TH TS"
DEFAULT_PILE: Final = "5S"
PHASES: Final = ("draw", "play", "offer", "answer", "over")

_CARD_LISTS: Final = ("stock", "pile", "locked", "fresh", "taken")
_CARD_LISTS_PER_SEAT: Final = ("hands", "feet", "red_threes", "known")
# The engine finds a rank as a slice of the hand, so these lists must be sorted in any case.
_HELD_IN_ORDER: Final = ("hands", "red_threes", "known")
_PER_SEAT: Final = ("earned", "down", "pennies", "purse", "turns")
_PER_SIDE: Final = ("scores", "grab")
_SINGLE: Final = (
    *("round", "dealer", "turn", "phase", "frozen_upcard", "lone", "bowl", "offered"),
    *("asked", "no_out", "played_seventh", "reshuffles", "tie_break", "laid"),
)
_SEAT_LISTS: Final = ("offer_to", "offer_yes")
_SPECIAL: Final = ("game", "version", "seats", "options", "melds", "question", "seed", "result")
KEYS: Final = frozenset(
    (*_CARD_LISTS, *_CARD_LISTS_PER_SEAT, *_PER_SEAT, *_PER_SIDE, *_SINGLE, *_SEAT_LISTS, *_SPECIAL)
)


def position(table: Table) -> Position:
    """Return the position of a table, with every key."""
    rules = table.rules
    return {
        "game": rules.slug,
        "seats": rules.seat_count,
        "version": rules.version,
        "options": dict(rules.chosen),
        **{key: getattr(table, key) for key in _SINGLE},
        **{key: list(getattr(table, key)) for key in (*_PER_SIDE, *_PER_SEAT, *_SEAT_LISTS)},
        **{key: write_cards(getattr(table, key)) for key in _CARD_LISTS},
        **{key: [*map(write_cards, getattr(table, key))] for key in _CARD_LISTS_PER_SEAT},
        "melds": [_meld_out(rules, meld, table.round) for meld in table.melds],
        "question": _question_out(table.question),
        "seed": table.seed.hex(),
        "result": _result_out(table.result),
    }


def from_position(given: Mapping[str, Any]) -> Table:
    """Return the table of a position.

    Raises:
        ValueError: an unknown key, game, option or card, or a list of the wrong length.

    """
    _check_keys(given, KEYS, {"game", "seats"})
    rules = settled_rules(given["game"], given["seats"], given.get("options"), given.get("version"))
    blank = empty_table(rules, _seed_in(given.get("seed", "00" * SEED_BYTES)))
    changes = {**_defaults(rules, given), **_plain(given), **_cards(rules, given)}
    number = changes["round"]
    changes["melds"] = tuple(_meld_in(rules, meld, number) for meld in given.get("melds", ()))
    changes["question"] = _question_in(given.get("question"))
    table = blank.but(**changes)
    _check_lengths(table)
    _check_sense(table)
    # Last: a missing result is computed from everything else.
    return table.but(result=_result_in(given.get("result"), table))


def _check_keys(given: Mapping[str, Any], known: Collection[str], needed: Collection[str]) -> None:
    if unknown := sorted(set(given) - set(known)):
        raise ValueError(f"no such key in a position: {', '.join(unknown)}")
    if missing := sorted(set(needed) - set(given)):
        raise ValueError(f"a position needs: {', '.join(missing)}")


def _seed_in(text: str) -> bytes:
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _defaults(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys whose default depends on other keys."""
    seats = rules.seat_count
    turn, phase = given.get("turn", 0), given.get("phase", "draw")
    if phase not in PHASES:
        raise ValueError(f"no such phase: {phase!r}")
    return {
        "round": 1,
        "turn": turn,
        "dealer": (turn - 1) % seats,
        "offered": phase in ("draw", "offer"),
        "offer_to": _still_asked(given, turn, seats) if phase == "offer" else (),
    }


def _still_asked(given: Mapping[str, Any], turn: int, seats: int) -> tuple[int, ...]:
    """Return the seats after the turn player's, in order, without those that said yes."""
    after = ((turn + step) % seats for step in range(1, seats))
    return tuple(seat for seat in after if seat not in given.get("offer_yes", ()))


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: given[key] for key in _SINGLE if key in given}
    lists = (*_PER_SEAT, *_PER_SIDE, *_SEAT_LISTS)
    return plain | {key: tuple(given[key]) for key in lists if key in given}


def _cards(rules: Rules, given: Mapping[str, Any]) -> dict[str, Any]:
    defaults = {"hands": [DEFAULT_HAND] * rules.seat_count, "stock": DEFAULT_STOCK}
    texts = {**defaults, "pile": DEFAULT_PILE, **given}
    single: dict[str, Any] = {key: _read(texts[key]) for key in _CARD_LISTS if key in texts}
    many: dict[str, Any] = {
        key: tuple(map(_read, texts[key])) for key in _CARD_LISTS_PER_SEAT if key in texts
    }
    held: dict[str, Any] = {
        key: tuple(map(arranged, many[key])) for key in _HELD_IN_ORDER if key in many
    }
    return {**single, **many, **held}


def _read(text: str) -> Cards:
    try:
        return read_cards(text)
    except KeyError as error:
        raise ValueError(f"not a card: {error}") from error


def _check_lengths(table: Table) -> None:
    seats, sides = table.rules.seat_count, table.rules.side_count
    for keys, length in (((*_CARD_LISTS_PER_SEAT, *_PER_SEAT), seats), (_PER_SIDE, sides)):
        for key in keys:
            if len(getattr(table, key)) != length:
                raise ValueError(f"{key} needs {length} entries")


def _check_sense(table: Table) -> None:
    """Refuse seats, sides, rounds and phases that the game does not have."""
    rules = table.rules
    if not all(map(rules.has_seat, _seats_named(table))):
        raise ValueError(f"the seats are 0 to {rules.seat_count - 1}")
    if not all(0 <= meld.side < rules.side_count for meld in table.melds):
        raise ValueError(f"the sides are 0 to {rules.side_count - 1}")
    if not rules.has_round(table.round):
        raise ValueError(f"no round {table.round!r}")
    if table.phase not in rules.phases or (table.phase == "answer") != bool(table.question):
        raise ValueError(f"nothing is asked in phase {table.phase!r}")


def _seats_named(table: Table) -> Iterator[int]:
    yield from (table.turn, table.dealer, *table.offer_to, *table.offer_yes)
    yield from (meld.owner for meld in table.melds)
    if table.lone is not None:
        yield table.lone
    if table.question is not None:
        yield from (table.question.asker, table.question.asked)


def _meld_out(rules: Rules, meld: LaidMeld, number: int) -> Position:
    written: Position = {
        "side": meld.side,
        "owner": meld.owner,
        "cards": write_cards(meld.cards),
    }
    if rules.meld(meld.side, meld.owner, meld.cards, None, number).rank != meld.rank:
        written["rank"] = RANK_NAMES[meld.rank]
    return written


def _meld_in(rules: Rules, given: Mapping[str, Any], number: int) -> LaidMeld:
    _check_keys(given, ("side", "owner", "cards", "rank"), {"cards"})
    owner = given.get("owner", given.get("side", 0))
    side = given.get("side", rules.side_of(owner))
    rank = RANK_NAMES.index(given["rank"]) if "rank" in given else None
    return rules.meld(side, owner, _read(given["cards"]), rank, number)


def _question_out(question: Question | None) -> Position | None:
    if question is None:
        return None
    plan = "; ".join(map(write, question.plan))
    return {"asker": question.asker, "asked": question.asked, "plan": plan}


def _question_in(given: Mapping[str, Any] | None) -> Question | None:
    if given is None:
        return None
    # The plan may be empty: a spectator's view hides it, and so does a table made from that view.
    steps = [step for step in given["plan"].split(";") if step.strip()]
    try:
        return Question(given["asker"], given["asked"], tuple(map(read, steps)))
    except Refused as refused:
        raise ValueError(f"no plan: {given['plan']!r}") from refused


def _result_out(result: Result | None) -> Position | None:
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "reason": str(result.reason),
        "pennies": list(result.pennies),
    }


def _result_in(given: Mapping[str, Any] | None, table: Table) -> Result | None:
    if given is None:
        return table.rules.final(table) if table.phase == "over" else None
    lists = {key: tuple(given[key]) for key in ("winners", "scores", "pennies")}
    return Result(reason=FinalReason(given["reason"]), **lists)
