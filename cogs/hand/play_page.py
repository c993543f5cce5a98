"""The *Play* page of the hand panel: draw, take the pile, lay, discard.

The page shows only legal moves. This module has the page's rows and handlers. The rows for taking
and laying are in `suggestions`, those for going out in `going_out`.
"""

import asyncio
from collections.abc import Sequence

import engine
from cogs.game import private_tables
from cogs.game.private_tables import is_practice
from cogs.hand.auto_answers import OFFER_ANSWERS, PASS_THIS_ROUND_TRIP
from cogs.hand.build_page import can_stage
from cogs.hand.discards import discard_rows
from cogs.hand.going_out import out_rows, way_out
from cogs.hand.interaction import (
    PLAY,
    HandInteraction,
    StalePanel,
    accept_stale,
    choice_at,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.lesson_page import lesson_hint
from cogs.hand.panel import HandPage, HandPanel, choice_digest, has_button, is_turn
from cogs.hand.plan_page import plan_button
from cogs.hand.practice_page import record_hint_request
from cogs.hand.suggestions import (
    lay_select,
    take_button,
    take_select,
    turn_rows,
    why_button,
)
from cogs.narration.labels import draw_count, hint_words, move_label, simple_label
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.first_answer import deferring
from cogs.ui.layout import IN_A_ROW, Item, Style, action_row
from cogs.ui.places import is_on_server
from cogs.ui.replies import is_private_message
from cogs.ui.texts import say
from engine.advice import choices
from engine.advice.judgement import judge
from engine.advice.why_no_take import why_no_take
from engine.model.moves import NO, PASS, Discard
from render.text.catalogue import Catalogue


def is_doubled(panel: HandPanel) -> bool:
    """Return whether the only legal discard also goes out.

    A coached member then needs only one button for both.
    """
    return panel.is_coached and len(panel.view.hand) == 1 and bool(way_out(panel))


# ---- rows


def play_rows(panel: HandPanel) -> list[Item]:
    """Components of the page."""
    playing = is_turn(panel, "play")
    first = [*proposal(panel), *simple_buttons(panel), *take_button(panel)]
    return [
        *([action_row(*first)] if first else []),
        *(turn_rows(panel) if playing else []),
        *(out_rows(panel) if playing else []),
        *take_select(panel),
        *(lay_select(panel) if playing else []),
        *(discard_rows(panel) if playing and not is_doubled(panel) else []),
        *(action_row(*some) for some in batched(last_buttons(panel))),
        *skip_row(panel),
        *next_row(panel),
    ]


def next_row(panel: HandPanel) -> list[Item]:
    """Button for the next table that waits for the member. Empty if no other table waits."""
    n = 0 if panel.state.row.is_private else len(panel.state.others_waiting(panel.seat))
    return [action_row(panel.button(Action.NEXTTABLE, label=say("panel.next", n=n)))] if n else []


def last_buttons(panel: HandPanel) -> list[Item]:
    """Buttons below all others. First come the buttons about this decision.

    **Refresh** is only for members who wait. A member who must decide has the newest state, or is
    told that the panel is stale.
    """
    lasts = panel.view.hand and panel.view.result is None
    newcomer = panel.state.member_state(panel.seat).newcomer and not is_practice(panel.state)
    # a phone has no room for this button below the lays
    shown = newcomer and not is_turn(panel, "play")
    how = [panel.button(Action.LEARN, label=say("learn.how_to_play"))] if shown else []
    return [
        *([panel.button(Action.HINT)] if decides(panel) else []),
        *why_button(panel),
        *undo_button(panel),
        *(build_button(panel) if lasts else []),
        *plan_button(panel),
        panel.button(Action.ABOUT_PAGE),
        *([] if decides(panel) else [panel.button(Action.PLAY_PAGE)]),
        *how,
    ]


def batched(buttons: list[Item]) -> list[list[Item]]:
    """Split buttons into rows, each as long as Discord allows."""
    return [buttons[first : first + IN_A_ROW] for first in range(0, len(buttons), IN_A_ROW)]


def undo_button(panel: HandPanel) -> list[Item]:
    """Button that undoes the newest move. Empty if the move revealed something.

    After a blunder the coach highlights it.
    """
    if not panel.state.game.can_undo(panel.seat):
        return []
    if panel.page.slipped:
        return [panel.button(Action.UNDO, label=say("coach.take_back"), style=Style.primary)]
    return [panel.button(Action.UNDO)]


def build_button(panel: HandPanel) -> list[Item]:
    """Button that opens the Build page.

    If nothing can be staged, the button is disabled and says why. In that case, a practice game
    shows no such button.
    """
    fits = bool(panel.staging.groups or panel.lays) or can_stage(panel)
    if not fits and is_practice(panel.state):
        return []
    title = say("panel.build" if fits else "panel.build_nothing")
    return [panel.button(Action.BUILD_PAGE, label=title, disabled=not fits)]


def decides(panel: HandPanel) -> bool:
    """Return whether this seat has an open decision."""
    return any(one.seat == panel.seat for one in panel.view.pending)


def proposal(panel: HandPanel) -> list[Item]:
    """Button for the move that the notice suggests. Empty if that move has another button."""
    if not panel.page.proposed:
        return []
    move = engine.read(panel.page.proposed, panel.view)
    if has_button(panel, move):
        return []
    title = say("panel.instead", move=move_label(move, panel.state, panel.seat))
    shown = choice_digest(panel.page.proposed)
    return [panel.button(Action.PLAY_SUGGESTION, shown, label=title, style=Style.success)]


def simple_buttons(panel: HandPanel) -> list[Item]:
    """A button for each legal move without cards."""
    found = [
        panel.button(
            Action.SIMPLE_MOVE,
            n,
            label=simple_label(move, panel.view, draw_count(panel.table, panel.seat)),
            style=move_style(panel, n),
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


def move_style(panel: HandPanel, index: int) -> Style:
    """Style of a simple move.

    The advised move is green. Without advice, moves that decline are grey, and other moves are
    blue.
    """
    if panel.next_move is not None:
        is_best = panel.next_move == choices.SIMPLE[index]
        return Style.success if is_best else Style.secondary
    # On the member's own turn a pass leads to the draw, so it is no refusal.
    refusing = choices.SIMPLE[index] in {PASS, NO} and not is_turn(panel, "draw")
    return Style.secondary if refusing else Style.primary


def skip_row(panel: HandPanel) -> list[Item]:
    """Row with a button that skips the pauses of computer players, while they must decide.

    The row is at the end. **Draw** later appears in the first row, where a second click could hit
    it.
    """
    waiting = panel.state.deciding()
    computers = [seat for seat in waiting if panel.state.player(seat).kind == "computer"]
    return (
        [action_row(panel.button(Action.HURRY_COMPUTERS))]
        if computers and not decides(panel)
        else []
    )


# ---- handlers of moves


@hand_component(Action.SIMPLE_MOVE)
async def simple_move(interaction: HandInteraction) -> HandPage:
    """Draw, buy, pass, pick up the foot, or say yes or no."""
    await interaction.play(choice_at(choices.SIMPLE, interaction.argument()))
    return PLAY


@hand_component(Action.TAKE_PILE)
async def take_pile(interaction: HandInteraction) -> HandPage:
    """Take the pile in the best way.

    The table message shows this button whatever is in the hand. So only this handler refuses a hand
    that cannot take the pile.
    """
    found = interaction.panel(PLAY).takes
    refused = None if found else why_no_take(interaction.table, interaction.seat)
    if refused is not None:
        raise refused
    await interaction.play(choice_at(found, 0).move)
    return PLAY


@hand_component(Action.TAKE_PILE_OPTION)
async def take_pile_by_option(interaction: HandInteraction) -> HandPage:
    await interaction.play(choice_at(interaction.panel(PLAY).takes, interaction.choice).move)
    return PLAY


@hand_component(Action.LAY)
async def lay_suggestion(interaction: HandInteraction) -> HandPage:
    """Lay the selected suggestion."""
    await interaction.play(choice_at(interaction.panel(PLAY).lays, interaction.choice).move)
    return PLAY


@hand_component(Action.LAY_ONLY)
async def lay_only_suggestion(interaction: HandInteraction) -> HandPage:
    """Lay the only suggestion."""
    await interaction.play(choice_at(interaction.panel(PLAY).lays, 0).move)
    return PLAY


@hand_component(Action.DISCARD_SELECT)
async def discard_selected(interaction: HandInteraction) -> HandPage:
    await interaction.play(
        Discard(choice_at(interaction.known(choices.discards), interaction.choice))
    )
    return PLAY


@hand_component(Action.DISCARD_ONLY)
async def discard_only(interaction: HandInteraction) -> HandPage:
    """Discard the only card that may be discarded."""
    await interaction.play(Discard(choice_at(interaction.known(choices.discards), 0)))
    return PLAY


@hand_component(Action.DISCARD_PROPOSED)
async def discard_proposed(interaction: HandInteraction) -> HandPage:
    await interaction.play(
        Discard(choice_at(interaction.known(choices.discards), interaction.argument()))
    )
    return PLAY


@hand_component(Action.PLAYTURN)
async def play_proposed_turn(interaction: HandInteraction) -> HandPage:
    """Lay everything that is proposed for this turn, or nothing. The discard is a separate move."""
    await interaction.carry_out(interaction.panel(PLAY).judged.moves)
    return PLAY


@hand_component(Action.LAYALL)
async def lay_all_naturals(interaction: HandInteraction) -> HandPage:
    """Lay all natural cards that can be laid. If one lay is refused, lay none."""
    await interaction.carry_out(interaction.panel(PLAY).all_naturals)
    return PLAY


@hand_component(Action.UNDO)
async def undo_last_action(interaction: HandInteraction) -> HandPage:
    """Undo the newest action of this turn: one move, or all moves of a proposed turn."""
    await interaction.take_back()
    return PLAY


@hand_component(Action.PLAY_SUGGESTION)
async def play_suggested_move(interaction: HandInteraction) -> HandPage:
    """Make the move that the notice suggests."""
    text = interaction.state.proposed(interaction.seat)
    if text is None or not interaction.is_about(text):
        raise StalePanel
    await interaction.play(text)
    return PLAY


# ---- handlers that make no move


@hand_component(Action.PLAY_PAGE, check=accept_stale)
async def show_play_page(_: HandInteraction) -> HandPage:
    """Show the Play page. Nothing is changed."""
    return PLAY


@hand_component(Action.HURRY_COMPUTERS, check=accept_stale)
async def hurry_computers(interaction: HandInteraction) -> HandPage:
    """Let the computer players move without pauses."""
    interaction.services.computers.hurry(interaction.state.row.id)
    return PLAY


@hand_component(Action.HINT)
async def show_hint(interaction: HandInteraction) -> HandPage:
    """Explain what a good player would do now, and suggest that move."""
    view = interaction.view
    if all(one.seat != interaction.seat for one in view.pending):
        raise StalePanel
    learnt = interaction.database.lessons
    await record_hint_request(
        learnt, interaction.services.sessions, interaction.state, interaction.seat
    )
    body = private_tables.next_best_move(interaction.state)
    if body is not None:
        move = engine.read(body, view)
        words = lesson_hint(interaction.state, interaction.seat, move)
        return await interaction.suggest(HandPage(notice=words), move)
    # In a thread: this takes some milliseconds, in which the event loop must not stop.
    advice = (await asyncio.to_thread(interaction.known, judge)).first
    assert advice is not None  # this seat has an open decision
    words = hint_words(advice, interaction.table, interaction.seat)
    return await interaction.suggest(HandPage(notice=words), advice.move)


@hand_component(Action.WHY_RULE, check=accept_stale)
async def show_rule(interaction: HandInteraction) -> HandPage:
    """Show the rule whose digest is in the custom id."""
    under = f"rules.{interaction.state.row.game}"
    rules = (key.rpartition(".")[2] for key in Catalogue.load().under(under))
    rule = next((one for one in rules if interaction.argument() == choice_digest(one)), None)
    if rule is None:
        raise StalePanel
    return HandPage(notice=say("panel.rule", text=say(f"{under}.{rule}"), rule=rule), rule=rule)


@component(Action.NEXTTABLE)
async def open_next_table(interaction: ComponentInteraction) -> None:
    """Open the next table that waits for the member. If no table waits, show this one again."""
    raw = interaction.raw
    current = await load_hand_interaction(interaction, interaction.custom_id.table)
    others = await _others_waiting(current)
    # Loaded before `deferring`, so that a refusal is still the response to this interaction.
    shown = await load_hand_interaction(interaction, others[0]) if others else current
    async with deferring(raw, thinking=not is_private_message(raw)):
        await interaction.services.hand_panels.show(raw, shown.state, shown.seat, PLAY)


async def _others_waiting(current: HandInteraction) -> Sequence[int]:
    """Return the other tables that wait for the member, the longest wait first.

    Off the server these are tables of all servers on which the member is.
    """
    raw, row = current.raw, current.state.row
    if is_on_server(raw, row.guild_id):
        return current.state.others_waiting(current.seat)
    tables = current.database.tables
    guilds = await tables.guilds_of(await tables.waiting_for_member(None, raw.user.id))
    refusals = await current.services.proofs.refusals(guilds.values(), raw.user.id)
    return [one for one, guild in guilds.items() if one != row.id and guild not in refusals]


@hand_component(Action.DISCARD_PAGE)
async def show_discard_page(interaction: HandInteraction) -> HandPage:
    """Show another page of discards."""
    return HandPage(discards=max(0, interaction.argument()))


# ---- handler of an auto-answer


@hand_component(Action.PASS_UNTIL_MY_TURN)
async def pass_until_my_turn(interaction: HandInteraction) -> HandPage:
    """Pass this offer, and all later offers before the member's own turn."""
    await interaction.set_offer_answer(choice_at(OFFER_ANSWERS, interaction.argument()))
    return PLAY
