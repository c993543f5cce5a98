"""The Discord bot: the commands and components that members use, and the messages they see.

The packages, the lowest layer first. Each package imports only packages above it in this list.
Features do not import each other. pyproject.toml enforces this.

core           settings, log, clock, ownership and metrics, which every other package uses
delivery       sends to Discord: one request, retries, the outbox, repaints
gateway        the connection to Discord: login, shards, identify, the cache of guilds
ui             actions, component handlers, replies, locales, texts
lessons        lessons as data, and the judgement of a step
game           a game in play: state, move log, load, act and commit, deadlines, permissions
narration      events, moves and tables in words
reminders      notifies members that a table waits for them
channels       the channel of a table's messages: threads, moved tables, missing channels
table          the message that everybody sees
hand           the private hand panel, plans, auto-answers
features       absence, computers, history, learning, lobby, members, moderation, my_tables,
               ops, votes
wiring         constructs all services and lists all extensions
error_handler  answers an interaction whose handler has raised an exception
clusters       optional: several processes on PostgreSQL

Two rules hold everywhere. First, a move is on disk before anybody sees it: only `TableSessions.act`
makes moves. Second, nobody receives what their seat may not know. Layouts and narration use only
`TableState.view(seat)` and projected events. A custom id contains numbers only, never a card.

Start reading at `ui.router` (an interaction), `game.sessions` (a move) and `table.publisher` (the
table's messages).
"""
