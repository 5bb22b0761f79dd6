"""Forged requests to the pages, as bytes: what is asked for in one table of routes, how it is spoiled in another.

Knows no server and no rules. A new route is one more line of `ROUTES`.
"""

from __future__ import annotations

import json
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

LETTERS = string.ascii_letters + string.digits + "-_"
ODD = ("", "0", "-1", "é", "%00", "%0d%0aX: y", "..%2f", "%ff", "\u202e", "1e9", "NaN", "null", "[]", "A" * 3_000, "१")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X-Y", "G\tT")
ORIGINS = ("null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1", "http://[::1]", "file://", "*", "")
FILES = ("table.js", "page.css", "azul.css", "server.py", "..%2fserver.py", "%2e%2e/play.py", "table.html", ".env", "x")
TYPES = ("application/json", "application/json; charset=utf-7", "application/json; charset=no", "text/plain", "", "x/y",
         "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")  # fmt: skip

Ending = Literal["whole", "slow", "half head", "half body", "stays", "twice"]
Gap = Callable[[Random, "Known"], str]


@dataclass(frozen=True)
class Known:
    """What whoever forges requests has found out.

    `origin`: of the pages. `token`: of somebody who sits nowhere and has the Activity open where the table of the first
    link is, and `instance` its name. `links`: the ends of links that work, `dead` ones that do no more. `codes`: of all
    tables. `cookie`: of somebody who sits at the table `own` and is not to act, with the `stamp` of that seat. `spent`:
    personal links that were opened or have run out, `fresh` one that was not. `moves`: notations.
    """

    origin: str
    token: str
    instance: str
    links: tuple[str, ...]
    dead: tuple[str, ...]
    codes: tuple[str, ...]
    cookie: str
    own: str
    stamp: int
    spent: tuple[str, ...]
    fresh: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Forged:
    """A request to send. `has_link` (or a token), `has_cookie`: what it rightly shows. `ending`: how it is sent."""

    text: bytes
    ending: Ending
    has_link: bool
    has_cookie: bool


@dataclass(frozen=True)
class Route:
    """A way into the server: its usual method, its path with gaps in braces, what a request brings as JSON.

    `is_free`: whoever has the cookie may do it at any time, so that no request of theirs from the right page is forged.
    """

    method: str
    path: str
    brings: Mapping[str, str] | None = None
    is_free: bool = False


ROUTES = (
    Route("GET", "/watch/{link}"),
    Route("GET", "/watch/{link}/news?look={odd}"),
    Route("GET", "/watch/{link}/seat"),
    Route("GET", "/watch/{link}/moments"),
    Route("GET", "/watch/{link}/moments/{number}?seat={odd}"),
    Route("GET", "/page/{file}"),
    Route("GET", "/robots.txt"),
    Route("GET", "/rules/{game}?language={odd}"),
    Route("GET", "/{odd}"),
    Route("GET", "/who?language={odd}"),
    Route("POST", "/enter", {"link": "secret"}),
    Route("POST", "/leave", {}, is_free=True),
    Route("GET", "/table/{code}"),
    Route("GET", "/table/{code}/news?look={odd}&sight={sight}"),
    Route("GET", "/table/{code}/moments"),
    Route("GET", "/table/{code}/moments/{number}"),
    Route("GET", "/table/{code}/menu?path={path}&stamp={number}&tiles={path}&ahead={ahead}&sight={sight}"),
    Route("GET", "/table/{code}/waiting"),
    Route("GET", "/table/{code}/review"),
    Route("GET", "/table/{code}/review/{number}"),
    Route("GET", "/"),
    Route("POST", "/activity/enter", {"code": "code", "instance": "instance"}),
    Route("GET", "/activity/tables"),
    Route("GET", "/activity/tables/{code}"),
    Route("GET", "/activity/tables/{code}/news?look={odd}"),
    Route("GET", "/activity/tables/{code}/moments"),
    Route("GET", "/activity/tables/{code}/moments/{number}"),
    Route("POST", "/table/{code}/move", {"move": "move", "stamp": "stale", "ahead": "ahead"}),
    Route("POST", "/table/{code}/back", {"stamp": "stale", "ahead": "prepares", "turn": "odd"}),
    Route("POST", "/table/{code}/out", {"place": "odd place"}, is_free=True),
    Route("POST", "/table/{code}/consent", {"agrees": "odd"}),
)


