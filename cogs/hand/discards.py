"""Rows for the discard: buttons for the best cards, and a select for the others.

The handlers are in `play_page`.
"""

from collections.abc import Sequence

from cogs.hand.panel import HandPanel, move_in_words
from cogs.narration.labels import spelled_cards as in_words
from cogs.ui.actions import Action
from cogs.ui.layout import MAX_OPTIONS, Item, Style, action_row
from cogs.ui.texts import card, cards, say
from engine.advice import choices
from engine.model.moves import Discard


def discard_rows(panel: HandPanel) -> list[Item]:
    """Buttons for the best discards, and a select for the others.

    While the member should first lay something, there is only the select. A phone has no room for
    both.
    """
    faces = panel.known(choices.discards)
    if not faces:
        return []
    if len(faces) == 1:
        title = discard_title(panel, faces[0])
        emoji = panel.state.emojis.of(faces[0])
        return [
            action_row(
                panel.button(Action.DISCARD_ONLY, label=title, style=Style.primary, emoji=emoji)
            )
        ]
    best = panel.best_discards
    rest = panel.judged.discards[len(best) :]
    # Indexes into the whole list, because the handlers do not know the page.
    thrown = [throw_button(panel, faces.index(face), face) for face in best]
    return [
        *([action_row(*thrown)] if best else []),
        *(discard_select(panel, faces, rest) if rest else []),
    ]


def throw_button(panel: HandPanel, index: int, face: int) -> Item:
    """Button for one of the best discards. It is green if discarding is the advised next move."""
    style = Style.success if panel.next_move == Discard(face) else Style.secondary
    title = discard_title(panel, face)
    emoji = panel.state.emojis.of(face)
    return panel.button(Action.DISCARD_PROPOSED, index, label=title, style=style, emoji=emoji)


def discard_title(panel: HandPanel, face: int) -> str:
    if not panel.appearance.words_first:
        return say("panel.drop_it", card=card(face))
    text = move_in_words(panel, Discard(face))
    return text[:1].upper() + text[1:]


def discard_select(panel: HandPanel, faces: list[int], rest: Sequence[int]) -> list[Item]:
    """Select for the other discards, best first.

    The select has pages if one has no room for all.
    """
    pages = -(-len(rest) // MAX_OPTIONS)
    # The page number is from a custom id, and the hand may be shorter now.
    page = min(panel.page.discards, pages - 1)
    shown = rest[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
    named = in_words if panel.appearance.words_first else cards
    labels = [(faces.index(face), named(bytes((face,))), "") for face in shown]
    hint = say("panel.drop" if panel.best_discards else "panel.drop_any", n=len(rest))
    emojis = {faces.index(face): panel.state.emojis.of(face) for face in shown}
    rows = [
        panel.select(Action.DISCARD_SELECT, page, labels=labels, placeholder=hint, emojis=emojis)
    ]
    if pages > 1:
        title = say("panel.flip", page=(page + 1) % pages + 1, pages=pages)
        rows.append(action_row(panel.button(Action.DISCARD_PAGE, (page + 1) % pages, label=title)))
    return rows
