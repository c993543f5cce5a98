"""A PostgreSQL with the tables of leases, for identify limits that clusters share."""

from tests.data.leases.conftest import joined, leased

__all__ = ["joined", "leased"]
