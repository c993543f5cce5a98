"""Tests of refused connections: which errors may pass, and what the operator reads."""

import psycopg
import pytest

from data.core.location import DatabaseUrl
from data.database import Database
from data.errors import DatabaseUnreachable, DatabaseUnusable
from data.postgres.connection import connection_error
from tests.support.postgres.server import PASSWORD, execute


@pytest.mark.parametrize(
    "wrong,error",
    [
        (("127.0.0.1", "127.0.0.2"), DatabaseUnreachable),
        (("postgres:", "guest:"), DatabaseUnusable),
        (("/test", "/no"), DatabaseUnusable),
    ],
)
async def test_what_cannot_be_reached_is_said_without_the_password(
    address: str, wrong: tuple[str, str], error: type[Exception]
) -> None:
    place = DatabaseUrl(address.replace(*wrong))
    with pytest.raises(error) as caught:
        await Database.open(place)
    assert type(caught.value) is error
    for part in ("word%40", PASSWORD, "word@"):
        assert part not in f"{caught.value}{place!r}{place}"
    assert "127.0.0." in str(caught.value)


@pytest.mark.parametrize(
    "said, error",
    [
        ("FATAL:  das Datenbanksystem startet gerade", DatabaseUnreachable),
        ("FATAL:  the database system is starting up", DatabaseUnreachable),
        ("FATAL:  sorry, too many clients already", DatabaseUnreachable),
        ('FATAL:  database "cards" does not exist', DatabaseUnusable),
        ("FATAL:  no pg_hba.conf entry for host", DatabaseUnusable),
        # A server that answers in German.
        ("FATAL:  tut mir leid, schon zu viele Verbindungen", DatabaseUnreachable),
        ("FATAL:  zu viele Verbindungen für Datenbank »cards«", DatabaseUnreachable),
        ("FATAL:  Passwort-Authentifizierung für Benutzer »a« fehlgeschlagen", DatabaseUnusable),
        ("FATAL:  Datenbank »cards« existiert nicht", DatabaseUnusable),
        ("FATAL:  Rolle »a« existiert nicht", DatabaseUnusable),
        ("FATAL:  Rolle »a« hat keine Berechtigung zum Einloggen", DatabaseUnusable),
        ("FATAL:  keine Berechtigung für Datenbank »cards«", DatabaseUnusable),
        # PgBouncer, and other proxies in front of a server.
        ("FATAL:  no more connections allowed (max_client_conn)", DatabaseUnreachable),
        ("FATAL:  server login has been failing, try again later", DatabaseUnreachable),
        ("FATAL:  unsupported startup parameter: options", DatabaseUnusable),
        ("FATAL:  no such database: cards", DatabaseUnusable),
        ("FATAL:  no such user: a", DatabaseUnusable),
        ("FATAL:  SSL required", DatabaseUnusable),
        (
            "FATAL:  SSL connection is required. Please specify SSL options and retry.",
            DatabaseUnusable,
        ),
        ("server does not support SSL, but SSL was required", DatabaseUnusable),
    ],
)
def test_a_refusal_that_is_not_known_to_last_may_pass(
    said: str, error: type[DatabaseUnusable]
) -> None:
    found = connection_error(
        DatabaseUrl("postgresql://a:f@host/cards"), psycopg.OperationalError(said)
    )
    assert type(found) is error


async def test_a_server_that_answers_with_a_refusal_that_may_pass_is_not_said_to_be_away(
    place: DatabaseUrl,
) -> None:
    whole = place.whole.rpartition("/")
    execute(f"{whole[0]}/postgres", f"ALTER DATABASE {whole[2]} ALLOW_CONNECTIONS false")
    with pytest.raises(
        DatabaseUnreachable, match=r"refuses us with: .* is not currently acc"
    ) as caught:
        await Database.open(place)
    assert "If that stays, look at TUPPENCE_DATABASE" in str(caught.value)
    assert "running" not in str(caught.value)
