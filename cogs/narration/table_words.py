"""A table in words: its options, scores, open decisions, open hands and seal.

The engine defines the options (`engine.model.option.Option`). The catalogue has their texts under
`options.<game>.<option>`, so a new option needs no change here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import engine
from cogs.game.deadlines import PACES
from cogs.game.length import LAST_ROUND, WHOLE, chosen_rounds, with_length
from cogs.game.names import named_player
from cogs.game.shuffle_seal import digest_of_start
from cogs.game.state import TableState
from cogs.narration.labels import drawing
from cogs.ui.texts import has_text, join_words, link_to_table, say
from data.models.deadlines import OpenDecision
from data.models.tables import TableRow, TableStatus
from engine.model.moves import BUY, Take
from engine.model.option import Option, Value, settled
from engine.model.view import View
from engine.verify import FEWEST_DIGITS
from render.text.catalogue import format_number, format_signed
from render.text.display_names import side_title

OFFERED: Final = 25
"""Maximum options of a Discord select. If a rule has more values, the host types a number."""


def options_of(game: str) -> tuple[Option, ...]:
    """Return the options of a game, in the order of its file."""
    return tuple(engine.GAMES[game].options)


def values(option: Option) -> Sequence[Value]:
    """Return every value of an option. Empty if there are too many values for a select."""
    listed_values = option.choices or tuple(range(option.least, option.most + 1))
    return listed_values if len(listed_values) <= OFFERED else ()


def name(game: str, option: Option) -> str:
    """Return the name of an option in words."""
    return say(f"options.{game}.{option.name}.name")


def about(game: str, option: Option) -> str:
    """Return in words what an option changes."""
    return say(f"options.{game}.{option.name}.about")


def value(game: str, option: Option, chosen: Value) -> str:
    """Return a value of an option in words."""
    key = f"options.{game}.{option.name}.value.{chosen}"
    if option.type is bool:
        return say("house.on" if chosen else "house.off")
    return say(key) if has_text(key) else str(chosen)


def standard_value(game: str, option: Option) -> str:
    """Return the standard value of an option, with the sentence of its rule."""
    sentence = say(f"rules.{game}.{option.rule}")
    return say("house.book", value=value(game, option, option.default), rule=sentence)


def option_lines(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """Return a line for each option. A changed option also shows its standard value.

    A shorter length is no changed rule.
    """
    played, is_short = settled(options_of(game), chosen), chosen_rounds(game, chosen) != WHOLE

    def line_key(option: Option) -> str:
        if is_short and option.name == LAST_ROUND:
            return "house.line_length"
        return "house.line" if played[option.name] == option.default else "house.line_own"

    return [
        say(
            line_key(option),
            name=name(game, option),
            value=value(game, option, played[option.name]),
            book=value(game, option, option.default),
        )
        for option in options_of(game)
    ]


def differing_rules(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """Return the options that differ from the standard, each with its explanation.

    A shorter length has a line of its own.
    """
    rounds = chosen_rounds(game, chosen)
    own = non_default_options(game, apart_from_length(game, chosen))
    short = [say("house.length", n=rounds)] if rounds != WHOLE else []
    found = [
        say(
            "house.own_rule",
            name=name(game, option),
            value=value(game, option, own[option.name]),
            book=value(game, option, option.default),
            about=about(game, option),
        )
        for option in options_of(game)
        if option.name in own
    ]
    lines = [*short, *([say("house.own_rules"), *found] if found else [])]
    return [*lines, ""] if lines else []


def apart_from_length(game: str, chosen: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return the house rules without a shorter length, which tables show elsewhere."""
    return chosen if chosen_rounds(game, chosen) == WHOLE else with_length(chosen, WHOLE)


def summary(game: str, chosen: Mapping[str, Value]) -> str:
    """Return the options that differ from the standard, in one sentence, without the length."""
    rules = differing(game, apart_from_length(game, chosen))
    own = [say("lobby.rule", name=name, value=value) for name, value in rules]
    return say("lobby.rules_own", rules=join_words(own)) if own else say("lobby.rules_book")


def plain_summary(game: str, chosen: Mapping[str, Value]) -> str:
    """Return the options that differ from the standard, without markup, for a select."""
    own = [say("presets.rule", name=name, value=value) for name, value in differing(game, chosen)]
    return say("list.comma").join(own)


