"""The panel's play page: draw, take the pile, lay, discard, go out; only what is legal now."""

from collections.abc import Iterable, Mapping
from operator import itemgetter

from discord import PartialEmoji

import engine
from cogs._game import learning
from cogs._game.practice import is_practice
from cogs._kit import verbs
from cogs._kit.components import OPTIONS, Item, Style, row
from cogs._kit.texts import card, cards, listed, say
from cogs._panel.panel import Panel, is_turn
from cogs._panel.picks import pickable
from cogs._panel.plan_page import plan_button
from cogs._story.aloud import aloud
from cogs._story.aloud import cards as in_words
from cogs._story.labels import advice_words, draw_count, gain, move_label, simple_label, take_label
from cogs._wishes.standing_answers import PASS_THIS_ROUND_TRIP
from engine.advice import choices
from engine.advice.choices import Choice, cards_of
from engine.advice.going_out import Moves, goes_out, mates, moves_to_go_out
from engine.model.cards import Cards
from engine.model.moves import NO, PASS, Ask, Discard, Meld, Move, Take


def play_rows(panel: Panel) -> list[Item]:
    """The controls of the play page."""
    takes = choices.takes(panel.table, panel.seat) if is_turn(panel, "draw") else []
    playing = is_turn(panel, "play")
    first = [*proposal(panel), *simple_buttons(panel), *take_button(panel, takes), *skip(panel)]
    return [
        *([row(*first)] if first else []),
        *(turn_rows(panel) if playing else []),
        *(out_rows(panel) if playing else []),
        *take_select(panel, takes),
        *(lay_select(panel) if playing else []),
        *(discard_rows(panel) if playing and not is_doubled(panel) else []),
        row(*last_buttons(panel)),
        *next_row(panel),
    ]


def next_row(panel: Panel) -> list[Item]:
    """The way to the next of the member's tables that wait for them."""
    n = 0 if panel.live.row.is_private else len(panel.live.others_waiting(panel.seat))
    return [row(panel.button(verbs.NEXTTABLE, label=say("panel.next", n=n)))] if n else []


def last_buttons(panel: Panel) -> list[Item]:
    """What is there on every page of a hand."""
    lasts = panel.view.hand and panel.view.result is None
    return [
        *(build_button(panel) if lasts else []),
        *([panel.button(verbs.UNDO)] if panel.live.game.can_undo(panel.seat) else []),
        *([panel.button(verbs.HINT)] if decides(panel) else []),
        *plan_button(panel),
        panel.button(verbs.ABOUT),
        panel.button(verbs.MAIN),
    ]


def build_button(panel: Panel) -> list[Item]:
    """The way to put melds together oneself; greyed out with the reason when nothing fits.

    Who practises is not shown what does nothing.
    """
    fits = bool(panel.staging.groups) or bool(pickable(panel))
    if not fits and is_practice(panel.live):
        return []
    title = say("panel.build" if fits else "panel.build_nothing")
    return [panel.button(verbs.BUILD, label=title, disabled=not fits)]


def decides(panel: Panel) -> bool:
    """Whether this seat has anything to decide."""
    return any(one.seat == panel.seat for one in panel.view.pending)


def proposal(panel: Panel) -> list[Item]:
    """The move put forward beside a notice."""
    if not panel.page.proposed:
        return []
    move = engine.read(panel.page.proposed, panel.view)
    if has_button(panel, move):
        return []
    title = say("panel.instead", move=move_label(move, panel.live, panel.seat))
    return [panel.button(verbs.INSTEAD, label=title, style=Style.success)]


def has_button(panel: Panel, move: Move) -> bool:
    """Whether the move that a coach puts forward has a green button of its own."""
    if panel.advised is not None:
        return move == panel.advised.move and move in choices.SIMPLE
    if not panel.is_coached:
        return False
    first = Discard(next(iter(panel.best_discards), -1))
    return move == first or panel.proposed_turn.moves == (move,)


def simple_buttons(panel: Panel) -> list[Item]:
    """A button for each move without cards that is legal now."""
    found = [
        panel.button(
            verbs.SAY,
            n,
            label=simple_label(move, panel.view, draw_count(panel.table, panel.seat)),
            style=style(panel, n),
        )
        for n, move in choices.simple(panel.table, panel.seat)
    ]
    if is_turn(panel, "offer"):
        found.append(panel.button(verbs.WISH, PASS_THIS_ROUND_TRIP, label=say("panel.pass_until")))
    return found


