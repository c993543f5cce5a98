"""Authority as a property, at length: python -m tests.soak.authority --steps 20000

Members, moderators, a second account and a stranger press, forge, type and wait at tables of the
real bot; nobody may ever be shown a hand that is not theirs. See `tests/soak/authority/machine.py`.
A breach is told at once, with the steps that led to it and the seed that finds it again; the status
is then not 0. With `--shrink` the fewest steps are looked for, which takes minutes without a word.
"""

from tests.soak.authority.machine import Authority
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Authority, __doc__, Authority.told)
