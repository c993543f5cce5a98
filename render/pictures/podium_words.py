"""The texts of a game's end: headline, margin, best meld, and the alt text."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.model.cards import JOKER_RANK
from render.pictures.models import BestMeld, FinalPlace, FinishedGame, Purse, side_name
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed
from render.widgets import poster_parts
from render.widgets.poster_parts import FanSection, Headline

LONGEST_ALT: Final = 1024
LONGEST_SIDE: Final = 70


def headline(final: FinishedGame) -> Headline:
    """Return the headline: the winners' names and a sentence."""
    return poster_parts.headline(heroes(final), lambda names: sentence(final, names))


def heroes(final: FinishedGame) -> list[str]:
    """Return the names in the headline: the winners, or everybody if nobody has won."""
    sides = final.places if final.stopped else final.first
    return [name for place in sides for name in place.members]


def sentence(final: FinishedGame, names: str) -> str:
    """Return the sentence about the winners, for the listed names."""
    words, n = Catalogue.load().words, len(heroes(final))
    if final.stopped:
        return words("podium.played", names=names, n=n)
    if final.bowl is not None:
        return words("podium.takes_bowl", names=names, n=n)
    if len(final.first) > 1:
        return words("podium.draw", names=names)
    return words("podium.winner", names=names, n=n)


def about(final: FinishedGame) -> str:
    """Return how many rounds were played, and the target."""
    catalogue = Catalogue.load()
    words = catalogue.words
    rounds = words("podium.rounds", n=final.rounds, count=catalogue.count(final.rounds))
    to = words("table.target", target=final.target) if final.target else ""
    fewest = words("podium.fewest") if final.lowest_wins else ""
    return words("list.comma").join(filter(None, (rounds, to, fewest)))


def ribbon(final: FinishedGame) -> str:
    """Return the text on the ribbon: the margin and the prize. "" after a draw."""
    catalogue = Catalogue.load()
    if final.stopped:
        count = catalogue.count(final.rounds)
        return catalogue.words("podium.stopped", n=final.rounds, count=count)
    if final.margin is None:
        return ""
    margin = format_number(final.margin)
    if final.bowl is not None:
        return catalogue.words("podium.by_for", n=final.bowl, margin=margin)
    return catalogue.words("podium.by", margin=margin)


def fan_section(final: FinishedGame) -> FanSection | None:
    """Return the best meld of a game for its poster, or None if no meld is good enough to show."""
    best = final.best
    if best is None:
        return None
    title = Catalogue.load().words("podium.meld" if final.bowl is None else "podium.set")
    return FanSection(title, best.owner, partial(best_meld, best), best.cards, best.wild_ranks)


def best_meld(best: BestMeld, owner: str) -> str:
    """Return the best meld in words: its owner, its cards and its bonus."""
    catalogue = Catalogue.load()
    key = "podium.best_bonus" if best.bonus else "podium.best"
    if best.at_once and not best.bonus:
        key = "podium.best_at_once"
    return catalogue.words(
        key,
        name=owner,
        count=catalogue.count(len(best.cards)),
        cards=catalogue.words(cards_key(best)),
        bonus=format_number(best.bonus),
    )


def cards_key(best: BestMeld) -> str:
    """Return the message key for a meld's cards. Jokers are a rank only in games with sets."""
    if best.rank != JOKER_RANK:
        return f"card.many.{best.rank}"
    return "cards.wilds" if best.bonus else "cards.jokers"


def pennies_text(purse: Purse) -> str:
    """Return in words how many pennies are left, and how many are owed, if any."""
    words = Catalogue.load().words
    owed = [words("podium.owed", n=purse.owed)] if purse.owed else []
    return words("list.comma").join([words("podium.left", n=purse.left), *owed])


def alt_text(final: FinishedGame) -> str:
    """Return the alt text of a game's end, at most 1,024 characters."""
    words = Catalogue.load().words
    names = Catalogue.load().listing(heroes(final))
    margin = ribbon(final)
    result = words(
        "alt.podium.title",
        game=words("alt.podium.game", game=final.game, about=about(final)) if final.game else "",
        winner=sentence(final, names),
        margin=words("alt.podium.margin", margin=margin) if margin else "",
    )
    foot = words("list.comma").join(filter(None, final.foot))
    # The last texts are cut first if the names are long.
    told = (
        result,
        bowl_text(final),
        *side_texts(final),
        best_text(final.best),
        foot and f"{foot}.",
    )
    return display_names.cut_end(" ".join(filter(None, told)), LONGEST_ALT)


def best_text(best: BestMeld | None) -> str:
    """Return the alt text of the best meld, or ""."""
    words = Catalogue.load().words
    return words("alt.podium.best", best=best_meld(best, best.owner)) if best else ""


def bowl_text(final: FinishedGame) -> str:
    """Return who gets the bowl. "" if nobody plays for pennies."""
    if final.bowl is None:
        return ""
    catalogue = Catalogue.load()
    who = catalogue.listing([side_name(place.members) for place in final.first])
    return catalogue.words("alt.podium.bowl", n=final.bowl, names=who)


def side_texts(final: FinishedGame) -> Iterator[str]:
    """Yield the alt text of each side."""
    words = Catalogue.load().words
    for place in final.places:
        who = display_names.cut_end(side_name(place.members), LONGEST_SIDE)
        facts = {"place": place.place, "names": who, "score": format_number(place.score)}
        if place.purse is None:
            yield words("alt.podium.row", **facts)
        else:
            balance, purse = format_signed(place.purse.balance), pennies_text(place.purse)
            yield words("alt.podium.purse", **facts, balance=balance, purse=purse)


def rounds_won(place: FinalPlace) -> str:
    """Return in words how many rounds a side won. "" for none."""
    return Catalogue.load().words("podium.won_rounds", n=place.rounds_won)
