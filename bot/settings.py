"""What the operator sets, read from the environment in this one place. Knows nothing of what it is for."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from bot.store.homes import Home

DATABASE = "var/tessera.sqlite3"
STATE = "var"  # the folder of what a process writes besides, if the database is on a server
SCHEMES = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)  # of the address of a database on a server
_HOST = r"(?:[\w.%-]+|\[[0-9A-Fa-f:.%]+\])(?::\d{1,5})?"
_TEXT = r"[^\s/?#@:\[\]]"  # in the name of a user or a database, or in a password; other characters as %2F and so on
SERVER = re.compile(
    rf"{SCHEMES.pattern}(?:{_TEXT}*(?::{_TEXT}*)?@)?(?:{_HOST}(?:,{_HOST})*)?(?:/{_TEXT}*)?"
    r"(?:\?[^\s&=#]+=[^\s&#]*(?:&[^\s&=#]+=[^\s&#]*)*)?",
    re.ASCII | re.IGNORECASE,
)
# What nobody calls a file: an address, or what was meant as one. Whoever means a file can write ./ before its name.
ADDRESS = re.compile(r"://|(?:^|=)\s*[a-z][a-z0-9+.-]*:|:.*@|\bpassword\s*=", re.IGNORECASE)
# The user and the password in an address.
SECRET = re.compile(r"(?<![^\s/'\"=])[^\s/'\"=:]+:\S*@|(?<=password=)[^\s&'\"]+", re.IGNORECASE)
LOGS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
MOST_ROBOTS = 64  # processes
SHARDS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})", re.ASCII)
NAMES = frozenset({
    "DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "TESSERA_ACTIVITY_SECRET_FILE", "TESSERA_DATABASE",
    "TESSERA_DATABASE_PASSWORD_FILE", "TESSERA_DISCORD", "TESSERA_LOG", "TESSERA_LOG_LEVEL", "TESSERA_METRICS",
    "TESSERA_PORT", "TESSERA_REST", "TESSERA_ROBOTS", "TESSERA_SHARDS", "TESSERA_STATE", "TESSERA_SUPPORT",
    "TESSERA_WEB", "TESSERA_WEB_PROXY", "TESSERA_WEB_URL",
})  # fmt: skip
PASSWORD_FILE = "TESSERA_DATABASE_PASSWORD_FILE"  # noqa: S105 - the name of a setting
SECRET_FILES = ("DISCORD_TOKEN_FILE", PASSWORD_FILE, "TESSERA_ACTIVITY_SECRET_FILE")
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
NEAR = ("127.0.0.1", "localhost", "[::1]")  # hosts of this machine, where nothing need be encrypted
WEB_URL = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)(?::[0-9]{1,5})?(?:/[\w.~-]+)*"
)
PLACE = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)):([0-9]{1,5})")


Network = IPv4Network | IPv6Network


class Address(NamedTuple):
    """Where a server listens: the `host` by name or number, and the `port`."""

    host: str
    port: int


# It reads what docker compose reads alike, and refuses lines that the two would read otherwise, but for a `$` without
# quotes. No refusal repeats a line, because a token may stand in it.
FILE = Path(".env")
LINE = re.compile(
    r"""(?:export\s+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)=
        (?:(?:'(?P<single>[^']*)' | "(?P<double>[^"\\$]*)" | (?P<bare>[^'"\s].*?))(?:\ +\#.*)?)?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Settings:
    """What the environment sets.

    `token`: of the bot, "" for the local Discord, which listens at `port`. `database`: the file, beside which lies what
    this process writes besides. `server`: the address of a database that is used in its place, "" for none. `discord`:
    the address of another Discord, "" for the real one. `log`: one of LOGS. `level`: one of LEVELS. `support`: whom to
    tell of faults, "" for nobody in particular. `metrics`: where numbers for operators are served, None for nowhere.
    `shards`: this process's share, None for all, as many as Discord advises. `rest`: the address of a proxy through
    which requests to Discord go, "" for none. `password`: for databases on a server, "" for none; `server` has it
    already. `robots`: in how many processes robots search for their moves. `web`: where pages of tables are served,
    None for nowhere, and `web_url`: the address by which people's browsers find them. `web_proxies`: where somebody may
    say for whom they ask for pages. `activity_secret`: that of the application, with which people sign in to those
    pages inside Discord, "" for no such way. `secrets`: the files of which one holds the token, the password or that
    secret. `unknown`: names that begin like a setting and are none, each with the nearest one.
    """

    token: str = field(default="", repr=False)
    database: Path = Path(DATABASE)
    server: str = field(default="", repr=False)
    discord: str = ""
    port: int = 8787
    log: str = LOGS[0]
    level: str = "info"
    support: str = ""
    metrics: Address | None = None
    shards: Home | None = None
    rest: str = ""
    password: str = field(default="", repr=False)
    robots: int = 1
    web: Address | None = None
    web_url: str = ""
    web_proxies: tuple[Network, ...] = ()
    activity_secret: str = field(default="", repr=False)
    secrets: tuple[Path, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()

    @property
    def lacks_proxy(self) -> bool:
        """Whether strangers can reach the pages, and no proxy is named that says who they are."""
        if self.web is None or self.web_proxies:
            return False
        return not {self.web.host, urlsplit(self.web_url).hostname} <= LOOPBACK

    @property
    def place(self) -> Path | str:
        """Where rooms are kept: the file, or the address of the server."""
        return self.server or self.database


def server_address(given: str, name: str = "TESSERA_DATABASE") -> str:
    """The address of a database on a PostgreSQL server, "" for the path of a file.

    Raises ValueError for anything else, and does not repeat it: a password may stand in it.
    """
    if SCHEMES.match(given):
        if not (given.isascii() and SERVER.fullmatch(given)):
            raise ValueError(
                f"{name} is not an address as postgresql://user@host:port/database. In a password write every special "
                "character as % and two digits, such as %2F for /, or name a file in TESSERA_DATABASE_PASSWORD_FILE"
            )
        return given
    if ADDRESS.search(given):
        scheme = re.match(r"\w+://", given, re.ASCII)
        raise ValueError(
            f"{name} must be the path of a file, or the address of a PostgreSQL database, which begins with "
            f"postgresql:// or postgres://; {scheme[0] if scheme else 'what it says'} is neither. "
            "Before the name of a file with a colon in it write ./"
        )
    return ""


def masked(text: str) -> str:
    """The text without the users and passwords of the addresses in it."""
    return SECRET.sub(lambda found: "***@" if found[0].endswith("@") else "***", text)


def with_password(address: str, password: str) -> str:
    """The address of a database on a server, with the password in it if there is one; "" stays as it is."""
    secret = f"{'&' if '?' in address else '?'}password={quote(password, '')}"
    return f"{address}{secret}" if address and password else address


def read_environment(given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Every variable by its name; what is in the environment, even if it is empty, wins over the file.

    Raises ValueError for a file or a line that cannot be read.
    """
    return {**_variables(FILE), **given}


def _variables(file: Path) -> dict[str, str]:
    if not file.is_file():  # nor one of that name that is a folder, such as a virtual environment
        return {}
    lines: list[str] = []
    reason = ""
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, ValueError) as fault:
        reason = str(fault.strerror if isinstance(fault, OSError) else "it is no text in UTF-8")
    if reason:  # raised here, so that the fault, which may show a token, is not its context
        raise ValueError(f"{file} cannot be read ({reason})")
    found = {}
    for number, line in enumerate(map(str.strip, lines), 1):
        if line and not line.startswith("#"):
            named = LINE.fullmatch(line)
            if named is None:
                raise ValueError(
                    f"{file}, line {number}, cannot be read. Write NAME=value without a space beside the sign, "
                    "and put a value that has quotes, or \\ or $ between quotes, between single quotes"
                )
            found[named["name"]] = "".join(filter(None, named.group("single", "double", "bare")))
    return found


def settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of that environment, of the program's own and of its file `.env` if none is given.

    Raises ValueError naming the variable or the line that cannot be read.
    """
    environment = read_environment() if environment is None else environment
    port = _number("TESSERA_PORT", 65_535, 8787, environment)
    token, password = _token(environment), _text_of(PASSWORD_FILE, environment)
    database, server = _database(environment, password)
    web, web_url, web_proxies = _web(environment, None if token else port + 1)
    return Settings(
        token=token,
        database=database,
        server=server,
        discord=environment.get("TESSERA_DISCORD", "").rstrip("/"),
        port=port,
        log=_one_of(LOGS, "TESSERA_LOG", environment),
        level=_one_of(LEVELS, "TESSERA_LOG_LEVEL", environment, "info"),
        support=environment.get("TESSERA_SUPPORT", "").strip(),
        metrics=_address("TESSERA_METRICS", environment),
        shards=_shards(environment),
        rest=_proxy(environment),
        password=password,
        robots=_number("TESSERA_ROBOTS", MOST_ROBOTS, 1, environment),
        web=web,
        web_url=web_url,
        web_proxies=web_proxies,
        activity_secret=_activity(environment, web),
        secrets=tuple(Path(environment[name]) for name in SECRET_FILES if environment.get(name)),
        unknown=_unknown(environment),
    )


def _database(environment: Mapping[str, str], password: str) -> tuple[Path, str]:
    """The file, or what this process writes is named like, and the address of a database on a server, "" for none."""
    database, state = (environment.get(name, "").strip() for name in ("TESSERA_DATABASE", "TESSERA_STATE"))
    if server_address(state, "TESSERA_STATE"):
        raise ValueError("TESSERA_STATE must be the path of a folder")
    server = with_password(server_address(database), password)
    return Path(state or STATE) / "tessera" if server else Path(database or DATABASE), server


def _unknown(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    names = sorted(name for name in environment if name.upper().startswith("TESSERA_") and name not in NAMES)
    known = {name.partition("_")[2]: name for name in NAMES} | {name: name for name in NAMES}
    nearest = (get_close_matches(name.upper().partition("_")[2], sorted(known), 1, 0)[0] for name in names)
    return tuple((name, known[near]) for name, near in zip(names, nearest, strict=True))


def _number(name: str, most: int, default: int, environment: Mapping[str, str]) -> int:
    given = environment.get(name) or str(default)
    if not (given.isascii() and given.isdecimal()) or not 0 < int(given) <= most:
        raise ValueError(f"{name} must be a number from 1 to {most}, not {given!r}")
    return int(given)


def _web(environment: Mapping[str, str], local: int | None) -> tuple[Address | None, str, tuple[Network, ...]]:
    """Where pages are served, by which address browsers find them, and through which proxies.

    Without a word they are served at the port `local`, if any.
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
    if found is None or (found[1] == "http" and found[2] not in NEAR):
        raise ValueError(
            "TESSERA_WEB_URL must be the address by which browsers find what TESSERA_WEB serves, "
            f"such as https://tables.example.org, not {masked(url)!r}"
        )
    return web, url.rstrip("/"), _networks("TESSERA_WEB_PROXY", environment)


def _networks(name: str, environment: Mapping[str, str]) -> tuple[Network, ...]:
    given = environment.get(name, "")
    try:
        return tuple(ip_network(part.strip()) for part in given.split(",") if part.strip())
    except ValueError as error:
        raise ValueError(
            f"{name} must be addresses or networks such as 127.0.0.1 or 172.18.0.0/16, with commas between them, "
            f"not {masked(given)!r}"
        ) from error


def _activity(environment: Mapping[str, str], web: Address | None) -> str:
    name = "TESSERA_ACTIVITY_SECRET_FILE"
    secret = _text_of(name, environment)
    if environment.get(name) and not secret:
        raise ValueError(f"{name} names a file without a secret in it")
    if secret and web is None:
        raise ValueError(f"{name} needs TESSERA_WEB: the Activity shows the pages that are served there")
    return secret


def _shards(environment: Mapping[str, str]) -> Home | None:
    given = environment.get("TESSERA_SHARDS", "").strip()
    if not given:
        return None
    found = SHARDS.fullmatch(given)
    if found is None or not int(found[1]) <= int(found[2] or found[1]) < int(found[3]):
        raise ValueError(f"TESSERA_SHARDS must be some of all shards, such as 0-3/16, not {given!r}")
    shards = Home(int(found[1]), int(found[2] or found[1]), int(found[3]))
    if not shards.is_everything and not SCHEMES.match(environment.get("TESSERA_DATABASE", "").strip()):
        raise ValueError(
            f"TESSERA_SHARDS={given} leaves shards to another process, but a file is for one process alone: "
            "set TESSERA_DATABASE to an address that begins with postgresql://"
        )
    return shards


def _proxy(environment: Mapping[str, str]) -> str:
    """An address of one's own network: whoever listens there gets the token."""
    given = environment.get("TESSERA_REST", "").strip().rstrip("/")
    scheme, _, place = given.partition("://")
    found = PLACE.fullmatch(place)
    if given and (scheme != "http" or found is None or not _is_near(found[1] or found[2])):
        raise ValueError(
            "TESSERA_REST must be the address of a proxy in your own network, such as http://proxy:8080, "
            f"not {masked(given)!r}"
        )
    return given


def _is_near(host: str) -> bool:
    """Whether the host is named by a private address, or by a name that only one's own network knows."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host


def _address(name: str, environment: Mapping[str, str]) -> Address | None:
    given = environment.get(name, "").strip()
    found = PLACE.fullmatch(given)
    if given and (found is None or not 0 < int(found[3]) < 65_536):
        raise ValueError(f"{name} must be an address and a port such as 127.0.0.1:9464, not {masked(given)!r}")
    return Address(found[1] or found[2], int(found[3])) if found else None


def _token(environment: Mapping[str, str]) -> str:
    token = environment.get("DISCORD_TOKEN", "").strip() or _text_of("DISCORD_TOKEN_FILE", environment)
    if environment.get("TESSERA_DISCORD") and not token:
        raise ValueError("TESSERA_DISCORD needs DISCORD_TOKEN: the token that the local Discord says at its start")
    return token


def _text_of(name: str, environment: Mapping[str, str]) -> str:
    file = environment.get(name, "")
    try:
        return Path(file).read_text("utf-8").strip() if file else ""
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text"
    # What it says is not repeated: some write there what belongs into the file.
    raise ValueError(f"{name} must name a file that can be read ({reason})")


def _one_of(choices: tuple[str, ...], name: str, environment: Mapping[str, str], default: str = "") -> str:
    given = (environment.get(name) or default or choices[0]).lower()
    if given not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {given!r}")
    return given
