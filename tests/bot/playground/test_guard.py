"""No page of another site speaks with the local Discord, on any of its routes, and no packed body is unpacked there."""

from __future__ import annotations

import gzip
import json

import aiohttp
import pytest

from bot.playground.address import activity_secret
from bot.playground.server import Server

ROUTES = {  # every route of the server, as the router writes it: a request that it would answer
    "/gateway": ("GET", "/gateway"),
    "/api/v10/{rest}": ("GET", "/api/v10/gateway/bot"),
    "/attachments/{channel}/{id}/{name}": ("GET", "/attachments/1/2/board.png"),
    "/emojis/{id}.png": ("GET", "/emojis/1.png"),
    "/local/people": ("GET", "/local/people"),
    "/local/live": ("GET", "/local/live?person=1"),
    "/{file}": ("GET", "/index.html"),
}
NOWHERE = ("POST", "/nothing/here")
OTHERS = {  # what a browser says of a request that a page of another site makes
    "another page": {"Origin": "https://evil.example"},
    "a page on another port": {"Origin": "http://127.0.0.1:1"},
    "a page without a name": {"Origin": "null"},
    "nobody": {"Origin": ""},
    "a rebound name": {"Host": "evil.example:8787"},
    "a rebound name and its page": {"Host": "evil.example:8787", "Origin": "http://evil.example:8787"},
    "a name that looks like ours": {"Host": "127.0.0.1.evil.example"},
    "a name before ours": {"Host": "evil.example@127.0.0.1"},
    "no sound name": {"Host": "[127.0.0.1"},
    "the machine's other names": {"Host": "0.0.0.0:8787"},
    "a picture elsewhere": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    "a script on another port": {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    "a frame elsewhere": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
}
OWN = (
    {},
    {"Origin": "ours"},
    {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},  # a link
)


@pytest.fixture
async def asked(local):
    """Status and text for that request."""
    async with aiohttp.ClientSession() as client:

        async def ask(method, path, headers=None, **more):
            if (headers or {}).get("Origin") == "ours":
                headers = {**headers, "Origin": local.url}
            async with client.request(method, f"{local.url}{path}", headers=headers, **more) as answer:
                return answer.status, await answer.text()

        yield ask


def test_every_route_is_among_these(local):
    routes = {route.resource.canonical for route in local.server._app.router.routes()}
    assert routes == set(ROUTES)


async def test_no_route_answers_a_page_of_another_site(local, asked):
    token = {"Authorization": f"Bot {local.token}"}
    for method, path in (*ROUTES.values(), NOWHERE):
        for who, headers in OTHERS.items():
            status, text = await asked(method, path, {**headers, **token})
            assert status == 403, (path, who)
            assert text == "Only programs of this machine and the page of this server are answered."
    assert local.requests() == []


async def test_its_own_page_and_programs_of_this_machine_are_answered(local, asked):
    for who in OWN:
        status, text = await asked("GET", "/local/people", who)
        assert (status, json.loads(text)[0]["global_name"]) == (200, "Ana")
        assert (await asked("GET", "/", who))[0] == 200
        assert (await asked("GET", "/api/v10/gateway/bot", {**who, "Authorization": f"Bot {local.token}"}))[0] == 200


async def test_a_page_at_the_other_name_of_this_machine_is_its_own(local, asked):
    port = local.url.rpartition(":")[2]
    headers = {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"}
    assert (await asked("GET", "/local/people", headers))[0] == 200


async def test_only_a_link_leads_here_from_elsewhere(asked):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert (await asked("GET", "/", headers))[0] == 200
    assert (await asked("POST", "/api/v10/oauth2/token", headers, data={"code": "1"}))[0] == 403


@pytest.mark.parametrize("who", ["another page", "a rebound name and its page"])
async def test_no_page_of_another_site_opens_a_socket(local, who):
    async with aiohttp.ClientSession() as client:
        for path in ("/gateway", f"/local/live?person={local.person('Ana').id}"):
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await client.ws_connect(f"{local.url}{path}", headers=OTHERS[who])
    assert local.server.gateway.sessions == local.server.tabs.tabs == []


async def test_a_packed_body_is_answered_before_it_is_read(local, asked):
    for method, path in (*ROUTES.values(), NOWHERE):
        for packing in ("deflate", "gzip", "br", "zstd", "identity, gzip", "x"):
            status, text = await asked(method, path, {"Content-Encoding": packing}, data=b"no packed bytes")
            assert (status, text) == (415, "415: Unsupported Media Type\n"), (path, packing)
    assert local.requests() == []


async def test_a_packed_part_of_a_form_is_not_unpacked(local, asked):
    raw = b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\nContent-Encoding: gzip\r\n\r\n'
    raw += gzip.compress(b'{"content": "unpacked"}') + b"\r\n--x--\r\n"
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "multipart/mixed; boundary=x"}
    status, _ = await asked("POST", f"/api/v10/channels/{local.channel('games')}/messages", headers, data=raw)
    assert status == 400
    assert local.invalid.pop().endswith("The request body contains invalid JSON.")


async def test_sockets_take_no_packed_frames(local):
    async with aiohttp.ClientSession() as client:
        for path in ("/gateway", f"/local/live?person={local.person('Ana').id}"):
            async with client.ws_connect(f"{local.url}{path}", compress=15) as socket:
                assert socket.compress == 0


async def test_the_token_is_another_one_at_each_start():
    servers = [Server() for _ in range(3)]
    tokens = {one.token for one in servers}
    assert (len(tokens), min(map(len, tokens)) >= 32, "local" in tokens) == (3, True, False)
    assert len({activity_secret(one) for one in tokens} | tokens) == 6
