"""The operator's settings, read from the environment and `.env`. Knows nothing of what they are used for."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from bot.store.shard_range import ShardRange

DEFAULT_DATABASE = "var/tessera.sqlite3"
DEFAULT_STATE_FOLDER = "var"  # folder of a process's other files if the database is on a server
POSTGRES_SCHEME = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)
_HOST = r"(?:[\w.%-]+|\[[0-9A-Fa-f:.%]+\])(?::\d{1,5})?"
_TEXT = r"[^\s/?#@:\[\]]"  # of a user, database or password; other characters are percent-encoded, such as %2F
SERVER_ADDRESS = re.compile(
    rf"{POSTGRES_SCHEME.pattern}(?:{_TEXT}*(?::{_TEXT}*)?@)?(?:{_HOST}(?:,{_HOST})*)?(?:/{_TEXT}*)?"
    r"(?:\?[^\s&=#]+=[^\s&#]*(?:&[^\s&=#]+=[^\s&#]*)*)?",
    re.ASCII | re.IGNORECASE,
)
# What looks like an address rather than a file name. A file with such a name can be written with ./ before it.
ADDRESS_LIKE = re.compile(r"://|(?:^|=)\s*[a-z][a-z0-9+.-]*:|:.*@|\bpassword\s*=", re.IGNORECASE)
CREDENTIALS = re.compile(r"(?<![^\s/'\"=])[^\s/'\"=:]+:\S*@|(?<=password=)[^\s&'\"]+", re.IGNORECASE)
LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
MAX_ROBOT_PROCESSES = 64
SHARD_RANGE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})", re.ASCII)
SETTING_NAMES = frozenset({
    "DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "TESSERA_ACTIVITY_SECRET_FILE", "TESSERA_DATABASE",
    "TESSERA_DATABASE_PASSWORD_FILE", "TESSERA_DISCORD", "TESSERA_LOG", "TESSERA_LOG_LEVEL", "TESSERA_METRICS",
    "TESSERA_PORT", "TESSERA_REST", "TESSERA_ROBOTS", "TESSERA_SHARDS", "TESSERA_STATE", "TESSERA_SUPPORT",
    "TESSERA_WEB", "TESSERA_WEB_PROXY", "TESSERA_WEB_URL",
})  # fmt: skip
PASSWORD_FILE = "TESSERA_DATABASE_PASSWORD_FILE"  # noqa: S105 - the name of a setting, not a password
SECRET_FILES = ("DISCORD_TOKEN_FILE", PASSWORD_FILE, "TESSERA_ACTIVITY_SECRET_FILE")
LOOPBACK_HOSTS = {"127.0.0.1", "localhost", "::1"}
LOCAL_URL_HOSTS = ("127.0.0.1", "localhost", "[::1]")  # hosts of this machine, for which http is allowed
WEB_URL = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)(?::[0-9]{1,5})?(?:/[\w.~-]+)*"
)
HOST_AND_PORT = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)):([0-9]{1,5})")


Network = IPv4Network | IPv6Network


class Address(NamedTuple):
    """Where a server listens."""

    host: str  # name or IP address
    port: int  # TCP port


# Lines are read as docker compose reads them; those that the two would read differently are refused, except a `$`
# without quotes. No error message repeats a line, because it may contain a token.
ENV_FILE = Path(".env")
ENV_LINE = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)=
        (?:(?:'(?P<single>[^']*)' | "(?P<double>[^"\\$]*)" | (?P<bare>[^'"\s].*?))(?:\ +\#.*)?)?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Settings:
    """All settings of a process. An empty text means that the setting is not used."""

    token: str = field(default="", repr=False)  # of the bot, "" for the local Discord
    database: Path = Path(DEFAULT_DATABASE)  # the file; this process's other files lie beside it
    database_server: str = field(default="", repr=False)  # address of the database used in place of the file
    discord_url: str = ""  # another Discord, "" for the real one
    port: int = 8787  # of the local Discord
    log_format: str = LOG_FORMATS[0]  # one of LOG_FORMATS
    log_level: str = "info"  # one of LOG_LEVELS
    support: str = ""  # where people report problems, as shown in the help
    metrics: Address | None = None  # where metrics are served, None for nowhere
    shards: ShardRange | None = None  # of this process, None for all that Discord recommends
    rest_proxy: str = ""  # address of a proxy for requests to Discord
    database_password: str = field(default="", repr=False)  # included in `database_server` already
    robot_processes: int = 1  # how many processes search for robots' moves
    web: Address | None = None  # where pages of tables are served, None for nowhere
    web_url: str = ""  # the address of those pages for browsers
    web_proxies: tuple[Network, ...] = ()  # proxies whose forwarded client addresses are trusted
    activity_secret: str = field(default="", repr=False)  # of the application, to sign in inside Discord
    secret_files: tuple[Path, ...] = ()  # files that contain the token, the password or that secret
    unknown_names: tuple[tuple[str, str], ...] = ()  # misspelled settings, each with the nearest known name

    @property
    def lacks_proxy(self) -> bool:
        """Whether strangers can reach the pages, but no trusted proxy is set that forwards their addresses."""
        if self.web is None or self.web_proxies:
            return False
        return not {self.web.host, urlsplit(self.web_url).hostname} <= LOOPBACK_HOSTS

    @property
    def database_location(self) -> Path | str:
        """The database: the path of the file, or the address of the server."""
        return self.database_server or self.database


def server_address(given: str, name: str = "TESSERA_DATABASE") -> str:
    """Return the address of a database on a PostgreSQL server, "" for the path of a file.

    Raises ValueError for anything else, and does not repeat it, because it may contain a password.
    """
    if POSTGRES_SCHEME.match(given):
        if not (given.isascii() and SERVER_ADDRESS.fullmatch(given)):
            raise ValueError(
                f"{name} is not an address as postgresql://user@host:port/database. In a password write every special "
                "character as % and two digits, such as %2F for /, or name a file in TESSERA_DATABASE_PASSWORD_FILE"
            )
        return given
    if ADDRESS_LIKE.search(given):
        scheme = re.match(r"\w+://", given, re.ASCII)
        raise ValueError(
            f"{name} must be the path of a file, or the address of a PostgreSQL database, which begins with "
            f"postgresql:// or postgres://; {scheme[0] if scheme else 'what it says'} is neither. "
            "Before the name of a file with a colon in it write ./"
        )
    return ""


def mask_credentials(text: str) -> str:
    """Mask the users and passwords of the addresses in the text."""
    return CREDENTIALS.sub(lambda found: "***@" if found[0].endswith("@") else "***", text)


def add_password(address: str, password: str) -> str:
    """Return the address of a database on a server with the password added, if there is one; "" stays ""."""
    secret = f"{'&' if '?' in address else '?'}password={quote(password, '')}"
    return f"{address}{secret}" if address and password else address


def read_environment(given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return all variables by name; the environment takes precedence over the file, even with an empty value.

    Raises ValueError for a file or a line that cannot be read.
    """
    return {**_file_variables(ENV_FILE), **given}


