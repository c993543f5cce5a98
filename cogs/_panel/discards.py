"""What can be thrown: the best discards as buttons, the others in a select."""

from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, Style, row
from cogs._kit.texts import card, cards, say
from cogs._panel.going_out_row import plan_of
from cogs._panel.panel import Panel, has_button, told
from cogs._story.aloud import cards as in_words
from engine.advice import choices
from engine.model.moves import Discard


def discard_rows(panel: Panel) -> list[Item]:
    """The best discards as buttons, the rest in a select."""
    faces = panel.known(choices.discards)
    if not faces:
        return []
    if len(faces) == 1:
        title = discard_title(panel, faces[0])
        emoji = panel.live.emojis.of(faces[0])
        return [row(panel.button(verbs.DROPIT, label=title, style=Style.primary, emoji=emoji))]
    best = [face for face in panel.best_discards if face in faces]
    rest = [face for face in faces if face not in best]
    thrown = [throw_button(panel, faces.index(face), face) for face in best]
    return [
        *([row(*thrown)] if best else []),
        *(discard_select(panel, faces, rest) if rest else []),
    ]


def is_doubled(panel: Panel) -> bool:
    """Whether the only discard is what **Go out** does: who is coached needs one button for it."""
    return panel.is_coached and len(panel.view.hand) == 1 and bool(plan_of(panel))


def throw_button(panel: Panel, place: int, face: int) -> Item:
    """One of the best discards; the first is what is proposed where nothing is to be laid."""
    is_hinted = panel.page.proposed and has_button(panel, Discard(face))
    is_next = face == panel.best_discards[0] and (is_hinted or not panel.proposed_turn.lays)
    style = Style.success if is_next else Style.secondary
    title = discard_title(panel, face)
    emoji = panel.live.emojis.of(face)
    return panel.button(verbs.THROW, place, label=title, style=style, emoji=emoji)


def discard_title(panel: Panel, face: int) -> str:
    """What the button to discard a card says."""
    if not panel.looks.words_first:
        return say("panel.drop_it", card=card(face))
    text = told(panel, Discard(face))
    return text[:1].upper() + text[1:]


def discard_select(panel: Panel, faces: list[int], rest: list[int]) -> list[Item]:
    """The other cards that may go, by their places; more than fit one select come in pages."""
    pages = -(-len(rest) // OPTIONS)
    page = min(panel.page.discards, pages - 1)
    shown = rest[page * OPTIONS : (page + 1) * OPTIONS]
    named = in_words if panel.looks.words_first else cards
    labels = [(faces.index(face), named(bytes((face,))), "") for face in shown]
    hint = say("panel.drop", n=len(rest))
    emojis = {faces.index(face): panel.live.emojis.of(face) for face in shown}
    rows = [panel.select(verbs.DROP, page, labels=labels, placeholder=hint, emojis=emojis)]
    if pages > 1:
        title = say("panel.flip", page=(page + 1) % pages + 1, pages=pages)
        rows.append(row(panel.button(verbs.FLIP, (page + 1) % pages, label=title)))
    return rows
