"""The schema: release 0.1.0 as the baseline, and every migration after it.

Never edit a released migration. Add another one at the end of `MIGRATIONS`. `data.sqlite.migrate`
runs them on SQLite, `data.postgres.migrate` on PostgreSQL.
"""

from collections.abc import Callable, Sequence
from typing import Final

from data.core.connection import Connection
from data.errors import SchemaTooNew, SchemaTooOld
from data.migrations import (
    v22_release_0_1_0,
    v23_leases,
    v24_history_index,
    v25_foreign_key_indexes,
    v26_findings,
    v27_anywhere,
    v28_clock_indexes,
)

Migration = Callable[[Connection], None]
"""Changes the schema, in a transaction that its caller begins and ends."""

BASELINE: Final = 22
"""The version that the first of all migrations creates in an empty database: release 0.1.0."""
MIGRATIONS: Final[tuple[Migration, ...]] = (
    v22_release_0_1_0.make,
    v23_leases.make,
    v24_history_index.make,
    v25_foreign_key_indexes.make,
    v26_findings.make,
    v27_anywhere.make,
    v28_clock_indexes.make,
)


def newest(migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Return the schema version after all these migrations."""
    return BASELINE - 1 + len(migrations)


NEWEST: Final = newest()
"""The schema version that this program reads and writes."""


def missing(found: int, migrations: Sequence[Migration] = MIGRATIONS) -> Sequence[Migration]:
    """Return the migrations that a database of version `found` lacks.

    Version 0 is an empty database.
    """
    return migrations[found - BASELINE + 1 :] if found else migrations


def check_version(found: int, name: object, known: int = NEWEST) -> None:
    """Raise `SchemaTooNew` or `SchemaTooOld` unless version `found` can be migrated to `known`.

    An empty database, version 0, can be migrated.
    """
    if found > known:
        raise SchemaTooNew(
            f"{name} has schema version {found}, this program knows {known}. "
            "Run the newer program, or restore a backup from before it."
        )
    check_not_too_old(found, name)


def check_not_too_old(found: int, name: object) -> None:
    """Raise `SchemaTooOld` for a version from before 0.1.0."""
    if 0 < found < BASELINE:
        raise SchemaTooOld(
            f"{name} was last used by a version before 0.1.0. Start 0.1.0 on it once, then this "
            "version; or remove it, if it is a copy that you no longer need. Nothing was changed."
        )