def _file_variables(file: Path) -> dict[str, str]:
    if not file.is_file():  # `.env` may also be a folder, such as a virtual environment
        return {}
    lines: list[str] = []
    reason = ""
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        reason = str(error.strerror if isinstance(error, OSError) else "it is no text in UTF-8")
    if reason:  # raised here, so that the original error, which may show a token, is not its context
        raise ValueError(f"{file} cannot be read ({reason})")
    found = {}
    for number, line in enumerate(map(str.strip, lines), 1):
        if line and not line.startswith("#"):
            named = ENV_LINE.fullmatch(line)
            if named is None:
                raise ValueError(
                    f"{file}, line {number}, cannot be read. Write NAME=value without a space beside the sign, "
                    "and put a value that has quotes, or \\ or $ between quotes, between single quotes"
                )
            found[named["name"]] = "".join(filter(None, named.group("single", "double", "bare")))
    return found


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of this environment; without one, of the process's environment and the file `.env`.

    Raises ValueError that names the variable or line that cannot be read.
    """
    environment = read_environment() if environment is None else environment
    port = _number("TESSERA_PORT", 65_535, 8787, environment)
    token, password = _token(environment), _read_secret(PASSWORD_FILE, environment)
    database, server = _database(environment, password)
    web, web_url, web_proxies = _web(environment, None if token else port + 1)
    return Settings(
        token=token,
        database=database,
        database_server=server,
        discord_url=environment.get("TESSERA_DISCORD", "").rstrip("/"),
        port=port,
        log_format=_choice(LOG_FORMATS, "TESSERA_LOG", environment),
        log_level=_choice(LOG_LEVELS, "TESSERA_LOG_LEVEL", environment, "info"),
        support=environment.get("TESSERA_SUPPORT", "").strip(),
        metrics=_address("TESSERA_METRICS", environment),
        shards=_shards(environment),
        rest_proxy=_rest_proxy(environment),
        database_password=password,
        robot_processes=_number("TESSERA_ROBOTS", MAX_ROBOT_PROCESSES, 1, environment),
        web=web,
        web_url=web_url,
        web_proxies=web_proxies,
        activity_secret=_activity_secret(environment, web),
        secret_files=tuple(Path(environment[name]) for name in SECRET_FILES if environment.get(name)),
        unknown_names=_unknown_names(environment),
    )


def _database(environment: Mapping[str, str], password: str) -> tuple[Path, str]:
    """Return the file and the address of the server, "" for none.

    With a server the file does not exist, but this process names its other files after it.
    """
    database, state = (environment.get(name, "").strip() for name in ("TESSERA_DATABASE", "TESSERA_STATE"))
    if server_address(state, "TESSERA_STATE"):
        raise ValueError("TESSERA_STATE must be the path of a folder")
    server = add_password(server_address(database), password)
    return Path(state or DEFAULT_STATE_FOLDER) / "tessera" if server else Path(database or DEFAULT_DATABASE), server


def _unknown_names(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    names = sorted(name for name in environment if name.upper().startswith("TESSERA_") and name not in SETTING_NAMES)
    known = {name.partition("_")[2]: name for name in SETTING_NAMES} | {name: name for name in SETTING_NAMES}
    nearest = (get_close_matches(name.upper().partition("_")[2], sorted(known), 1, 0)[0] for name in names)
    return tuple((name, known[near]) for name, near in zip(names, nearest, strict=True))


def _number(name: str, most: int, default: int, environment: Mapping[str, str]) -> int:
    given = environment.get(name) or str(default)
    if not (given.isascii() and given.isdecimal()) or not 0 < int(given) <= most:
        raise ValueError(f"{name} must be a number from 1 to {most}, not {given!r}")
    return int(given)


def _web(environment: Mapping[str, str], local: int | None) -> tuple[Address | None, str, tuple[Network, ...]]:
    """Return where pages are served, their address for browsers, and the trusted proxies.

    Without a setting they are served at the port `local`, if any.
    """
    given, url = (environment.get(name, "").strip() for name in ("TESSERA_WEB", "TESSERA_WEB_URL"))
    web = None if given == "off" else _address("TESSERA_WEB", environment)
    if local is not None and not given and local < 65_536:
        web = Address("127.0.0.1", local)
    if web is None:
        return None, "", ()
    if not url and local is not None:
        url = f"http://{web.host}:{web.port}"
    found = WEB_URL.fullmatch(url.rstrip("/"))
    if found is None or (found[1] == "http" and found[2] not in LOCAL_URL_HOSTS):
        raise ValueError(
            "TESSERA_WEB_URL must be the address by which browsers find what TESSERA_WEB serves, "
            f"such as https://tables.example.org, not {mask_credentials(url)!r}"
        )
    return web, url.rstrip("/"), _networks("TESSERA_WEB_PROXY", environment)


def _networks(name: str, environment: Mapping[str, str]) -> tuple[Network, ...]:
    given = environment.get(name, "")
    try:
        return tuple(ip_network(part.strip()) for part in given.split(",") if part.strip())
    except ValueError as error:
        raise ValueError(
            f"{name} must be addresses or networks such as 127.0.0.1 or 172.18.0.0/16, with commas between them, "
            f"not {mask_credentials(given)!r}"
        ) from error


def _activity_secret(environment: Mapping[str, str], web: Address | None) -> str:
    name = "TESSERA_ACTIVITY_SECRET_FILE"
    secret = _read_secret(name, environment)
    if environment.get(name) and not secret:
        raise ValueError(f"{name} names a file without a secret in it")
    if secret and web is None:
        raise ValueError(f"{name} needs TESSERA_WEB: the Activity shows the pages that are served there")
    return secret


def _shards(environment: Mapping[str, str]) -> ShardRange | None:
    given = environment.get("TESSERA_SHARDS", "").strip()
    if not given:
        return None
    found = SHARD_RANGE.fullmatch(given)
    if found is None or not int(found[1]) <= int(found[2] or found[1]) < int(found[3]):
        raise ValueError(f"TESSERA_SHARDS must be some of all shards, such as 0-3/16, not {given!r}")
    shards = ShardRange(int(found[1]), int(found[2] or found[1]), int(found[3]))
    if not shards.covers_everything and not POSTGRES_SCHEME.match(environment.get("TESSERA_DATABASE", "").strip()):
        raise ValueError(
            f"TESSERA_SHARDS={given} leaves shards to another process, but a file is for one process alone: "
            "set TESSERA_DATABASE to an address that begins with postgresql://"
        )
    return shards


def _rest_proxy(environment: Mapping[str, str]) -> str:
    """Return the proxy, which must be in the operator's own network because it receives the token."""
    given = environment.get("TESSERA_REST", "").strip().rstrip("/")
    scheme, _, place = given.partition("://")
    found = HOST_AND_PORT.fullmatch(place)
    if given and (scheme != "http" or found is None or not _is_in_own_network(found[1] or found[2])):
        raise ValueError(
            "TESSERA_REST must be the address of a proxy in your own network, such as http://proxy:8080, "
            f"not {mask_credentials(given)!r}"
        )
    return given


