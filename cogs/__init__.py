"""Discord glue: what members press and type, and what they see of it.

A module without an underscore is a door: commands, controls and `setup`, loaded by the bot as an
extension. Doors do not import each other; what they share stands behind them in underscore
modules.

    play      /play and the lobby's controls          panel    the controls of a private hand
    lobby     the host's page of seats                house    the page of house rules
    moderation   running a table: pause, end, replace a seat
    settings  /settings of a server: its language
    table     the table's public controls, /hand      ladder   /leaderboard
    help      /help and /rules                        errors   the one error handler
    move      /move: the same moves, typed            build    the panel's Build page
    plan      the panel's page for planning ahead
    tables    /tables and Nudge                       absence  pauses, I'm back, substitutes
    preferences  /preferences: zone, quiet hours      world    places and servers that come and go

Behind them, from the press to the screen:

    _controls, _tree, _gate, _refusals    how a press finds its way, and what may go wrong with it
    _parlour                       the services that all doors of one bot share
    _lobby, _lapse, _places, _threads    who sits where, how long, where a table may stand
    _rights, _agreement            what the bot asks of a server; hands in the replay, if all agree
    _house_rules, _presets         options in words, and the sets a server keeps
    _languages                     who is spoken to in which language
    _tables, _course               load, fold, decide, append; the log as a game, undo included
    _computers, _mind              computer players move like everybody else, and how they think
    _known                         the table as one seat knows it: what all of this is made from
    _choices, _groups, _way_out    what a seat may do now, what could be laid, how to go out
    _staging, _standing, _proposals    what it has put aside, answered once for all, been advised
    _looks                         how a member wants to see their hand
    _plan, _planner                what a seat wants done when its turn comes, and doing it
    _clock, _paces, _waiting       the one clock, and what every open decision has: owner and end
    _absence, _seats, _pauses      who does not answer, who plays for them, when time stands still
    _pings, _hours, _nudges        who is told what, once, and not at night
    _world, _limits, _storms, _pulse    places that go, too many games, too many presses, odd clocks
    _repaint, _painter, _panels    what is shown follows the log, in public and in private
    _*_card, _*_page, _parts       messages, made of views and rows alone
    _replay                        a finished game as moments, and its films
    _story, _events, _labels       the same in words; _names makes people's names harmless

Two rules hold everywhere. A move is on disk before anybody hears of it: only `Tables.act` moves.
Nobody receives what their seat may not know: cards and stories are made from `Live.view(seat)` and
projected events, and a control carries numbers only, never a card. All hands are shown of finished
games only, and only where the table agreed at its start: `Replay.hands`.

Start reading at `_tables` (a move) and `_painter` (what people see of it).
"""
