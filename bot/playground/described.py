"""Messages as Discord describes them, made of simcord's: addresses of files, numbers as texts, what is left out.

Knows no world, only shapes.
"""

import json
from collections.abc import Callable, Collection
from typing import Any

from bot.playground.wire import Json, parts

MESSAGE = {"components", "attachments", "channel_id"}  # fields that only a message has


def finished(message: Json) -> Json:
    """The message with the addresses of its files in its embeds, and with every number in its components as a text."""
    for file in message["attachments"]:
        message["embeds"] = moved(message["embeds"], f"attachment://{file['filename']}", file["url"])
    for part in parts(message["components"]):  # the library sends numbers, which a page cannot hold exactly
        chosen = [one for option in part.get("options") or () for one in [option.get("emoji")]]
        for one in [*(part.get("default_values") or ()), part.get("emoji"), *chosen]:
            if one and one.get("id"):
                one["id"] = str(one["id"])
    return message


def answered(body: Any, pinged: Callable[[Json], Collection[int]]) -> Any:
    """The body of an answer, in which every message is as the bot gets it; `pinged` says whom a message pinged."""
    if isinstance(body, list):
        return [answered(one, pinged) for one in body]
    if not isinstance(body, dict):
        return body
    inner = {key: answered(value, pinged) for key, value in body.items()}
    return _to_the_bot(finished(inner), pinged(inner)) if set(inner) >= MESSAGE else inner


def _to_the_bot(message: Json, pinged: Collection[int]) -> Json:
    """Without files that embeds or components show [D2.4], and people whom it mentions but did not ping [D2.5]."""
    shown = json.dumps([message["embeds"], message["components"]])
    files = [file for file in message["attachments"] if json.dumps(file["url"]) not in shown]
    mentions = [user for user in message["mentions"] if int(user["id"]) in pinged]
    return {**message, "attachments": files, "mentions": mentions}


def moved(value: Any, old: str, new: str) -> Any:
    """The same, but that every text which contains `old` has `new` in its place."""
    if isinstance(value, str):
        return value.replace(old, new) if old in value else value
    if isinstance(value, list):
        return [moved(one, old, new) for one in value]
    if isinstance(value, dict):
        return {key: moved(one, old, new) for key, one in value.items()}
    return value