def _is_in_own_network(host: str) -> bool:
    """Whether the host is a private address, or a name that only resolves in the operator's own network."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host


def _address(name: str, environment: Mapping[str, str]) -> Address | None:
    given = environment.get(name, "").strip()
    found = HOST_AND_PORT.fullmatch(given)
    if given and (found is None or not 0 < int(found[3]) < 65_536):
        raise ValueError(
            f"{name} must be an address and a port such as 127.0.0.1:9464, not {mask_credentials(given)!r}"
        )
    return Address(found[1] or found[2], int(found[3])) if found else None


def _token(environment: Mapping[str, str]) -> str:
    token = environment.get("DISCORD_TOKEN", "").strip() or _read_secret("DISCORD_TOKEN_FILE", environment)
    if environment.get("TESSERA_DISCORD") and not token:
        raise ValueError("TESSERA_DISCORD needs DISCORD_TOKEN: the token that the local Discord says at its start")
    return token


def _read_secret(name: str, environment: Mapping[str, str]) -> str:
    file = environment.get(name, "")
    try:
        return Path(file).read_text("utf-8").strip() if file else ""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
    # The value is not repeated, because some people put the secret itself there.
    raise ValueError(f"{name} must name a file that can be read ({reason})")


def _choice(choices: tuple[str, ...], name: str, environment: Mapping[str, str], default: str = "") -> str:
    given = (environment.get(name) or default or choices[0]).lower()
    if given not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {given!r}")
    return given
