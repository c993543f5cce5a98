"""A real PostgreSQL for the tests, that needs no root and leaves nothing.

`server` is one server, for whoever wants one of their own; `shared` is the one that all tests of a
run share, with its fixtures; `supervisor` is the process that ends that one when the run is over.
"""
