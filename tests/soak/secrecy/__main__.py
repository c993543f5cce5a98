"""Secrecy as a property, at length: python -m tests.soak.secrecy --steps 20000

Two simulators of the real bot that differ in cards which watched seats may not know; the same is
done in both, and all that these seats and everybody are sent has to be the same. See
`tests/soak/secrecy`. A breach is told at once, with the steps that led to it and the seed that
finds it again; the status is then not 0. With `--shrink` the fewest steps are looked for, which
takes minutes without a word.
"""

from tests.soak.secrecy.machine import Secrecy
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Secrecy, __doc__, Secrecy.told)
