"""The Discord bot: what members press and type, and what they see of it.

The packages, the lowest layer first. Each imports only those above it in this list; features do not
import each other. pyproject.toml has these contracts.

    core           the process and what every layer asks of the bot: settings, clock, ownership
    delivery       getting a message to Discord: one request, retries, the outbox, repaints
    gateway        the connection to Discord: login, shards, identify, the cache of guilds
    ui             actions, component handlers, replies, locales, texts
    lessons        lessons as data, and how a step is judged
    game           a game in play: state, move log, load, act and commit, deadlines, permissions
    narration      events, moves and tables in words
    reminders      telling members that a table waits for them
    channels       where a table's message is: threads, moved tables, missing channels
    table          the message that everybody sees
    hand           the private hand panel, plans, auto-answers
    features       absence, computers, history, learning, lobby, members, moderation, my_tables,
                   ops, votes
    wiring         constructs all services and lists all extensions
    error_handler  answers an interaction whose handler has raised an exception
    clusters       optional: several processes on PostgreSQL

Two rules hold everywhere. A move is on disk before anybody hears of it: only `TableSessions.act`
makes moves. And nobody receives what their seat may not know: layouts and narration are made from
`TableState.view(seat)` and projected events, and a custom id contains numbers only, never a card.

Start to read at `ui.router` (an interaction), `game.sessions` (a move) and `table.painter` (what
members see).
"""
