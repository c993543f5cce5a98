"""Consent as a property, at length: python -m tests.soak.consent --steps 20000

Members who play, their second accounts and a stranger try to take seats, to end games, to hide the
channel and to change terms, over the real services. See `tests/soak/consent/machine.py`. A breach
is told at once, with the steps that led to it and the seed that finds it again; the status is then
not 0. With `--shrink` the fewest steps are looked for.
"""

from tests.soak.consent.machine import Consent
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Consent, __doc__, Consent.told)
