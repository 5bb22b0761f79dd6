"""What every server of ours does with requests that no browser sends: nothing is unpacked, nothing is repeated."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from contextlib import asynccontextmanager, suppress

import pytest
from aiohttp import web

from bot import http_server
from bot.http_server import DEFAULT_HEADERS, ServerLimits, is_private, serve_http
from bot.settings import Address
from tests.bot.support.site import free_port

HEAD = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
BIG, MUCH = "a" * 50, 32 << 20
PACKED = ("gzip", "deflate", "br", "zstd", "GZIP", "x", "identity, gzip", "")


@asynccontextmanager
async def served(limits):
    """A server that answers with what it was brought; what it answers to these bytes."""

    async def answer(request):
        return web.Response(text=f"{len(await request.read())} bytes")

    async def fail(_):
        raise RuntimeError("a fault")

    app, address = web.Application(), Address("127.0.0.1", free_port())
    app.add_routes([web.post("/", answer), web.get("/fault", fail)])

    async def ask(sent):
        reader, writer = await asyncio.open_connection(*address)
        writer.write(sent if isinstance(sent, bytes) else sent.encode())
        answer = await reader.read()
        writer.close()
        return answer.decode()

    async with serve_http(app, address, limits):
        yield ask


async def test_a_packed_body_is_refused_before_it_is_read():
    async def refused(ask, how):
        packed = (gzip.compress if "zip" in how.lower() else zlib.compress)(b" " * 1_000)
        head = f"{HEAD}Content-Encoding: {how}\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
        assert (await ask(head)).startswith("HTTP/1.1 415")  # nothing of the body was sent
        assert (await ask(head + packed)).startswith("HTTP/1.1 415")
        assert (await ask(head.replace(b"POST / ", b"POST /nowhere ") + packed)).startswith("HTTP/1.1 415")

    async with served(ServerLimits()) as ask:  # which waits a second for the rest of each body
        await asyncio.gather(*(refused(ask, how) for how in PACKED))


async def test_a_body_is_kept_packed_where_a_handler_would_read_it(monkeypatch):
    monkeypatch.setattr(ServerLimits, "refusal_status", lambda *_: None)
    packed = zlib.compress(b" " * 1_000)
    head = f"{HEAD}Content-Encoding: deflate\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
    async with served(ServerLimits()) as ask:
        assert (await ask(head + packed)).endswith(f"{len(packed)} bytes")


async def test_a_body_is_taken_as_it_is():
    plain = f"{HEAD}Content-Encoding: identity\r\nContent-Length: 3\r\n\r\n"
    async with served(ServerLimits(max_body=3)) as ask:
        assert (await ask(f"{plain}abc")).endswith("3 bytes")


async def test_a_body_has_to_say_how_long_it_is_and_may_be_only_so_long():
    async with served(ServerLimits(max_body=3)) as ask:
        assert (await ask(f"{HEAD}Content-Length: 4\r\n\r\nabcd")).startswith("HTTP/1.1 413")
        assert (await ask(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")).startswith("HTTP/1.1 411")
    async with served(ServerLimits()) as ask:
        assert (await ask(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")).endswith("1 bytes")


@pytest.mark.parametrize(
    "text",
    [
        f"GET /{BIG} HTTP/9.9\r\n\r\n",
        f"{BIG}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\n{BIG}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nX-Long: {BIG * 200}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n" + f"X: {BIG}\r\n" * 100 + "\r\n",
        f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {BIG}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: {BIG}\r\n\r\n",
        f"GET /{BIG} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        f"{BIG} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
async def test_an_answer_to_what_cannot_be_read_repeats_nothing_and_names_no_version(text):
    async with served(ServerLimits()) as ask:
        answer = await ask(text)
    assert answer.startswith("HTTP/1.") and answer[9] == "4"
    assert not [word for word in (BIG, "Python", "aiohttp", "Server:", "Traceback") if word in answer]


async def test_an_answer_to_what_cannot_be_read_has_all_our_headers():
    async with served(ServerLimits(headers=DEFAULT_HEADERS | {"X-Robots-Tag": "noindex"})) as ask:
        for text in ("GET / HTTP/9.9\r\n\r\n", f"{HEAD}Content-Encoding: gzip\r\n\r\n"):
            answer = await ask(text)
            for line in ("X-Robots-Tag: noindex", "Cache-Control: no-store", "X-Content-Type-Options: nosniff"):
                assert f"{line}\r\n" in answer


async def test_a_fault_is_answered_without_a_word_of_it_and_written_down_with_a_code(caplog):
    async with served(ServerLimits()) as ask:
        answer = await ask("GET /fault HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.startswith("HTTP/1.1 500")
    assert "a fault" not in answer
    assert [(one.getMessage(), len(one.code)) for one in caplog.records] == [("fault of a server", 6)]


async def test_whoever_takes_nothing_in_is_left(monkeypatch):
    monkeypatch.setattr(http_server, "RESPONSE_TIMEOUT", 0.01)
    left = asyncio.Event()

    async def much(request):
        answer = web.Response(body=bytes(MUCH))
        request.task.add_done_callback(lambda _: left.set())
        return answer

    app, address = web.Application(), Address("127.0.0.1", free_port())
    app.add_routes([web.get("/", much)])
    async with serve_http(app, address, ServerLimits()):
        reader, writer = await asyncio.open_connection(*address, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await left.wait()
        taken_in = 0
        with suppress(ConnectionError):
            while piece := await reader.read(MUCH):
                taken_in += len(piece)
        assert taken_in < MUCH
        writer.close()


async def test_whoever_says_nothing_or_half_a_head_is_left(monkeypatch):
    monkeypatch.setattr(http_server, "FIRST_REQUEST_TIMEOUT", 0.01)
    async with served(ServerLimits()) as ask:
        for text in ("", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "):
            with suppress(ConnectionError):  # it may be reset
                assert await ask(text) == ""


async def test_there_are_only_so_many_connections():
    async with served(ServerLimits(max_connections=0)) as ask:
        with suppress(ConnectionError):
            assert await ask(f"{HEAD}\r\n") == ""
    async with served(ServerLimits(max_connections=1)) as ask:
        assert "200" in await ask(f"{HEAD}\r\n")


async def test_whoever_serves_hears_what_was_refused():
    heard = []
    async with served(ServerLimits(on_refusal=heard.append)) as ask:
        for text in (f"{HEAD}Content-Encoding: gzip\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", f"{HEAD}\r\n"):
            await ask(text)
    assert heard == [415, 400]


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1", True), ("203.0.113.5", True), ("[::1]", True), ("localhost", True), ("tessera", True),
        ("bot.internal", True), ("tables.example.org", True), ("TABLES.example.org", True),
        ("evil.example", False), ("127.0.0.1.evil.example", False), ("", False), ("localhost.evil.example", False),
        ("127.0.0.1@evil.example", False),
    ],
)  # fmt: skip
async def test_only_a_host_that_can_be_ours_is_answered(host, is_ours):
    async with served(ServerLimits(host_names=("tables.example.org",))) as ask:
        for port in ("", ":9464"):
            answer = await ask(f"POST / HTTP/1.1\r\nHost: {host}{port}\r\nConnection: close\r\n\r\n")
            assert answer.startswith("HTTP/1.1 200" if is_ours else "HTTP/1.1 421")
    assert is_private("evil.example", ()) is False