def style(panel: Panel, place: int) -> Style:
    """Refusing is grey, anything that goes forward blue; a coach has the good one green alone."""
    if panel.advised is not None:
        is_best = panel.advised.move == choices.SIMPLE[place]
        return Style.success if is_best else Style.secondary
    refusing = choices.SIMPLE[place] in {PASS, NO}
    return Style.secondary if refusing else Style.primary


def take_button(panel: Panel, takes: list[Choice]) -> list[Item]:
    """Take the pile by the best way; greyed out when there is none."""
    view = panel.view
    never = view.takes == "upcard" and not takes
    if not is_turn(panel, "draw") or not view.pile or never:
        return []
    is_best = panel.advised is None or isinstance(panel.advised.move, Take)
    style = Style.success if is_best else Style.secondary
    return [panel.button(verbs.TAKE, label=take_label(view), style=style, disabled=not takes)]


def take_select(panel: Panel, takes: list[Choice]) -> list[Item]:
    """All ways to take the pile, when there are several."""
    if len(takes) < 2:
        return []
    looks = {"labels": named(panel, takes), "emojis": pictured(panel, takes)}
    return [panel.select(verbs.TAKES, placeholder=say("panel.takes"), **looks)]


def lay_select(panel: Panel) -> list[Item]:
    """Complete melds and lay-offs that are legal now, best first."""
    found = choices.suggestions(panel.table, panel.seat)
    if len(found) == 1:
        return [row(panel.button(verbs.LAYIT, label=alone(panel, found[0]), style=Style.primary))]
    asks = learning.is_lesson(panel.live)
    hint = say("panel.lay_any" if asks else "panel.lay", n=len(found))
    labels = named(panel, found)
    if asks:  # where the best is the question, the list does not answer it
        labels.sort(key=itemgetter(1))
    looks = {"labels": labels, "emojis": pictured(panel, found)}
    return [panel.select(verbs.LAY, placeholder=hint, **looks)] if found else []


def alone(panel: Panel, only: Choice) -> str:
    """What the button for the only choice says: what it does, and what it brings."""
    text = say("panel.typed", move=told(panel, only.move), gain=gain(only, panel.view))
    return text[:1].upper() + text[1:]


def told(panel: Panel, move: Move) -> str:
    """What a move does; in full words for whoever wants words first, and perhaps hears them."""
    spoken = aloud if panel.looks.words_first else move_label
    return spoken(move, panel.live, panel.seat)


def discard_title(panel: Panel, face: int) -> str:
    """What the button to discard a card says."""
    if not panel.looks.words_first:
        return say("panel.drop_it", card=card(face))
    text = told(panel, Discard(face))
    return text[:1].upper() + text[1:]


def named(panel: Panel, found: list[Choice]) -> list[tuple[int, str, str]]:
    """Options for choices: what each does, and what it brings."""
    view = panel.view
    return [(n, told(panel, c.move), gain(c, view)) for n, c in enumerate(found)]


def pictured(panel: Panel, found: list[Choice]) -> Mapping[int, PartialEmoji | None]:
    """A card of each choice, the first that it lays."""
    laid_by = ((n, cards_of(choice.move)) for n, choice in enumerate(found))
    return {n: panel.live.emojis.of(cards[0]) for n, cards in laid_by if cards}


def turn_rows(panel: Panel) -> list[Item]:
    """The turn that is proposed, and all that can go down at once, where that is something else."""
    lays, natural = panel.proposed_turn.moves, panel.all_naturals
    buttons = []
    if lays:
        buttons.append(panel.button(verbs.PLAYTURN, label=turn_title(panel), style=Style.success))
    if len(melds_of(natural)) > 1 and sorted(laid(natural)) != sorted(laid(lays)):
        title = say("panel.lay_all", n=len(laid(natural)))
        buttons.append(panel.button(verbs.LAYALL, label=title, style=Style.primary))
    return [row(*buttons)] if buttons else []


def turn_title(panel: Panel) -> str:
    """What the button for the proposed turn says: the lay, or how much there is of it."""
    lays = panel.proposed_turn.moves
    if len(lays) == 1:
        return say("panel.play_turn_lay", move=move_label(lays[0], panel.live, panel.seat))
    return say("panel.play_turn", n=len(laid(lays)))