def _link(lot: Random, known: Known) -> str:
    """A link that works, one of another table, one with a letter changed, one that is gone, or none at all."""
    real = lot.choice(known.links)
    at = lot.randrange(len(real))
    ways = (
        real,
        f"{lot.choice(known.codes)}-{real.partition('-')[2]}",
        real[:at] + lot.choice(LETTERS) + real[at + 1 :],
        lot.choice(known.dead),
        f"{lot.choice(known.codes)}-{_secret(lot, 22)}",
        lot.choice(ODD),
    )
    return lot.choice(ways)


def _secret(lot: Random, letters: int) -> str:
    return "".join(lot.choices(LETTERS, k=letters))


GAPS: Mapping[str, Gap] = {
    "link": _link,
    "code": lambda lot, known: lot.choice((*known.codes, known.own, known.own, lot.choice(ODD))),
    "number": lambda lot, _: lot.choice(("0", "1", "7", "999999", "9999999", *ODD)),
    "odd": lambda lot, _: lot.choice(("contrast", *ODD)),
    "sight": lambda lot, _: lot.choice(("own", "whole", *ODD)),
    "file": lambda lot, _: lot.choice(FILES),
    "game": lambda lot, _: lot.choice(("azul", "pillars", *ODD)),
    "path": lambda lot, _: ".".join(lot.choices(("1", "2", "B", "*", "x", *ODD[:5]), k=lot.randrange(5))),
    "ahead": lambda lot, _: lot.choice(("", "p", "t", "x")),
}
VALUES: Mapping[str, Callable[[Random, Known], Any]] = {
    "secret": lambda lot, known: lot.choice(
        (*known.spent, known.fresh, _secret(lot, 32), "", 7, None, ["x"], "é" * 40)
    ),
    "move": lambda lot, known: lot.choice((*known.moves, "", "x" * 300, 7, None, "\ud800", "*", "\u0000")),
    "stale": lambda lot, known: lot.choice((known.stamp + 1, known.stamp - 1, -(10**30), 10**30, "1", None, True, 0.5)),
    "code": lambda lot, _: lot.choice((_secret(lot, 30), "", 7, None, ["x"], "é", "x" * 500)),
    "instance": lambda lot, known: lot.choice((known.instance, "i-made-up", "../commands", "", 7, None)),
    "ahead": lambda lot, _: lot.choice(("", "p", "t", "x", 7, None)),
    "prepares": lambda lot, _: lot.choice(("p", "t", "x", 7)),
    "odd": lambda lot, _: lot.choice((True, False, "yes", None, [], {})),
    "odd place": lambda lot, _: lot.choice((0, 3, -1, 10**30, "0", None, 1.5, [])),
}


