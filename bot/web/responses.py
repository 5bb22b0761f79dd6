"""How a request wants to be answered, and answers in JSON. Knows no address of a page and nobody who asks."""

import json
from typing import Any

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.text.words import Words, languages, words_for


def wants_contrast(request: web.Request) -> bool:
    """Whether the drawing is for high contrast."""
    return request.query.get("look") == "contrast"


def browser_language(request: web.Request) -> str:
    """The first language that the browser asks for and that there is; "" for none."""
    named = {language.lower(): language for language in languages()}
    for part in request.headers.get("Accept-Language", "").split(","):
        wanted = part.partition(";")[0].strip().lower()
        for name in (wanted, wanted.partition("-")[0]):
            if name in named:
                return named[name]
    return ""


def request_words(request: web.Request, room: PlayedRoom) -> Words:
    """The words of that language, else of the server's."""
    return words_for(browser_language(request) or room.record.language)


def compact_json(found: dict[str, Any] | list[str]) -> str:
    """The facts as JSON, as short as it can be."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def json_response(found: dict[str, Any] | list[str], status: int = 200) -> web.Response:
    """The facts as JSON, compressed where the browser takes that."""
    answer = web.Response(text=compact_json(found), content_type="application/json", status=status)
    answer.enable_compression()
    return answer