def turn_words(panel: Panel) -> str:
    """The turn that is proposed, step by step; nothing where there is only a card to throw."""
    turn = panel.proposed_turn
    if not turn.lays:
        return thrown_words(panel)
    lays = listed(move_label(move, panel.live, panel.seat) for move in turn.moves)
    if turn.last is None:
        return say("panel.turn_lays", lays=lays) + why(panel)
    last = move_label(turn.last.move, panel.live, panel.seat)
    return say("panel.turn_whole", lays=lays, last=last) + why(panel)


def why(panel: Panel) -> str:
    """Why the proposed turn begins as it does, for who is coached."""
    first = panel.proposed_turn.lays[0]
    return "\n" + say("coach.why", text=advice_words(first)) if panel.is_coached else ""


def thrown_words(panel: Panel) -> str:
    """What to throw and why, once there is nothing to lay, where the coach says nothing else."""
    last, said = panel.proposed_turn.last, panel.page.coach or panel.page.notice
    told = last is not None and panel.is_coached and not said
    return say("coach.line", text=advice_words(last)) if last and told else ""


def laid(moves: Iterable[Move]) -> Cards:
    """All cards that some moves lay from the hand."""
    return b"".join(map(cards_of, moves))


def melds_of(moves: Iterable[Move]) -> list[Cards]:
    """What some moves lay, meld by meld."""
    laid_by = (move.melds if isinstance(move, Meld) else (cards_of(move),) for move in moves)
    return [cards for melds in laid_by for cards in melds]


def is_doubled(panel: Panel) -> bool:
    """Whether the only discard is what **Go out** does: who is coached needs one button for it."""
    return panel.is_coached and len(panel.view.hand) == 1 and bool(plan_of(panel))


def discard_rows(panel: Panel) -> list[Item]:
    """The best discards as buttons, the rest in a select."""
    faces = choices.discards(panel.table, panel.seat)
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


def throw_button(panel: Panel, place: int, face: int) -> Item:
    """One of the best discards; the first is what is proposed where nothing is to be laid."""
    is_hinted = panel.page.proposed and has_button(panel, Discard(face))
    is_next = face == panel.best_discards[0] and (is_hinted or not panel.proposed_turn.lays)
    style = Style.success if is_next else Style.secondary
    title = discard_title(panel, face)
    emoji = panel.live.emojis.of(face)
    return panel.button(verbs.THROW, place, label=title, style=style, emoji=emoji)


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


# ---- going out


def plan_of(panel: Panel) -> Moves:
    """The way out: by what is staged if that leads there, else any that is found."""
    return staged_plan(panel) or moves_to_go_out(panel.table, panel.seat)


def staged_plan(panel: Panel) -> Moves:
    """Going out by what is staged and, if a card is left, its discard."""
    if not panel.staging.groups or not is_turn(panel, "play"):
        return ()
    plan = panel.staging.plan(panel.view.hand)
    return plan if goes_out(panel.table, panel.seat, plan) else ()


def out_rows(panel: Panel) -> list[Item]:
    """Going out, and asking a teammate first where the game knows that."""
    plan = plan_of(panel)
    if not plan:
        return []
    sure = panel.page.leaving or not panel.view.seats[panel.seat].foot_count
    buttons = [panel.button(verbs.GOOUT, int(sure), label=out_label(panel), style=Style.success)]
    buttons += [
        panel.button(verbs.ASK, mate, label=say("panel.ask", name=panel.live.names()[mate]))
        for mate in mates(panel.view)
        if engine.check(panel.table, panel.seat, Ask(mate, plan)) is None
    ]
    return [row(*buttons[:5])]


def out_label(panel: Panel) -> str:
    """What the button to go out says, the second time with the foot that would count."""
    foot = panel.view.seats[panel.seat].foot_count
    return say("panel.goout_sure", n=foot) if panel.page.leaving else say("panel.goout")


# ---- waiting


def skip(panel: Panel) -> list[Item]:
    """Not to watch computer players think, while they are who the table waits for."""
    waiting = panel.live.deciding()
    machines = [seat for seat in waiting if panel.live.driver(seat).kind == "computer"]
    return [panel.button(verbs.SKIP)] if machines and not decides(panel) else []
