"""A long run of the secrecy machine: python -m tests.soak.secrecy --steps 20000

Two simulators of the real bot differ in cards that watched seats may not know. The same actions are
done in both, and everything that these seats and everybody are sent must be equal. See
`tests/soak/secrecy`. A violation is printed at once, with its steps and the seed that repeats it;
the exit status is then not 0. With `--shrink` the command searches for the fewest steps, which
takes minutes without output.
"""

from tests.soak.secrecy.machine import Secrecy
from tests.soak.state_machines import machines

if __name__ == "__main__":
    machines(Secrecy, __doc__, Secrecy.told)
