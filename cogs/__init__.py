"""Discord glue: what members press and type, and what they see of it.

A module without an underscore is a door: commands, controls and `setup`, loaded by the bot as an
extension. Doors do not import each other; what they share stands in the rooms behind them.

    play      /play and the lobby's controls          panel    the controls of a private hand
    lobby     the host's page of seats                house    the page of house rules
    moderation   running a table: pause, end, ask      votes     yes and no to what is asked
    settings  /settings of a server: its language
    table     the table's public controls, /hand      ladder   /leaderboard
    help      /help and /rules                        errors   the one error handler
    move      /move: the same moves, typed            build    the panel's Build page
    plan      the panel's page for planning ahead
    tables    /tables and Nudge                       absence  pauses, I'm back, substitutes
    preferences  /preferences: zone, quiet hours      world    places and servers that come and go

Each room says in its `__init__` what stands in it; tests/test_imports.py holds who may see what.
What a seat may do is worked out in `engine.advice`, on a table made from its view.

Two rules hold everywhere. A move is on disk before anybody hears of it: only `Tables.act` moves.
Nobody receives what their seat may not know: screens and stories are made from `Live.view(seat)`
and projected events, and a control carries numbers only, never a card. All hands are shown of
finished games only, and only where the table agreed at its start: `Replay.hands`. Start reading at
`_press.presses` (a press), `_game.tables` (a move) and `_work.painter` (what people see of it).
"""
