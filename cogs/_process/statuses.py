"""The exit statuses of the process, after sysexits.h: `os` has them on Unix alone.

`bot` says what each means to whoever runs it.
"""

from typing import Final

OK: Final = 0
ILL: Final = 1
USAGE: Final = 64
UNAVAILABLE: Final = 69
SOFTWARE: Final = 70
CANNOT_MAKE: Final = 73
NO_DATABASE: Final = 74
NOT_NOW: Final = 75
NOT_LET_IN: Final = 77
SETTINGS: Final = 78
