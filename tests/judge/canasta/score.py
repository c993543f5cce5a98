"""The score of a round: item by item, for each side."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.judge.canasta.round import Round
from tests.judge.canasta.sets import BLACK_THREES, RED_THREES, WORTH, canasta, worth
from tests.judge.cards import Card

Items = Counter[str]


def score(table: Round, out: int | None) -> list[dict[str, int]]:
    """Return total and all items that are not zero, for each side."""
    sides = [_side(table, side, out) for side in range(table.game.sides)]
    if table.game.splits:
        _split(table, sides, out)
    for side, grabbed in enumerate(table.grab):
        sides[side]["grab"] += grabbed
    return [{"total": items.total(), **{k: n for k, n in items.items() if n}} for items in sides]


def _side(table: Round, side: int, out: int | None) -> Items:
    seats = range(side, table.game.seats, table.game.sides)
    sets = [each.cards for each in table.sets if each.side == side]
    found = [canasta(table.game, cards) for cards in sets]
    items: Items = Counter()
    items["cards"] = sum(map(worth, sets))
    items["canastas"] = sum(table.game.bonus[kind] for kind in found if kind)
    items["red_threes"] = _red_threes(table, [side], seats)
    items["hands"] = -sum(_held(table, table.hands[seat].elements()) for seat in seats)
    items["feet"] = -sum(_held(table, table.feet[seat]) for seat in seats)
    if out is not None and table.side(out) == side:
        items["out"] = _out_bonus(table, out)
    return items


def _out_bonus(table: Round, out: int) -> int:
    concealed = table.game.concealed_bonus and not table.down[out]
    return table.game.concealed_bonus if concealed else table.game.out_bonus


def _held(table: Round, cards: Iterable[Card]) -> int:
    """Return what cards in hand cost; red threes are counted elsewhere."""
    black = table.game.black_three_held
    return sum(
        black if card in BLACK_THREES else WORTH[card] for card in cards if card not in RED_THREES
    )


def _red_threes(table: Round, of: Sequence[int], seats: Iterable[int]) -> int:
    game = table.game
    laid = sum(len(table.red_threes[seat]) for seat in seats)
    worth_laid = game.all_threes_worth if laid and laid == game.all_threes else 100 * laid
    signs = {
        "plus": True,
        "sevens": all(map(table.has_sevens, of)),
        "melded": any(each.side in of for each in table.sets),
    }
    held = sum(
        card in RED_THREES
        for seat in seats
        for card in (*table.hands[seat].elements(), *table.feet[seat])
    )
    return (worth_laid if signs[game.threes_sign] else -worth_laid) - game.three_held * held


def _split(table: Round, sides: list[Items], out: int | None) -> None:
    """Split the score of the two partners in House with three players."""
    lone = out if table.lone is None else table.lone
    if lone is None:
        return
    pair = [seat for seat in range(3) if seat != lone]
    pool = sum(sides[seat].total() - sides[seat]["red_threes"] for seat in pair)
    pool += _red_threes(table, pair, pair)
    for seat in pair:
        half = -(-pool // 10) * 5
        sides[seat]["split"] = half - sides[seat].total()
