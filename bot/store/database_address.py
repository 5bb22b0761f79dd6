"""The address of a PostgreSQL database, and whether this installation can use one. Knows no driver."""

from importlib.util import find_spec
from urllib.parse import urlsplit

from bot.store.migrations import StoreFault

DRIVER = "asyncpg"


def plain(address: str) -> str:
    """The address for people to read: without the name of the user, the password and all that follows the database."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def check_driver(address: str) -> None:
    """Return if there is what it takes to use that database. Raises StoreFault("store.no_driver")."""
    if find_spec(DRIVER) is None:
        raise StoreFault("store.no_driver", plain(address))
