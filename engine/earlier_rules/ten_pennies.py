"""Ten Pennies and its online rules: answers of earlier versions."""

from engine.games.ten_pennies import TenPennies
from engine.games.ten_pennies_online import TenPenniesOnline


class TenPennies1(TenPennies):
    """Version 1: the table cannot set a last round; it is always the seventh."""

    version = 1
    options = TenPennies.options[:-1]


class TenPenniesOnline1(TenPenniesOnline):
    """Version 1 of the online rules: the last round is always the seventh, too."""

    version = 1
    options = TenPenniesOnline.options[:-1]
