"""A test of secrecy with two simulators that differ only in hidden cards.

Two simulators of the real bot have the same ids, clock and entropy. Some seats are watched by a
cheater. Everything that these seats may not know (other hands, feet, the order of the stock) is
dealt differently in the second simulator, with the same numbers of cards. Then the same actions are
done in both. Everything sent to the watched seats, to spectators and to everybody must be equal,
byte by byte and call by call. The bot's database calls must be equal too.

    twins     the other deal: it moves only cards that the next action does not reveal
    worlds    one simulator, with a record of everything that it sends and queries
    machine   the state machine that does the same actions in both and compares
"""
