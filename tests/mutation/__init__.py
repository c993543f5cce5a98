"""Mutation tests: small wrong changes of `engine` and `data`, each tried with the nearest tests.

    python -m tests.mutation [--per-file 3] [--seed 1] [place …]   a sample
    python -m tests.mutation --named                               those that must die

mutmut makes the changes; they are tried in a process of their own each, forked from one that has
the libraries already, which imports the changed source instead of the file: nothing is written.
What no test notices is shown to mypy, as `./test` would. Ends with status 1 when more than a tenth
of a sample survives, or any that is named.
"""