def differing(game: str, chosen: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Return name and value, in words, of each option that differs from the standard."""
    own = non_default_options(game, chosen)
    return [(name(game, o), value(game, o, own[o.name])) for o in options_of(game) if o.name in own]


def non_default_options(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return only the values that differ from the standard.

    To store house rules, only these are needed.
    """
    played = settled(options_of(game), chosen)
    return {o.name: played[o.name] for o in options_of(game) if played[o.name] != o.default}


def valid_options(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of the stored options that the present version of the game still allows."""
    options = {option.name: option for option in options_of(game)}
    return {
        given: to for given, to in chosen.items() if given in options and options[given].allows(to)
    }


# ---- the decision of a seat, and its deadline


def decision_in_words(state: TableState, seat: int) -> str:
    """Return in words what a seat has to decide."""
    return say(f"clock.needs_{draw_decision_in_words(state, seat)}")


def draw_decision_in_words(state: TableState, seat: int) -> str:
    """Return the kind of a seat's decision.

    For a draw, the kind says what the seat can draw or take.
    """
    kind, view = decision_of(state, seat), state.view(None)
    if kind != "draw":
        return kind
    if view.takes == "pile":
        return drawing(view)
    # In a game with an upcard, the seat may take it free, buy it, or not get it at all.
    table = state.seen(seat)
    if engine.check(table, seat, BUY) is None:
        return "buy"
    return "upcard" if engine.check(table, seat, Take()) is None else "stock"


def decision_of(state: TableState, seat: int) -> str:
    """Return the kind of a seat's pending decision."""
    return next(one.kind for one in engine.pending(state.game.table) if one.seat == seat)


def decision_facts(state: TableState, decision: OpenDecision) -> dict[str, str | int]:
    """Return the facts of an open decision for a text: game, round, decision, deadline and link."""
    return {
        "game": game_name(state),
        "round": state.view(None).round,
        "what": decision_in_words(state, decision.seat),
        "until": deadline_timestamp(decision.deadline) if PACES[state.row.pace].reminds else "",
        "link": link_to_table(state.row),
    }


def deadline_timestamp(deadline: float) -> str:
    """Return a deadline that Discord shows in each reader's time zone."""
    return say("clock.until", at=round(deadline))


def heading(state: TableState, view: View) -> str:
    """Return the game and the round. For a shortened game, add the last round."""
    key = "board.heading_of" if view.is_shortened else "board.heading"
    return say(key, game=game_name(state), round=view.round, last=view.last_round)


def game_name(state: TableState) -> str:
    return engine.GAMES[state.row.game].name


def table_title(state: TableState) -> str:
    """Return a table's name as its hand panel shows it. A private table has a remark."""
    return say(f"typed.table.{state.row.purpose}", game=game_name(state), table=state.row.id)


def scores(state: TableState, view: View) -> str:
    """Return every side's score, and how the score would change if the round ended now."""
    shown = tuple(state.player_name(seat.seat) for seat in view.seats)
    parts = [
        say(
            "board.score" if view.so_far(side) else "board.score_only",
            side=side_title(side, shown),
            score=format_number(side.score),
            change=format_signed(view.so_far(side)),
        )
        for side in view.sides
    ]
    return say("board.scores", scores=say("board.between").join(parts))


def deciding_player(state: TableState, seat: int) -> str:
    """Return the player of a deciding seat: a member's mention, or a computer player's name.

    Not for direct messages: an app shows a mention as a number if it does not know the member.
    """
    player = state.player(seat)
    return f"<@{player.user_id}>" if player.kind == "member" else state.player_name(seat)


# ---- open hands in the replay, and the seal of the shuffle


SIDE_MARKS: Final = ("🟠", "🟦", "▲", "◆", "⬢", "✚", "◯", "◗")
"""The sides' marks by number, as in the pictures."""


def hands_lines(row: TableRow) -> list[str]:
    """Return who will be able to see the hands in the replay. Empty for a closed table."""
    if row.status is TableStatus.LOBBY:
        return [say("lobby.receipt")]
    if row.status is TableStatus.CLOSED:
        return []
    return [say("lobby.hands_open" if row.open_hands else "lobby.hands_closed")]


def asked_line(row: TableRow) -> str:
    """Return which seated members want open hands, and which have not agreed."""
    members = [seat for seat in row.seats if seat.player and seat.player.kind == "member"]
    agreed = [seat.player is not None and seat.player.user_id in row.agreed for seat in members]
    names = [named_player(row, seat.seat) for seat in members]
    willing = [name for name, agrees in zip(names, agreed, strict=True) if agrees]
    silent = [name for name, agrees in zip(names, agreed, strict=True) if not agrees]
    if not willing:
        return ""
    if not silent and row.open_seat_count:
        return say("lobby.hands_so_far", willing=join_words(willing))
    if not silent:
        return say("lobby.hands_agreed")
    return say("lobby.hands_wanted", willing=join_words(willing), silent=join_words(silent))


def seal(row: TableRow) -> str:
    """Return the seal: the first digits of the fingerprint, to compare with a receipt.

    After the start, the seal also has the first digits of the digest of the start.
    """
    digest = digest_of_start(row)
    known = say("lobby.seal", hash=short_digest(row.commitment))
    return say("lobby.seal_start", seal=known, hash=short_digest(digest)) if digest else known


def short_digest(digest: str) -> str:
    """Return the first digits of a fingerprint or digest."""
    return digest[:FEWEST_DIGITS]


def whole_seal(row: TableRow) -> str:
    """Return the full fingerprint, and the full digest of the start."""
    return "\n".join((say("seal.whole", hash=row.commitment), *start_line(row)))


def start_line(row: TableRow) -> list[str]:
    """Return the digest of the start as a line. Empty if there is none."""
    digest = digest_of_start(row)
    return [say("seal.start", hash=digest)] if digest else []
