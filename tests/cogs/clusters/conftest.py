from tests.data.leases.conftest import leased

__all__ = ["leased"]
