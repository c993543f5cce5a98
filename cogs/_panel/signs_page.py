"""What the signs of the picture mean and what cards are worth, for whoever is in a lesson."""

from cogs._kit import verbs
from cogs._kit.components import Item, row
from cogs._kit.texts import say
from cogs._panel.panel import Panel
from engine.model.cards import FACES, JOKER, JOKER_RANK, RANK_NAMES
from engine.model.view import View
from render.text.legend import legend


def signs(panel: Panel) -> list[str]:
    """A line for each sign and the worth of cards."""
    lines = [*legend(panel.view), say("learn.build")]
    told = [say("board.line", words=line) for line in lines]
    return [say("legend.title"), *told, values_line(panel)]


def signs_button(panel: Panel) -> Item:
    """The way to this page."""
    return panel.button(verbs.ABOUT, label=say("learn.signs"))


def back_row(panel: Panel) -> Item:
    """The way back to the step."""
    return row(panel.button(verbs.MAIN, label=say("learn.to_step")))


def values_line(panel: Panel) -> str:
    """What each card counts, in one line: `Jo 50 · 2 A 20 · K–8 10 · 7–4 5`."""
    key = "panel.values_held" if panel.view.lowest_wins else "panel.values"
    return say(key, values=say("panel.between").join(worths(panel.view)))


def worths(view: View) -> list[str]:
    """The ranks that count the same, dearest first: in melds, or in hand where only that counts."""
    held = view.lowest_wins
    worth_of = view.values.in_hand if held else view.values.in_melds
    by_worth: dict[int, list[int]] = {}
    for rank in sorted(view.values.ranks, reverse=True):
        face = JOKER if rank == JOKER_RANK else FACES[RANK_NAMES[rank] + "S"]
        by_worth.setdefault(worth_of(bytes((face,))), []).append(rank)
    dear = sorted(by_worth.items(), reverse=True)
    return [say("panel.value", ranks=span(ranks), n=worth) for worth, ranks in dear]


def span(ranks: list[int]) -> str:
    """Ranks as `K–8` where they follow each other, else one by one."""
    names = [RANK_NAMES[rank].replace("T", "10") for rank in ranks]
    return " ".join(names) if len(names) < 3 else f"{names[0]}–{names[-1]}"
