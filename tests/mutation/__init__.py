"""Mutation tests: small wrong changes of `engine` and `data`, each tried with the nearest tests.

    python -m tests.mutation [--per-file 3] [--seed 1] [place …]   a sample
    python -m tests.mutation --named                               those that must die

mutmut makes the changes. Each is tried in a separate forked process, which imports the changed
source instead of the file, so no file is written. A change that no test notices is checked with
mypy, because `./test` runs mypy too. Ends with status 1 when more than a tenth of a sample
survives, or any that is named.
"""
