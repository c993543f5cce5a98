from tests.data.leases.conftest import joined, leased

__all__ = ["joined", "leased"]
