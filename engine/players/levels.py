"""Levels of computer players: easy, normal, hard, and how each chooses its moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.canasta.book.variant import CanastaAnswers
from engine.earlier_rules import seen_rules
from engine.model.chance import Rng
from engine.model.moves import Buy, Move, Take
from engine.model.table import Rules, Table
from engine.model.view import View
from engine.players.canasta.laying import Kept, kept_back
from engine.players.canasta.observation import CanastaObservation
from engine.players.heuristic.normal import (
    careless_discard,
    careless_draw,
    decided,
    ranked_thoughts,
)
from engine.players.search.search import MoreTime, ahead, is_too_early, search_move
from engine.players.thinking.tastes import EVEN, TASTES, tasted
from engine.players.thinking.thought import CARELESS, NO_FACTS, Facts, Reason, Style, Thought
from engine.players.tuned.hard import hard_style
from engine.players.tuned.normal import normal_style

Slug = Literal["easy", "normal", "hard"]
NORMAL: Final = "normal"


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play. `name` and `character` are keys of the message catalogue."""

    slug: Slug
    name: str
    character: str


LEVELS: Final[Mapping[str, Level]] = {
    slug: Level(slug, f"players.{slug}.name", f"players.{slug}.character")
    for slug in ("easy", "normal", "hard")
}


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that a player would make or has made, and its reason.

    The sentence is `hints.<reason>` with `facts`.
    """

    move: Move
    reason: Reason
    facts: Facts


def always() -> bool:
    """Return True: there is no deadline, so the search may play every world."""
    return True


def parse_level(text: str | None) -> tuple[Slug, str]:
    """Return the level and the taste of a stored text such as `hard` or `normal-bold`.

    An unknown level is the normal one, an unknown taste is none.
    """
    level, _, taste = (text or "").partition("-")
    slug = LEVELS[level].slug if level in LEVELS else NORMAL
    return slug, taste if taste in TASTES else EVEN


def format_level(level: str, taste: str = EVEN) -> str:
    """Return the text that `parse_level` reads."""
    return f"{level}-{taste}" if taste else level


def choose(
    view: View, level: Level | str, rng: Rng, *, more_time: MoreTime = always, taste: str = EVEN
) -> Move:
    """Return the move of a computer player for the viewer; always legal.

    The same view, level, taste, `rng` state and number of worlds give the same move.

    Args:
        view: what the seat knows.
        level: the level, or its slug.
        rng: the randomness of the decision.
        more_time: called before each sampled world (hard only); False ends the search.
        taste: a name of `TASTES`, or "" for none.

    Raises:
        KeyError: the level or the taste does not exist.
        ValueError: the viewer has nothing to decide.

    """
    slug = LEVELS[level].slug if isinstance(level, str) else level.slug
    rules, seat = _sitting(view)
    if slug == "easy":
        return _easy(rules, view, seat, rng, taste).move
    if slug == NORMAL:
        return _normal(rules, view, seat, rng, taste).move
    return search_move(rules, view, seat, rng, more_time, taste).move


def tries_out(view: View) -> bool:
    """Whether the hard level searches at this table (up to 0.4 s of CPU), or only uses weights."""
    rules = seen_rules(view)
    return isinstance(rules, CanastaAnswers) and not is_too_early(
        rules, view.stock, hard_style(rules)
    )


def advise(view: View, rng: Rng) -> Advice:
    """Return the normal level's move in the viewer's place, with its reason.

    Raises:
        ValueError: the viewer has nothing to decide.
    """
    rules, seat = _sitting(view)
    return Advice(*_normal(rules, view, seat, rng))


def reason_for(
    view: View, driver: str | None, rng: Rng, move: Move, *, tried: bool = True
) -> Advice:
    """Compute again why a computer player made a move, from its view and random seed.

    The number of worlds that a hard player searched is not recorded. A move that its weights alone
    would not have made has `Reason.SEARCHED`. Its facts are `plain`, the weights' reason for the
    move, and `points`, its lead over the first thought in some sampled worlds. A move without a
    matching thought has `Reason.DEFAULT`.

    Args:
        view: what the seat knew.
        driver: its level and taste, as `parse_level` reads them.
        rng: the randomness that the decision had.
        move: the move that was made.
        tried: whether the player had time for a search.

    Raises:
        ValueError: the viewer had nothing to decide.
    """
    rules, seat = _sitting(view)
    level, taste = parse_level(driver)
    if level == "easy":
        thought = _easy(rules, view, seat, rng, taste)
        return Advice(*thought) if thought.move == move else Advice(move, Reason.DEFAULT, NO_FACTS)
    hasty = search_move(rules, view, seat, rng, lambda: False, taste) if level == "hard" else None
    thoughts = (hasty, _normal(rules, view, seat, rng, taste))
    found = (Advice(*thought) for thought in thoughts if thought and thought.move == move)
    first = next(found, None)
    searches = hasty is not None and tried and isinstance(rules, CanastaAnswers)
    if first is not None or not searches:
        return first or Advice(move, Reason.DEFAULT, NO_FACTS)
    plain = _plainly(rules, rules.sample(view, rng), seat, taste, move)
    return Advice(
        move, Reason.SEARCHED, {**plain, **_promised(rules, view, seat, rng, taste, move)}
    )


def why_kept(view: View, driver: str | None, rng: Rng, thrown: int) -> Kept | None:
    """Return why the viewer discards `thrown` but keeps a card that fits a meld of its side.

    Returns None if the viewer keeps no such card, if the weights give no reason, or for the easy
    level.

    Args:
        view: what the seat knew.
        driver: its level and taste, as `parse_level` reads them.
        rng: the randomness that the decision had.
        thrown: the face discarded.
    """
    rules, seat = _sitting(view)
    style = style_of(rules, driver)
    if style is None or not isinstance(rules, CanastaAnswers):
        return None
    seen = CanastaObservation(rules, rules.sample(view, rng), seat, style)
    return kept_back(seen, thrown) if seen.opened else None


def style_of(rules: Rules, driver: str | None) -> Style | None:
    """Return the style of a computer player with this level and taste; None for the easy level."""
    level, taste = parse_level(driver)
    if level == "easy":
        return None
    return tasted(hard_style(rules) if level == "hard" else normal_style(rules), taste)


def _plainly(rules: Rules, world: Table, seat: int, taste: str, move: Move) -> Facts:
    """Return the reason for a move by the weights alone, even if another thought ranks higher."""
    for thought in ranked_thoughts(rules, world, seat, tasted(normal_style(rules), taste)):
        if thought.move == move:
            return {**thought.facts, "plain": thought.reason}
    return NO_FACTS


def _promised(rules: Rules, view: View, seat: int, rng: Rng, taste: str, move: Move) -> Facts:
    """Return the lead of a move in some sampled worlds; no facts if the move does not lead."""
    if not isinstance(rules, CanastaAnswers):
        return NO_FACTS
    points = round(ahead(rules, view, seat, rng, move, taste))
    return {"points": points} if points > 0 else NO_FACTS


def _sitting(view: View) -> tuple[Rules, int]:
    if view.viewer is None or all(each.seat != view.viewer for each in view.pending):
        raise ValueError("nothing to decide for this viewer")
    return seen_rules(view), view.viewer


def _normal(rules: Rules, view: View, seat: int, rng: Rng, taste: str = EVEN) -> Thought:
    return decided(rules, rules.sample(view, rng), seat, tasted(normal_style(rules), taste))[0]


def _easy(rules: Rules, view: View, seat: int, rng: Rng, taste: str) -> Thought:
    world = rules.sample(view, rng)
    thought, _ = decided(rules, world, seat, tasted(CARELESS, taste))
    wandering = rng.randrange(100)
    if isinstance(thought.move, Take | Buy) and wandering < CARELESS.overlooks:
        return careless_draw(rules, world, seat)
    if wandering < CARELESS.slips:
        return careless_discard(rules, world, seat, thought, rng)
    return thought
