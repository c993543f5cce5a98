"""A real PostgreSQL for the tests, which needs no root and leaves no files.

`server` is one server, for a test that needs its own. `shared` is the server that all tests of a
run share, with its fixtures. `supervisor` is the process that stops the shared server after the
run.
"""
