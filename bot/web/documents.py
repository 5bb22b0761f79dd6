"""Files of the pages: documents with their texts filled in, scripts, stylesheets, fonts. Independent of tables.

All files are read once; no text from a request is used as a file name.
"""

import re
from collections.abc import Mapping
from functools import cache
from gzip import compress
from html import escape
from pathlib import Path

from aiohttp import web

from bot.text.words import Words
from engine import GAMES, Game
from engine.files import resource_path
from render import font_css, role_css, theme_css, theme_names

PAGE_FILES_PATH = "/page/"
PAGE_FOLDER = Path(__file__).parent / "page"
CONTENT_TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
CACHE_HEADERS = {"Cache-Control": "public, max-age=300"}
VARY_HEADERS = {"Vary": "Accept-Encoding"}  # otherwise a cache sends it to browsers that cannot read it

_PLACEHOLDER = re.compile(r"\{\{([a-z_.]+)\}\}")


def routes() -> list[web.RouteDef]:
    """Routes of the files that every page uses."""
    return [web.get(PAGE_FILES_PATH + "{name}", _file), web.get("/robots.txt", _robots)]


def document(name: str, words: Words, facts: Mapping[str, str]) -> str:
    """Return the document in the language of `words`; each `{{key}}` becomes the fact of that name, else the text."""
    said = {"language": words.language, **facts}
    return _PLACEHOLDER.sub(
        lambda gap: escape(said[gap[1]] if gap[1] in said else words(gap[1])), _text(f"{name}.html")
    )


def answer_document(name: str, words: Words, facts: Mapping[str, str], status: int = 200) -> web.Response:
    """Return that document as a response."""
    return web.Response(text=document(name, words, facts), content_type="text/html", status=status)


def answer_table(words: Words, script: str, game: Game | None = None, *, is_own: bool) -> web.Response:
    """Return the document of a table; its script loads the content, and the game's colors if `game` is not given.

    `is_own`: whether its texts address a player of this table, otherwise spectators.
    """
    facts = {"sheet": game.key if game else "page", "name": game.title if game else "Tessera", "script": script}
    if is_own:
        facts |= {"only": words("page.own_only"), "gone": words("page.own_gone")}
    else:
        facts |= {"only": words("watch.only"), "gone": words("watch.gone")}
    return answer_document("table", words, facts)


@cache
def _text(name: str) -> str:
    return (PAGE_FOLDER / name).read_text("utf-8")


@cache
def _files() -> dict[str, tuple[bytes, bytes, str]]:
    """Every file by name: plain, compressed, content type. Fonts are compressed already."""
    found = {path.name: path.read_bytes() for path in PAGE_FOLDER.iterdir() if path.suffix in CONTENT_TYPES}
    found["page.css"] = font_css().encode() + found["page.css"]
    for game in GAMES:
        colors = (theme_css(theme, game, f':root[data-theme="{theme}"]') for theme in theme_names())
        found[f"{game}.css"] = (role_css(game) + "".join(colors)).encode()
    packed = {name: (content, compress(content, mtime=0)) for name, content in found.items()}
    packed |= {path.name: (path.read_bytes(), b"") for path in resource_path("fonts").glob("*.woff2")}
    return {name: (*both, CONTENT_TYPES[Path(name).suffix]) for name, both in packed.items()}


async def _file(request: web.Request) -> web.Response:
    found = _files().get(request.match_info["name"])
    if found is None:
        raise web.HTTPNotFound
    plain, packed, kind = found
    headers = CACHE_HEADERS | (VARY_HEADERS if packed else {})
    if not packed or "gzip" not in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=plain, content_type=kind, headers=headers)
    return web.Response(body=packed, content_type=kind, headers={**headers, "Content-Encoding": "gzip"})


async def _robots(_: web.Request) -> web.Response:
    return web.Response(text="User-agent: *\nDisallow: /\n")
