"""A test of secrecy with two simulators that differ only in hidden cards.

Two simulators of the real bot with the same ids, clock and entropy. Some seats are watched by
whoever cheats; what these seats may not know (other hands, feet, the order of the stock) is dealt
another way in the second simulator, card for card as many. Then the same is done in both: whatever
the watched seats, all who do not play, and everybody together are sent has to be the same, byte by
byte, call by call, and so has what the bot asks of its store.

    twins     the other deal: only cards that the deed to come shows to nobody watched are moved
    worlds    one simulator, with all that it sends and asks written down, and to whom it was sent
    machine   the property: whatever is pressed, the two simulators cannot be told apart
"""
