"""The panel's play page: draw, take the pile, lay, discard, go out; only what is legal now."""

import engine
from cogs.game.private_tables import is_practice
from cogs.hand.auto_answers import PASS_THIS_ROUND_TRIP
from cogs.hand.build_page import can_stage
from cogs.hand.going_out import out_rows, plan_of
from cogs.hand.panel import HandPanel, choice_digest, has_button, is_turn, move_in_words
from cogs.hand.plan_page import plan_button
from cogs.hand.suggestions import lay_select, take_button, take_select, turn_rows
from cogs.narration.labels import draw_count, move_label, simple_label
from cogs.narration.labels import spelled_cards as in_words
from cogs.ui.actions import Action
from cogs.ui.layout import MAX_OPTIONS, Item, Style, action_row
from cogs.ui.texts import card, cards, say
from engine.advice import choices
from engine.model.moves import NO, PASS, Discard


def discard_rows(panel: HandPanel) -> list[Item]:
    """The best discards as buttons, the rest in a select."""
    faces = panel.known(choices.discards)
    if not faces:
        return []
    if len(faces) == 1:
        title = discard_title(panel, faces[0])
        emoji = panel.live.emojis.of(faces[0])
        return [
            action_row(
                panel.button(Action.DISCARD_ONLY, label=title, style=Style.primary, emoji=emoji)
            )
        ]
    best = [face for face in panel.best_discards if face in faces]
    rest = [face for face in faces if face not in best]
    thrown = [throw_button(panel, faces.index(face), face) for face in best]
    return [
        *([action_row(*thrown)] if best else []),
        *(discard_select(panel, faces, rest) if rest else []),
    ]


def is_doubled(panel: HandPanel) -> bool:
    """Whether the only discard is what **Go out** does: who is coached needs one button for it."""
    return panel.is_coached and len(panel.view.hand) == 1 and bool(plan_of(panel))


def throw_button(panel: HandPanel, place: int, face: int) -> Item:
    """One of the best discards; the first is what is proposed where nothing is to be laid."""
    is_hinted = panel.page.proposed and has_button(panel, Discard(face))
    is_next = face == panel.best_discards[0] and (is_hinted or not panel.proposed_turn.lays)
    style = Style.success if is_next else Style.secondary
    title = discard_title(panel, face)
    emoji = panel.live.emojis.of(face)
    return panel.button(Action.DISCARD_PROPOSED, place, label=title, style=style, emoji=emoji)


def discard_title(panel: HandPanel, face: int) -> str:
    """What the button to discard a card says."""
    if not panel.looks.words_first:
        return say("panel.drop_it", card=card(face))
    text = move_in_words(panel, Discard(face))
    return text[:1].upper() + text[1:]


