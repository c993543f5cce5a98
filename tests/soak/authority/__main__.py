"""A long run of the authority machine: python -m tests.soak.authority --steps 20000

Members, moderators, a second account and a stranger press, forge, type and wait at tables of the
real bot. Nobody may ever see a hand that is not theirs. See `tests/soak/authority/machine.py`. A
violation is printed at once, with its steps and the seed that repeats it; the exit status is then
not 0. With `--shrink` the command searches for the fewest steps, which takes minutes without
output.
"""

from tests.soak.authority.machine import Authority
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Authority, __doc__, Authority.told)
