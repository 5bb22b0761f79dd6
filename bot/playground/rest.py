"""Discord's REST interface: parses each HTTP request, logs it, applies injected failures, answers it.

Independent of the world: `simulation` carries requests out, and `rules` checks what Discord forbids.
"""

import io
import json
import re
import socket
import struct
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from aiohttp import BodyPartReader, web

from bot.playground.address import API_PATH
from bot.playground.faults import FaultRule, Faults
from bot.playground.limits import MAX_API_REQUEST_BYTES
from bot.playground.protocol import Call, RestAnswer, Upload, WireObject, error_answer
from bot.playground.rules import Rules

ABANDONED_REQUEST = FaultRule("*", "*", "reset")  # for a hanging request whose client has given up: no answer
RATE_LIMIT_HEADERS = {"X-RateLimit-Limit": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0"}
FORM_TYPE = "application/x-www-form-urlencoded"
TOKEN_PATHS = re.compile(r"/(interactions|webhooks)/\d+/[^/]+(/|$)")  # paths whose token replaces the password [D1.14]


@dataclass
class LoggedRequest:
    """A logged request and its answer, for assertions.

    `call`: the request. `answer`: None until it is answered. `struck`: whether a fault was injected.
    """

    call: Call
    answer: RestAnswer | None = None
    struck: bool = False

    @property
    def is_answered(self) -> bool:
        """Whether the request has been answered."""
        return self.answer is not None


class Rest:
    """The REST interface for one bot token."""

    def __init__(self, rules: Rules, faults: Faults, token: str, logged: int) -> None:
        """`logged`: how many requests `log` keeps. `watchers` are called for each request and again for its answer."""
        self.rules, self.faults, self.token = rules, faults, token
        self._activities = rules.activities
        self.log: deque[LoggedRequest] = deque(maxlen=logged)
        self.watchers: list[Callable[[LoggedRequest], None]] = []

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        call = await _read_call(request)
        entry = LoggedRequest(call or Call(request.method, request.path.removeprefix(API_PATH)))
        self.log.append(entry)
        fault = self.faults.take_fault(entry.call.method, entry.call.path)
        entry.struck = fault is not None
        self._notify_watchers(entry)
        if fault is not None and fault.kind == "hang":
            await self.faults.released.wait()
            fault = None if request.transport is not None else ABANDONED_REQUEST
        answer = self._answer(call, request) if fault is None or fault.after else RestAnswer(500)
        entry.answer = answer if fault is None else _strike(fault, request)
        self._notify_watchers(entry)
        return _response(entry.answer or RestAnswer(500), entry.call)

    def _answer(self, call: Call | None, request: web.Request) -> RestAnswer:
        """Answer by the rules, unless the request is malformed [D1.15] or has a wrong token [D1.9]."""
        if (request.content_length or 0) > MAX_API_REQUEST_BYTES:
            return error_answer(413, 40005, "Request entity too large")
        if call is None:
            return error_answer(400, 50109, "The request body contains invalid JSON.")
        password = request.headers.get("Authorization", "")
        if (signed := self._activities.sign_in(call, password)) is not None:
            return signed
        if not TOKEN_PATHS.match(call.path) and password != f"Bot {self.token}":
            return error_answer(401, 0, "401: Unauthorized")
        return self.rules.serve(call)

    def _notify_watchers(self, entry: LoggedRequest) -> None:
        for watcher in self.watchers:
            watcher(entry)


def _strike(fault: FaultRule, request: web.Request) -> RestAnswer:
    if fault.kind == "reset" and request.transport is not None:
        # Without lingering the kernel sends a reset, as when a router dies.
        line = request.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()
    return fault.answer


async def _read_call(request: web.Request) -> Call | None:
    reason = request.headers.get("X-Audit-Log-Reason")
    call = Call(request.method, request.path.removeprefix(API_PATH), dict(request.query), reason=reason)
    kind = request.headers.get("Content-Type", "").lower()  # parsing it with aiohttp costs more than this function
    try:
        if kind.startswith("multipart/"):
            body, files = await _read_form(request)
            return replace(call, body=body, files=files)
        if kind.partition(";")[0].strip() == FORM_TYPE:
            return replace(call, body=dict(await request.post()))
        raw = await request.read()
        return replace(call, body=json.loads(raw)) if raw else call
    except ValueError:
        return None


async def _read_form(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    body: Any = None
    files: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("a form within a form")  # noqa: TRY004  # handled as an unreadable body
        if part.name == "payload_json":
            body = json.loads(bytes(await part.read(decode=False)))  # compressed parts are not unpacked
        elif part.name:
            content = bytes(await part.read(decode=False))
            number = part.name.removeprefix("files[").removesuffix("]")
            files[number] = Upload(part.filename or "file", io.BytesIO(content))
    message: WireObject = body if isinstance(body, dict) else {}
    for inner in ("data", "message"):
        message = message[inner] if isinstance(message.get(inner), dict) else message
    for attachment in message.get("attachments") or []:  # they give the files their names and alt texts
        file = files.get(str(attachment.get("id")))
        if file is not None:
            file.filename = attachment.get("filename") or file.filename
            file.description = attachment.get("description")
    return body, tuple(files[name] for name in sorted(files))


def _response(answer: RestAnswer, call: Call) -> web.Response:
    headers = dict(answer.headers)
    if not TOKEN_PATHS.match(call.path):  # requests with the token of an interaction have no rate limit
        # The rate limit that every answer reports [D1.4]: one request at a time, the next one immediately.
        kind = f"{call.method} {re.sub(r'[0-9]+', '', call.path)}"
        bucket = blake2b(kind.encode(), digest_size=16).hexdigest()
        headers = {**RATE_LIMIT_HEADERS, "X-RateLimit-Bucket": bucket, **headers}
    if answer.body is None:
        return web.Response(status=answer.status, headers=headers)
    # With a charset in the type discord.py would not parse the body [D1.3].
    body = json.dumps(answer.body).encode()
    return web.Response(status=answer.status, body=body, content_type="application/json", headers=headers)