def discard_select(panel: HandPanel, faces: list[int], rest: list[int]) -> list[Item]:
    """The other cards that may go, by their places; more than fit one select come in pages."""
    pages = -(-len(rest) // MAX_OPTIONS)
    page = min(panel.page.discards, pages - 1)
    shown = rest[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
    named = in_words if panel.looks.words_first else cards
    labels = [(faces.index(face), named(bytes((face,))), "") for face in shown]
    hint = say("panel.drop", n=len(rest))
    emojis = {faces.index(face): panel.live.emojis.of(face) for face in shown}
    rows = [
        panel.select(Action.DISCARD_SELECT, page, labels=labels, placeholder=hint, emojis=emojis)
    ]
    if pages > 1:
        title = say("panel.flip", page=(page + 1) % pages + 1, pages=pages)
        rows.append(action_row(panel.button(Action.DISCARD_PAGE, (page + 1) % pages, label=title)))
    return rows


# ---- The panel's play page: draw, take the pile, lay, discard, go out; only what is legal now


def play_rows(panel: HandPanel) -> list[Item]:
    """The controls of the play page."""
    takes = panel.known(choices.takes) if is_turn(panel, "draw") else []
    playing = is_turn(panel, "play")
    first = [*proposal(panel), *simple_buttons(panel), *take_button(panel, takes)]
    return [
        *([action_row(*first)] if first else []),
        *(turn_rows(panel) if playing else []),
        *(out_rows(panel) if playing else []),
        *take_select(panel, takes),
        *(lay_select(panel) if playing else []),
        *(discard_rows(panel) if playing and not is_doubled(panel) else []),
        action_row(*last_buttons(panel)),
        *skip_row(panel),
        *next_row(panel),
    ]


def next_row(panel: HandPanel) -> list[Item]:
    """The way to the next of the member's tables that wait for them."""
    n = 0 if panel.live.row.is_private else len(panel.live.others_waiting(panel.seat))
    return [action_row(panel.button(Action.NEXTTABLE, label=say("panel.next", n=n)))] if n else []


def last_buttons(panel: HandPanel) -> list[Item]:
    """What is there on every page of a hand."""
    lasts = panel.view.hand and panel.view.result is None
    return [
        *(build_button(panel) if lasts else []),
        *([panel.button(Action.UNDO)] if panel.live.game.can_undo(panel.seat) else []),
        *([panel.button(Action.HINT)] if decides(panel) else []),
        *plan_button(panel),
        panel.button(Action.ABOUT_PAGE),
        panel.button(Action.PLAY_PAGE),
    ]


def build_button(panel: HandPanel) -> list[Item]:
    """The way to put melds together oneself; greyed out with the reason when nothing fits.

    Who practises is not shown what does nothing.
    """
    fits = bool(panel.staging.groups) or can_stage(panel)
    if not fits and is_practice(panel.live):
        return []
    title = say("panel.build" if fits else "panel.build_nothing")
    return [panel.button(Action.BUILD_PAGE, label=title, disabled=not fits)]


def decides(panel: HandPanel) -> bool:
    """Whether this seat has anything to decide."""
    return any(one.seat == panel.seat for one in panel.view.pending)


def proposal(panel: HandPanel) -> list[Item]:
    """The move put forward beside a notice."""
    if not panel.page.proposed:
        return []
    move = engine.read(panel.page.proposed, panel.view)
    if has_button(panel, move):
        return []
    title = say("panel.instead", move=move_label(move, panel.live, panel.seat))
    shown = choice_digest(panel.page.proposed)
    return [panel.button(Action.PLAY_SUGGESTION, shown, label=title, style=Style.success)]


def simple_buttons(panel: HandPanel) -> list[Item]:
    """A button for each move without cards that is legal now."""
    found = [
        panel.button(
            Action.SIMPLE_MOVE,
            n,
            label=simple_label(move, panel.view, draw_count(panel.table, panel.seat)),
            style=style(panel, n),
        )
        for n, move in panel.known(choices.simple)
    ]
    if is_turn(panel, "offer"):
        found.append(
            panel.button(
                Action.PASS_UNTIL_MY_TURN, PASS_THIS_ROUND_TRIP, label=say("panel.pass_until")
            )
        )
    return found


def style(panel: HandPanel, place: int) -> Style:
    """Refusing is grey, anything that goes forward blue; a coach has the good one green alone."""
    if panel.advised is not None:
        is_best = panel.advised.move == choices.SIMPLE[place]
        return Style.success if is_best else Style.secondary
    refusing = choices.SIMPLE[place] in {PASS, NO}
    return Style.secondary if refusing else Style.primary


def skip_row(panel: HandPanel) -> list[Item]:
    """Not to watch computer players think, while they are who the table waits for.

    In a row below: where it stood first, a second tap would draw, which comes in its place.
    """
    waiting = panel.live.deciding()
    machines = [seat for seat in waiting if panel.live.player(seat).kind == "computer"]
    return (
        [action_row(panel.button(Action.HURRY_COMPUTERS))]
        if machines and not decides(panel)
        else []
    )
