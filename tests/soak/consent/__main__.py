"""A long run of the consent machine: python -m tests.soak.consent --steps 20000

Members who play, their second accounts and a stranger try to take seats, to end games, to hide the
channel and to change terms, through the real services. See `tests/soak/consent/machine.py`. A
violation is printed at once, with its steps and the seed that repeats it; the exit status is then
not 0. With `--shrink` the command searches for the fewest steps.
"""

from tests.soak.consent.machine import Consent
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Consent, __doc__, Consent.told)
