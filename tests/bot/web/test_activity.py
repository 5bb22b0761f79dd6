"""Signing in to the Activity, with the real client at the local Discord: who gets in, who does not, what is told."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import LineFormatter
from bot.model.people import Person as Account
from bot.playground.protocol import RestAnswer
from bot.services import activity as activity_module
from bot.web import traffic_limits as limits_module
from bot.web.server import SECURITY_HEADERS
from tests.bot.support.activity import entered, opened, set_up, tables
from tests.bot.support.local_discord import PATIENCE
from tests.bot.support.site import site_of

OTHER_APPLICATION = 2**60
WAYS = ("/oauth2/token", "/users/@me", "/applications/*/activity-instances/*")


@pytest.fixture
async def site(running_bot):
    """The pages of the bot's tables, and the Activity that shows them."""
    async with site_of(running_bot.services) as site:
        set_up(running_bot, site)
        yield site


@pytest.fixture
def unlimited(monkeypatch):
    """One address may ask as often as it wants."""
    monkeypatch.setattr(limits_module, "REQUEST_BURST", 1_000_000)


# who gets in


async def test_whoever_opens_it_in_a_channel_sees_its_tables(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    await running_bot.table(ana, ben, channel="tables")
    status, given = await entered(site, *opened(local, ben, games))
    assert status == 200
    assert [one["code"] for one in given["tables"]] == ["1"]
    assert "Ana" in given["tables"][0]["text"]
    assert await tables(site, given["token"]) == (200, given["tables"])


async def test_a_list_that_is_late_is_asked_for_again(site, running_bot, local, ana, games):
    local.server.rules.activities.hides_people = 2
    assert (await entered(site, *opened(local, ana, games)))[0] == 200


async def test_a_table_that_the_lobby_has_moved_into_a_thread_is_one_of_the_channel(
    site, running_bot, local, ana, ben, games
):
    await running_bot.table(ana, ben, where="thread")
    await running_bot.shown()
    assert (await running_bot.rooms.room(1)).place.channel != games
    _, given = await entered(site, *opened(local, ana, games))
    assert [one["code"] for one in given["tables"]] == ["1"]


# who does not


async def test_a_wrong_code_is_refused_and_a_right_one_counts_once(site, local, ana, games):
    right, instance = opened(local, ana, games)
    for code in ("", "made-up", "é", "x" * 500, 7, None, ["x"]):
        assert (await entered(site, code, instance))[0] in (400, 403)
    assert [(await entered(site, right, instance))[0] for _ in range(2)] == [200, 403]


async def test_an_instance_that_does_not_exist_is_closed_or_is_of_other_people_is_refused(site, local, ana, ben, games):
    for instance in ("", "i-made-up", "..", "../commands", "i/../../users/@me", "x" * 500, 7, None):
        code, _ = opened(local, ana, games)
        assert (await entered(site, code, instance))[0] in (400, 403)
    asked = {one.call.path.rpartition("/")[2] for one in local.requests("GET", "*/activity-*")}
    assert asked <= {"i-made-up", "7", "None"}
    code, instance = opened(local, ana, local.channel("tables"))
    local.server.rules.activities.leave(ana.id, instance)
    assert (await entered(site, code, instance))[0] == 403
    _, instance = opened(local, ben, local.channel("threads"))
    code, _ = opened(local, ana, games)
    assert (await entered(site, code, instance))[0] == 403


async def test_an_instance_of_another_application_is_refused(site, local, ana, games):
    code, instance = opened(local, ana, games)
    told = local.server.rules.activities.describe_instance(str(local.server.simulation.bot_id), instance).body
    answer = RestAnswer(200, {**told, "application_id": str(OTHER_APPLICATION)})
    local.faults.refuse("GET", "/applications/*/activity-instances/*", answer, times=10)
    assert (await entered(site, code, instance))[0] == 403


async def test_the_channel_is_the_one_that_discord_names(site, running_bot, local, ana, ben, games):
    """Nothing of the page's own address is believed: the instance alone says where it is open."""
    await running_bot.table(ana, ben)
    code, instance = opened(local, ana, local.channel("tables"))
    body = {"code": code, "instance": instance, "channel_id": str(games), "guild_id": str(local.guild)}
    async with site.asked.post(f"{site.address}/activity/enter", json=body) as answer:
        assert (await answer.json())["tables"] == []


async def test_a_forged_token_is_refused(site, local, ana, games):
    _, given = await entered(site, *opened(local, ana, games))
    for token in ("", "made-up", "é", "x" * 5_000, given["token"][:-1], given["token"] + "A"):
        assert (await tables(site, token))[0] in (400, 401)


async def test_a_token_ends_when_nobody_uses_it_and_in_any_case_some_day(site, running_bot, local, ana, games):
    at, activity = [running_bot.rooms.now()], running_bot.services.activity
    activity.now = lambda: at[0]
    _, given = await entered(site, *opened(local, ana, games))
    began = at[0]
    while at[0] < began + activity_module.MAX_TOKEN_LIFE:  # it is used all the time
        assert (await tables(site, given["token"]))[0] == 200
        at[0] += activity_module.UNUSED_TOKEN_LIFE - 1
    assert (await tables(site, given["token"]))[0] == 401
    _, given = await entered(site, *opened(local, ana, games))
    at[0] += activity_module.UNUSED_TOKEN_LIFE
    assert (await tables(site, given["token"]))[0] == 401


async def test_a_token_ends_once_discord_says_that_its_person_has_left(site, running_bot, local, ana, games):
    at, activity = [running_bot.rooms.now()], running_bot.services.activity
    activity.now = lambda: at[0]
    code, instance = opened(local, ana, games)
    _, given = await entered(site, code, instance)
    at[0] += activity_module.PRESENCE_CHECK_INTERVAL
    local.faults.fail("GET", "/applications/*/activity-instances/*", status=503, times=10)
    assert (await tables(site, given["token"]))[0] == 200  # Discord is away
    local.server.rules.activities.leave(ana.id, instance)
    local.faults.rules.clear()
    at[0] += activity_module.PRESENCE_CHECK_INTERVAL
    assert (await tables(site, given["token"]))[0] == 401


async def test_whoever_deletes_their_data_or_signs_out_everywhere_is_out_there_too(
    site, running_bot, local, ana, ben, games
):
    _, hers = await entered(site, *opened(local, ana, games))
    _, his = await entered(site, *opened(local, ben, games))
    await running_bot.services.privacy.erase(ana.id)
    assert (await tables(site, hers["token"]))[0] == 401
    assert (await tables(site, his["token"]))[0] == 200
    await running_bot.services.page_sessions.end_all(ben.id)
    assert (await tables(site, his["token"]))[0] == 401


async def test_a_person_has_some_tokens_and_all_people_together_too(
    site, local, ana, ben, games, monkeypatch, unlimited
):
    monkeypatch.setattr(activity_module, "MAX_TOKENS", 7)
    hers = [(await entered(site, *opened(local, ana, games)))[1]["token"] for _ in range(6)]
    his = [(await entered(site, *opened(local, ben, games)))[1]["token"] for _ in range(3)]
    found = [(await tables(site, one))[0] for one in (*hers, *his)]
    assert found == [401, 401, 200, 200, 200, 200, 200, 200, 200]


async def test_pages_of_others_cannot_sign_in(site, local, ana, games):
    code, instance = opened(local, ana, games)
    assert (await entered(site, code, instance, Origin="https://example.org"))[0] == 403
    proxy = f"https://{local.server.simulation.bot_id}.discordsays.com"
    assert (await entered(site, code, instance, Origin=proxy))[0] == 200


async def test_what_is_no_question_is_refused(site):
    for body in (b"", b"[]", b"{}", b"[" * 1_000, b"\xff", b'{"code": "x"}', b"x" * 2_000):
        kind = {"Content-Type": "application/json"}
        async with site.asked.post(f"{site.address}/activity/enter", data=body, headers=kind) as answer:
            assert answer.status in (400, 413)


# what somebody may do there


async def told(site, token, path, **more):
    """Status and text of what is found there with that token."""
    return await site.get(path, Authorization=f"Bearer {token}", **more)


async def test_whoever_has_no_seat_watches_what_the_channel_shows(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben, game="match_five")
    await running_bot.table(ana, ben, channel="tables")
    _, given = await entered(site, *opened(local, local.person("Cy"), games))
    assert [(one["base"], one["plays"]) for one in given["tables"]] == [("activity/tables/1", False)]
    token, here = given["token"], "/activity/tables/1"
    link = await running_bot.services.watching.link(await running_bot.rooms.room(1))
    async with site.news(link) as news, site.news(here, Authorization=f"Bearer {token}") as inside:
        assert await inside.next() == await news.next()
    for way in ("/moments", "/moments/0"):
        assert await told(site, token, here + way) == await site.get(link + way)
    assert "You see what everybody in the channel sees" in (await told(site, token, here))[1]
    for elsewhere in ("/activity/tables/2", "/activity/tables/2/news", "/activity/tables/zz", "/table/1/news"):
        assert (await told(site, token, elsewhere))[0] == 404
    for way in ("", "/news", "/moments", "/moments/0"):
        assert (await site.get(here + way))[0] == 401


async def test_whoever_has_a_seat_plays_at_the_tables_of_that_channel(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    await running_bot.table(ana, ben, channel="tables")
    room = await running_bot.rooms.room(1)
    person = next(one for one in (ana, ben) if room.seat_of(one.id) in room.to_act)
    _, given = await entered(site, *opened(local, person, games))
    assert [(one["base"], one["plays"]) for one in given["tables"]] == [("table/1", True)]
    step = json.loads((await told(site, given["token"], "/table/1/menu"))[1])
    move = {"move": str(room.table.view(room.to_act[0]).moves[0]), "stamp": step["stamp"]}
    proxy = f"https://{local.server.simulation.bot_id}.discordsays.com"
    headers = {"Authorization": f"Bearer {given['token']}", "Origin": proxy}
    evil = {**headers, "Origin": "https://evil.example"}
    for table, sent, status in (("2", headers, 404), ("1", evil, 403), ("1", headers, 200)):
        async with site.asked.post(f"{site.address}/table/{table}/move", json=move, headers=sent) as answer:
            assert answer.status == status
    assert len((await running_bot.rooms.room(1)).table.log) > len(room.table.log)


async def test_where_the_server_lets_people_watch_only_nobody_plays(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    await running_bot.services.servers.choose(local.guild, "page", ["watch"])
    _, given = await entered(site, *opened(local, ana, games))
    assert [(one["base"], one["plays"]) for one in given["tables"]] == [("activity/tables/1", False)]
    assert (await told(site, given["token"], "/table/1/menu"))[0] == 404


async def test_a_channel_that_only_some_see_has_its_tables_there_too(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    heard = running_bot.client.wait_for("guild_channel_update", timeout=PATIENCE)
    local.server.simulation.forbid(games, local.guild, ["view_channel"])
    await heard
    assert await running_bot.services.watching.link(await running_bot.rooms.room(1)) == ""
    _, given = await entered(site, *opened(local, ana, games))  # who owns the server sees all its channels
    assert [one["code"] for one in given["tables"]] == ["1"]


async def test_a_token_does_nothing_about_cookies(site, running_bot, local, ana, games):
    sessions, person = running_bot.services.page_sessions, Account(ana.id, "Ana")
    cookie, link = await sessions.open(await sessions.create_link(person)), await sessions.create_link(person)
    _, given = await entered(site, *opened(local, ana, games))
    headers = {"Authorization": f"Bearer {given['token']}", "Cookie": f"tessera={cookie}"}
    for way in ("/enter", "/leave"):
        async with site.asked.post(site.address + way, json={"link": link}, headers=headers) as answer:
            assert (answer.status, answer.headers.get("Set-Cookie")) == (403, None)
        assert await sessions.person(cookie) == ana.id


async def test_news_end_when_the_token_does(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    _, given = await entered(site, *opened(local, ana, games))
    async with site.news("/table/1", Authorization=f"Bearer {given['token']}") as news:
        await news.next()
        running_bot.services.activity.forget(ana.id)
        await running_bot.services.table_actions.resign(1, ben.id, 1)
        assert await news.answer.content.read() == b"\n"  # that of the last event
    assert (await told(site, given["token"], "/table/1/news"))[0] == 401


async def test_where_news_are_held_back_the_newest_is_asked_for(site, running_bot, local, ana, ben, games):
    await running_bot.table(ana, ben)
    _, given = await entered(site, *opened(local, local.person("Cy"), games))
    path = "/activity/tables/1/news?once=1"
    _, first = await told(site, given["token"], path)
    name, page = first.split("\n")[:2]
    assert json.loads(page.removeprefix("data: "))["title"].startswith("Azul #1")
    assert await told(site, given["token"], f"{path}&seen={name.removeprefix('id: ')}") == (200, ":\n\n")
    assert (await told(site, given["token"], f"{path}&seen=another"))[1] == first


# when something is missing


async def test_without_discord_nobody_gets_in_and_the_page_is_told_to_come_again(site, local, ana, games):
    for path in WAYS:
        local.faults.fail("*", path, status=503)
        assert (await entered(site, *opened(local, ana, games)))[0] == 503
    assert (await entered(site, *opened(local, ana, games)))[0] == 200


async def test_made_up_codes_do_not_flood_discord(site, running_bot, local, ana, games, unlimited):
    at, activity = [running_bot.rooms.now()], running_bot.services.activity
    activity.now = lambda: at[0]
    code, instance = opened(local, ana, games)
    found = [
        (await entered(site, f"made-up-{n}", instance))[0] for n in range(activity_module.MAX_SIGN_IN_FAILURES + 5)
    ]
    assert found == [403] * activity_module.MAX_SIGN_IN_FAILURES + [503] * 5
    assert len(local.requests("POST", "/oauth2/token")) == activity_module.MAX_SIGN_IN_FAILURES
    at[0] += activity_module.SIGN_IN_FAILURE_WINDOW
    assert (await entered(site, code, instance))[0] == 200


async def test_a_wrong_secret_is_the_operators_matter(running_bot, local, ana, games, caplog):
    async with site_of(running_bot.services) as site:
        set_up(running_bot, site, secret="another")
        assert (await entered(site, *opened(local, ana, games)))[0] == 503
    assert "TESSERA_ACTIVITY_SECRET_FILE" in caplog.text
    assert "another" not in caplog.text


async def test_without_an_operators_word_there_is_nothing(running_bot, local, ana, games):
    async with site_of(running_bot.services) as site:
        assert (await site.get("/"))[0] == 404
        assert (await entered(site, "code", "instance"))[0] == 404
        assert (await tables(site, "made-up"))[0] == 401


# what is told and written down


async def test_only_its_first_page_may_be_in_a_frame_and_only_in_one_of_discord(site, local):
    async with site.asked.get(f"{site.address}/") as answer:
        policy, text = answer.headers["Content-Security-Policy"], await answer.text()
        assert "X-Frame-Options" not in answer.headers
    proxy = f"https://{local.server.simulation.bot_id}.discordsays.com"
    assert policy.replace(f"{local.url} {proxy}", "'none'") == SECURITY_HEADERS["Content-Security-Policy"]
    assert "<style" not in text
    assert text.count("<script") == text.count('<script type="module" src="page/activity.js"></script>') == 1
    for path in ("/page/activity.js", "/page/page.css", "/activity/tables", "/watch/1-x"):
        async with site.asked.get(site.address + path) as answer:
            assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS, path


async def test_codes_tokens_and_numbers_are_not_in_the_log(
    site, running_bot, local, ana, ben, games, caplog, unlimited
):
    caplog.set_level(logging.DEBUG)
    await running_bot.table(ana, ben)
    code, instance = opened(local, ana, games)
    _, given = await entered(site, code, instance)
    secrets = [code, instance, given["token"]]
    for path in WAYS:
        local.faults.fail("*", path, status=503)
        code, instance = opened(local, ana, games)
        assert (await entered(site, code, instance))[0] == 503
        secrets.append(code)
    await entered(site, "made-up-code", instance)
    ours = [record for record in caplog.records if record.name.startswith("bot.") and "playground" not in record.name]
    lines = "\n".join(LineFormatter("text").format(record) for record in ours)
    assert "did not say who" in lines
    assert [one for one in (*secrets, str(ana.id), str(games), "made-up-code") if one in lines] == []


async def test_people_behind_discords_address_do_not_wait_for_each_other(site, local, ana, ben, games, monkeypatch):
    _, hers = await entered(site, *opened(local, ana, games))
    _, his = await entered(site, *opened(local, ben, games))
    monkeypatch.setattr(limits_module, "REQUEST_INTERVAL", 600.0)
    monkeypatch.setattr(limits_module, "REQUEST_BURST", 3)
    found = [(await tables(site, hers["token"]))[0] for _ in range(4)]
    assert found == [200, 200, 200, 429]
    assert (await tables(site, his["token"]))[0] == 200
