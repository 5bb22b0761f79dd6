"""What a request says about its response (language, contrast), and JSON responses. Independent of pages and people."""

import json
from typing import Any

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.text.words import Words, languages, words_for


def wants_contrast(request: web.Request) -> bool:
    """Whether the drawing is wanted in high contrast."""
    return request.query.get("look") == "contrast"


def browser_language(request: web.Request) -> str:
    """The first available language that the browser asks for; "" for none."""
    named = {language.lower(): language for language in languages()}
    for part in request.headers.get("Accept-Language", "").split(","):
        wanted = part.partition(";")[0].strip().lower()
        for name in (wanted, wanted.partition("-")[0]):
            if name in named:
                return named[name]
    return ""


def request_words(request: web.Request, room: PlayedRoom) -> Words:
    """The words in the browser's language, else in the server's."""
    return words_for(browser_language(request) or room.record.language)


def compact_json(found: dict[str, Any] | list[str]) -> str:
    """Return the facts as JSON without spaces."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def json_response(found: dict[str, Any] | list[str], status: int = 200) -> web.Response:
    """Return the facts as JSON, compressed if the browser accepts that."""
    answer = web.Response(text=compact_json(found), content_type="application/json", status=status)
    answer.enable_compression()
    return answer