def forged(lot: Random, known: Known) -> Forged:
    """A request that changes nothing if the server does what it should, and hardly ever one that a browser sends."""
    route = lot.choice(ROUTES)
    method = route.method if lot.random() < 0.8 else lot.choice(METHODS)
    gaps = {name: fill(lot, known) for name, fill in GAPS.items() if f"{{{name}}}" in route.path}
    body = _body(lot, known, route)
    headers, has_cookie = _headers(lot, known, route, body)
    token = _token(lot, known, route)
    headers += [f"Authorization: {token}"] if token else []
    path = route.path.format(**gaps).replace(" ", "%20")
    version = lot.choices(("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "ICY"), (94, 3, 1, 1, 1))[0]
    lines = [f"{method} {path} {version}", *headers]
    head = "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n"
    ending = lot.choices(("whole", "slow", "half head", "half body", "stays", "twice"), (78, 4, 4, 6, 3, 5))[0]
    has_link = gaps.get("link") in known.links or token == f"Bearer {known.token}"
    return Forged(head + body, ending, has_link, has_cookie)


def _token(lot: Random, known: Known, route: Route) -> str:
    """What says who asks from within Discord, "" for nothing. Such a request may come from any page."""
    if lot.random() < 0.6:
        return ""
    real = () if route.is_free else (f"Bearer {known.token}",) * 4
    wrong = f"Bearer {known.token[:-1]}", f"bearer {known.token}", f"Basic {known.token}", "Bearer ", "Bearer é", "x"
    return lot.choice((*real, *wrong, f"Bearer {known.token}{'x' * 900}", f"Bearer {known.cookie}"))


def _body(lot: Random, known: Known, route: Route) -> bytes:
    if route.brings is None:
        return b"" if lot.random() < 0.9 else lot.randbytes(lot.choice((1, 900, 20_000)))
    facts = {name: VALUES[value](lot, known) for name, value in route.brings.items()}
    text = json.dumps(facts).encode()
    ways = (text, text, text, text, text[:-1], b"[" * 900, b'"x"', b"", b"\xff\xfe" + text, lot.randbytes(40),
            b'{"move":"' + b"x" * 5_000 + b'"}', text + b" " * 2_000, b'{"stamp":' + b"9" * 800 + b"}")  # fmt: skip
    return lot.choice(ways)


def _headers(lot: Random, known: Known, route: Route, body: bytes) -> tuple[list[str], bool]:
    """The lines after the first, and whether the cookie among them is somebody's.

    With that cookie a request may have the right origin where what it brings is stale or wrong."""
    cookie = lot.choice((*[known.cookie] * 6, known.cookie[:-1], _secret(lot, 32), "", "é", '"', "a;b=c"))
    is_real = cookie == known.cookie
    is_no_forgery = (is_real and route.is_free) or known.fresh.encode() in body
    right = lot.choice(ORIGINS) if is_no_forgery else known.origin
    found = {
        "Host": lot.choice(("x", "127.0.0.1", "evil.example", "x:99999")),
        "X-Forwarded-For": lot.choices((_address(lot), f"x, {_address(lot)}", "nobody"), (80, 17, 3))[0],
        "Connection": lot.choices(("close", "keep-alive", "upgrade", "x"), (94, 3, 2, 1))[0],
        "Accept-Encoding": lot.choice(("identity", "br", "*;q=0")),
        "Accept-Language": lot.choice(("hu", "en", "\u202e", "x" * 2_000, ";;;,,,q=")),
    }
    if lot.random() < 0.9:
        found["Origin"] = right if lot.random() < 0.7 else lot.choice(ORIGINS)
    if lot.random() < 0.8:
        found["Cookie"] = f"tessera={cookie}"
    if body or route.brings is not None:
        found["Content-Type"] = lot.choice(TYPES) if lot.random() < 0.3 else TYPES[0]
        found |= _length(lot, body)
    for _ in range(lot.choices((0, 1, 30), (90, 8, 2))[0]):
        found[f"X-{_secret(lot, 6)}"] = lot.choice(("", "x" * 3_000, "\x01", "é"))
    return [f"{name}: {value}" for name, value in found.items()], is_real and "Cookie" in found


def _length(lot: Random, body: bytes) -> dict[str, str]:
    """How long the body is said to be, mostly the truth."""
    if lot.random() < 0.85:
        return {"Content-Length": str(len(body))}
    lies: tuple[dict[str, str], ...] = (
        {"Content-Length": f"{len(body) + 7}"}, {"Content-Length": f"{max(0, len(body) - 3)}"}, {},
        {"Content-Length": "-1"}, {"Content-Length": "9" * 30}, {"Content-Length": "9", "Expect": "100-continue"},
        {"Transfer-Encoding": "chunked"}, {"Content-Length": "1", "Transfer-Encoding": "x"},
        {"Content-Length": f"{len(body)}", "Transfer-Encoding": "chunked"},
        {"Content-Length": f"{len(body)}", "Content-Encoding": "gzip"},
        {"Content-Length": f"{len(body)}", "Content-Encoding": "br"},
    )  # fmt: skip
    return lot.choice(lies)


def _address(lot: Random) -> str:
    return f"198.51.{lot.randrange(256)}.{lot.randrange(256)}"
