"""Discord glue: what members press and type, and what they see of it.

A module without an underscore is an extension: commands, component handlers and, where there is a
cog, its `setup`. `wiring` lists the extensions and constructs the services that they ask for.

    play         /play and the lobby's controls       lobby     the host's page of seats
    house        the page of house rules              table     a table's public controls
    panel        the controls of a private hand       build     the panel's Build page
    plan         the panel's page for planning ahead  move      /hand, /table, /move
    moderation   running a table: pause, end, ask     votes     yes and no to what is asked
    absence      pauses, I'm back, substitutes        tables    /tables
    stats        /leaderboard, /stats, /history, /records
    replay       /replay, its films, the receipt      help      /help and /rules
    preferences  /preferences: zone, quiet hours      settings  /settings: a server's language
    privacy      /privacy: shown, kept, forgotten     world     places that come and go
    upkeep       backups, and what is let go of

A button is shown by a page or a screen (`_panel/*_page.py`, `_screens`, `_lobby`). An extension
answers it, and what all presses share stands in `_press`. `_screens` makes the messages of a table,
`_messages` sends them and keeps them in step with it.

Each room says in its `__init__` what stands in it; pyproject.toml says which may import which.
What a seat may do is worked out in `engine.advice`, on a table made from its view.

Two rules hold everywhere. A move is on disk before anybody hears of it: only `Tables.act` moves.
Nobody receives what their seat may not know: screens and stories are made from `Live.view(seat)`
and projected events, and a custom id has numbers only, never a card. All hands are shown of
finished games only, and only where the table agreed at its start: `Replay.hands`. Start reading at
`_kit.router` (an interaction), `_game.tables` (a move), `_messages.painter` (what people see).
"""
