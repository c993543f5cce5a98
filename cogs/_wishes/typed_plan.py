"""A plan's melds and lay-offs as a member types them."""

import engine
from cogs._kit.refusals import Refusal
from engine.advice.turn_plan import MOST_MOVES
from engine.model.moves import Add, Meld, Move
from engine.model.view import View


def typed(text: str, view: View) -> tuple[Move, ...]:
    """The melds and lay-offs that a text names, with semicolons or new lines between them.

    Raises `engine.Refused` for what is no move, `Refusal` for moves that lay nothing.
    """
    parts = (part.strip() for part in text.replace("\n", ";").split(";"))
    moves = tuple(engine.read(part, view) for part in parts if part)
    if len(moves) > MOST_MOVES:
        raise Refusal("plan.too_many", n=MOST_MOVES)
    if not all(isinstance(move, Meld | Add) for move in moves):
        raise Refusal("plan.only_lays")
    return moves
