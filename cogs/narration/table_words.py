"""House rules in words: every option of a game, what the book says, what this table plays.

An option is a fact of the engine (`engine.model.option.Option`); its words stand in the catalogue
under `options.<game>.<option>`, so that a game with a new option needs no change here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import engine
from cogs.game.shuffle_seal import digest_of_start
from cogs.game.state import TableState
from cogs.narration.labels import drawing
from cogs.ui.texts import escaped_name, has_text, join_words, say
from data.models.tables import TableRow, TableStatus
from engine.model.moves import BUY, Take
from engine.model.option import Option, Value, settled
from engine.model.view import View
from render.text.catalogue import format_number, format_signed
from render.text.display_names import side_title

OFFERED: Final = 25
"""Values that fit a select; where there are more, a number is typed."""


def options_of(game: str) -> tuple[Option, ...]:
    """The options of a game, in the order of its own file."""
    return tuple(engine.GAMES[game].options)


def values(option: Option) -> Sequence[Value]:
    """Every value a table may choose, or none when there are too many to list."""
    listed_values = option.choices or tuple(range(option.least, option.most + 1))
    return listed_values if len(listed_values) <= OFFERED else ()


def name(game: str, option: Option) -> str:
    """What an option is called."""
    return say(f"options.{game}.{option.name}.name")


def about(game: str, option: Option) -> str:
    """What it changes."""
    return say(f"options.{game}.{option.name}.about")


def value(game: str, option: Option, chosen: Value) -> str:
    """A value in words."""
    key = f"options.{game}.{option.name}.value.{chosen}"
    if option.type is bool:
        return say("house.on" if chosen else "house.off")
    return say(key) if has_text(key) else str(chosen)


def standard_value(game: str, option: Option) -> str:
    """What the book says, with the sentence of its rule."""
    sentence = say(f"rules.{game}.{option.rule}")
    return say("house.book", value=value(game, option, option.default), rule=sentence)


def option_lines(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """One line for each option; what differs from the book says what the book says."""
    played = settled(options_of(game), chosen)
    return [
        say(
            "house.line" if played[option.name] == option.default else "house.line_own",
            name=name(game, option),
            value=value(game, option, played[option.name]),
            book=value(game, option, option.default),
        )
        for option in options_of(game)
    ]


def differing_rules(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """What differs from the book, each with what it is about; nothing where all is by the book."""
    own = non_default_options(game, chosen)
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
    return [say("house.own_rules"), *found, ""] if found else []


def summary(game: str, chosen: Mapping[str, Value]) -> str:
    """The house rules that differ from the book, in one sentence."""
    own = [say("lobby.rule", name=name, value=value) for name, value in differing(game, chosen)]
    return say("lobby.rules_own", rules=join_words(own)) if own else say("lobby.rules_book")


def plain_summary(game: str, chosen: Mapping[str, Value]) -> str:
    """The same for a select, where nothing is markup."""
    own = [say("presets.rule", name=name, value=value) for name, value in differing(game, chosen)]
    return say("list.comma").join(own)


def differing(game: str, chosen: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Name and value, in words, of every option that differs from the book."""
    own = non_default_options(game, chosen)
    return [(name(game, o), value(game, o, own[o.name])) for o in options_of(game) if o.name in own]


def non_default_options(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Only what differs from the book: the shortest way to say the same rules."""
    played = settled(options_of(game), chosen)
    return {o.name: played[o.name] for o in options_of(game) if played[o.name] != o.default}


def valid_options(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """What is left of kept rules when a newer version of the game has other options."""
    options = {option.name: option for option in options_of(game)}
    return {
        given: to for given, to in chosen.items() if given in options and options[given].allows(to)
    }


# ---- What a member is called for, and until when, in words


def decision_in_words(state: TableState, seat: int) -> str:
    """What a seat has to decide, in words."""
    return say(f"clock.needs_{draw_decision_in_words(state, seat)}")


def draw_decision_in_words(state: TableState, seat: int) -> str:
    """What a seat has to decide; of a draw, what there is to be had, and how."""
    kind, view = decision_of(state, seat), state.view(None)
    if kind != "draw":
        return kind
    if view.takes == "pile":
        return drawing(view)
    table = state.seen(seat)
    if engine.check(table, seat, BUY) is None:
        return "buy"
    return "upcard" if engine.check(table, seat, Take()) is None else "stock"


def decision_of(state: TableState, seat: int) -> str:
    """The kind of what is open to a seat."""
    return next(one.kind for one in engine.pending(state.game.table) if one.seat == seat)


def deadline_timestamp(deadline: float) -> str:
    """A moment as Discord shows it, in everybody's own time zone."""
    return say("clock.until", at=round(deadline))


def heading(state: TableState, view: View) -> str:
    """The game and the round."""
    return say("board.heading", game=game_name(state), round=view.round)


def game_name(state: TableState) -> str:
    """What the game is called."""
    return engine.GAMES[state.row.game].name


def scores(state: TableState, view: View) -> str:
    """Every side's score, and what this round would bring it now."""
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
    """A seat that has to decide: a member by mention, a computer player by name."""
    player = state.player(seat)
    return f"<@{player.user_id}>" if player.kind == "member" else state.player_name(seat)


# ---- Hands in the replay, in words: who wants them, and what the table agreed on


SIDE_MARKS: Final = ("🟠", "🟦", "▲", "◆", "⬢", "✚", "◯", "◗")
"""The marks of the sides as the pictures draw them, by number."""


def hands_lines(row: TableRow) -> list[str]:
    """Who will be able to know the hands: in a lobby in general, later what holds.

    Nothing for a closed one.
    """
    if row.status is TableStatus.LOBBY:
        return [say("lobby.receipt")]
    if row.status is TableStatus.CLOSED:
        return []
    return [say("lobby.hands_open" if row.open_hands else "lobby.hands_closed")]


def asked_line(row: TableRow) -> str:
    """Who of those who sit wants hands in the replay, and who has not said so."""
    people = [seat.player for seat in row.seats if seat.player and seat.player.kind == "member"]
    willing = [escaped_name(one.name) for one in people if one.user_id in row.agreed]
    silent = [escaped_name(one.name) for one in people if one.user_id not in row.agreed]
    if not willing:
        return ""
    if not silent:
        return say("lobby.hands_agreed")
    return say("lobby.hands_wanted", willing=join_words(willing), silent=join_words(silent))


def seal(row: TableRow) -> str:
    """The promise that nobody can choose the deck: the whole fingerprint, to be noted down.

    Once the game has begun, also the digest of all that was settled then.
    """
    digest = digest_of_start(row)
    known = say("lobby.seal", hash=row.commitment)
    return say("lobby.seal_start", seal=known, hash=digest) if digest else known


def whole_seal(row: TableRow) -> str:
    """The same, in fewer words."""
    return "\n".join((say("seal.whole", hash=row.commitment), *start_line(row)))


def start_line(row: TableRow) -> list[str]:
    """The digest of the start, where there is one."""
    digest = digest_of_start(row)
    return [say("seal.start", hash=digest)] if digest else []
