"""Sessions of databases, as the engine of incog uses them: one statement after the other."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Session", "session_of"]


class Connection(Protocol):
    """What the engine needs of a connection."""

    def run(self, statement: str) -> None: ...
    def query(self, statement: str) -> Any: ...


@dataclass(frozen=True)
class Session:
    """Which database, where it is, and how it is reached."""

    engine: str
    uri: str | None
    given: Any = None
    driver: str | None = None

    def reader(self) -> Connection:
        """A session to read a table, also where the engine makes its connection by a driver."""
        connection = self.connection()
        if connection is not None:
            return connection
        try:
            from adbc_driver_postgresql import dbapi
        except ImportError:
            raise ImportError("to read the table, pip install adbc-driver-postgresql, or use a connection of your own") from None
        return _Adbc(dbapi.connect(self.uri))

    def connection(self) -> Connection | None:
        """A new session of the given connection; ``None`` where a driver makes the connection."""
        if self.given is None:
            return None
        return _DuckDB(self.given.cursor()) if hasattr(self.given, "register") else _Adbc(self.given.adbc_clone())


def session_of(connection: Any, uri: str | None, driver: str | os.PathLike[str] | None) -> Session:
    """How a database is reached by what a caller gives."""
    if isinstance(connection, str):
        if connection == "postgresql":
            return Session("postgresql", uri, driver=_driver(driver))
        raise ValueError(f'connection is {connection!r}; expected "postgresql", or a connection of DuckDB or ADBC')
    if uri is not None or driver is not None:
        raise TypeError('uri and driver are only for "postgresql"; a connection knows its database')
    if type(connection).__name__ == "DuckDBPyConnection":
        return Session("duckdb", _file_of(connection), given=connection)
    if hasattr(connection, "adbc_clone"):
        vendor = str(connection.adbc_get_info().get("vendor_name", "")).lower()
        if vendor == "postgresql":
            return Session("postgresql", None, given=connection)
        raise TypeError(f"this is an ADBC connection to {vendor or 'an unknown database'}; expected one to PostgreSQL")
    raise TypeError(f'{type(connection).__name__} is no connection that incog can use; expected one of DuckDB or ADBC, or "postgresql"')


def _driver(named: str | os.PathLike[str] | None) -> str:
    """The shared library of the driver for PostgreSQL."""
    if found := named or os.environ.get("INCOG_ADBC_DRIVER"):
        return os.fspath(found)
    try:
        import adbc_driver_postgresql
    except ImportError:
        raise ImportError("there is no ADBC driver for PostgreSQL; pip install adbc-driver-postgresql, or name one with driver") from None
    return str(adbc_driver_postgresql._driver_path())


def _file_of(connection: Any) -> str:
    """The file of the database that a connection of DuckDB uses; one in memory is called so."""
    row = connection.cursor().execute("SELECT path FROM duckdb_databases() WHERE database_name = current_database()").fetchone()
    return (row[0] if row else None) or "memory"


class StatementError(Exception):
    """What a database refuses, as a code alone: its text may quote values."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


# What DuckDB says in the class of an exception, as SQLSTATE.
_CODES = {
    "BinderException": "42703",
    "ConstraintException": "23000",
    "ConversionException": "22000",
    "InvalidInputException": "22000",
    "IOException": "58000",
    "NotImplementedException": "0A000",
    "OutOfMemoryException": "53000",
    "OutOfRangeException": "22003",
    "ParserException": "42601",
    "PermissionException": "42501",
    "SyntaxException": "42601",
    "TransactionException": "25000",
}


class _DuckDB:
    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def run(self, statement: str) -> None:
        try:
            self._cursor.execute(statement)
        except Exception as error:
            raise StatementError(_code(error)) from None

    def query(self, statement: str) -> Any:
        try:
            # As a relation: the result of execute() is copied once more on its way to Arrow.
            return self._cursor.sql(statement).to_arrow_table()
        except Exception as error:
            raise StatementError(_code(error)) from None


def _code(error: Exception) -> str:
    if type(error).__name__ == "CatalogException":
        return "42P07" if "already exists" in str(error) else "42P01"
    return _CODES.get(type(error).__name__, "XX000")


class _Adbc:
    def __init__(self, connection: Any) -> None:
        # Statements of incog begin and end its transaction.
        connection.adbc_connection.set_autocommit(True)
        self._connection = connection

    def run(self, statement: str) -> None:
        self._execute(statement, fetches=False)

    def query(self, statement: str) -> Any:
        return self._execute(statement, fetches=True)

    def _execute(self, statement: str, *, fetches: bool) -> Any:
        with self._connection.cursor() as cursor:
            try:
                cursor.execute(statement)
                return cursor.fetch_arrow_table() if fetches else None
            except Exception as error:
                raise StatementError(str(getattr(error, "sqlstate", None) or "XX000")) from None
