"""Whom a server does not let in, whether that may pass, and what is said of it."""

import psycopg
import pytest

from data.file.errors import Unreachable, Unusable
from data.postgres.link import refused
from data.sql.address import ServerAddress
from data.store import Store
from tests.support.postgres.server import PASSWORD, execute


@pytest.mark.parametrize(
    "wrong,error",
    [
        (("127.0.0.1", "127.0.0.2"), Unreachable),
        (("postgres:", "guest:"), Unusable),
        (("/test", "/no"), Unusable),
    ],
)
async def test_what_cannot_be_reached_is_said_without_the_password(
    address: str, wrong: tuple[str, str], error: type[Exception]
) -> None:
    place = ServerAddress(address.replace(*wrong))
    with pytest.raises(error) as caught:
        await Store.open(place)
    assert type(caught.value) is error
    for part in ("word%40", PASSWORD, "word@"):
        assert part not in f"{caught.value}{place!r}{place}"
    assert "127.0.0." in str(caught.value)


@pytest.mark.parametrize(
    "said, error",
    [
        ("FATAL:  das Datenbanksystem startet gerade", Unreachable),
        ("FATAL:  the database system is starting up", Unreachable),
        ("FATAL:  sorry, too many clients already", Unreachable),
        ('FATAL:  database "cards" does not exist', Unusable),
        ("FATAL:  no pg_hba.conf entry for host", Unusable),
        # a server that speaks German
        ("FATAL:  tut mir leid, schon zu viele Verbindungen", Unreachable),
        ("FATAL:  zu viele Verbindungen für Datenbank »cards«", Unreachable),
        ("FATAL:  Passwort-Authentifizierung für Benutzer »a« fehlgeschlagen", Unusable),
        ("FATAL:  Datenbank »cards« existiert nicht", Unusable),
        ("FATAL:  Rolle »a« existiert nicht", Unusable),
        ("FATAL:  Rolle »a« hat keine Berechtigung zum Einloggen", Unusable),
        ("FATAL:  keine Berechtigung für Datenbank »cards«", Unusable),
        # PgBouncer, and who else stands before a server
        ("FATAL:  no more connections allowed (max_client_conn)", Unreachable),
        ("FATAL:  server login has been failing, try again later", Unreachable),
        ("FATAL:  unsupported startup parameter: options", Unusable),
        ("FATAL:  no such database: cards", Unusable),
        ("FATAL:  no such user: a", Unusable),
        ("FATAL:  SSL required", Unusable),
        ("FATAL:  SSL connection is required. Please specify SSL options and retry.", Unusable),
        ("server does not support SSL, but SSL was required", Unusable),
    ],
)
def test_a_refusal_that_is_not_known_to_last_may_pass(said: str, error: type[Unusable]) -> None:
    found = refused(ServerAddress("postgresql://a:f@host/cards"), psycopg.OperationalError(said))
    assert type(found) is error


async def test_a_server_that_answers_with_a_refusal_that_may_pass_is_not_said_to_be_away(
    place: ServerAddress,
) -> None:
    whole = place.whole.rpartition("/")
    execute(f"{whole[0]}/postgres", f"ALTER DATABASE {whole[2]} ALLOW_CONNECTIONS false")
    with pytest.raises(Unreachable, match=r"refuses us with: .* is not currently acc") as caught:
        await Store.open(place)
    assert "If that stays, look at TUPPENCE_DATABASE" in str(caught.value)
    assert "running" not in str(caught.value)
