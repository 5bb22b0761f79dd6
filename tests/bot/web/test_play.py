"""Playing on the page of a table: whoever opened a personal link, at their own tables, and nobody else."""

from __future__ import annotations

import json
from random import Random

import pytest

from bot.model.people import Location
from bot.screens.page import table_page
from bot.services.page_sessions import MAX_SESSIONS_PER_PERSON
from bot.services.watching import OWN_PATH
from bot.text.words import Words
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, HERE


async def table_of(backend, *people, game="azul"):
    """A table, the seat to act and its person."""
    room = await backend.table(*people, game=game)
    seat = room.to_act[0]
    return room, seat, next(one for one in people if one == room.occupants[seat])


async def browser_of(backend, site, person, origin=""):
    """A browser in which the person has opened a personal link."""
    browser = site.browser(origin)
    assert await browser.enter(await backend.services.page_sessions.create_link(person)) == 204
    return browser


async def test_a_personal_link_is_opened_once_and_known_by_a_cookie_that_no_script_reads(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    link, browser, other = await backend.services.page_sessions.create_link(person), site.browser(), site.browser()
    address = site.watching.own_address(room, link)
    assert address == f"{site.address}{OWN_PATH}{room.code}#{link}"
    assert await backend.services.page_sessions.person(link) is None  # it is no session yet
    assert await browser.enter(link) == 204
    assert "HttpOnly" in browser.cookie and "SameSite=Strict" in browser.cookie and "Path=/" in browser.cookie
    assert "Secure" not in browser.cookie  # this machine has no encryption
    assert await other.enter(link) == 403
    assert (await browser.get(f"{OWN_PATH}{room.code}/menu"))[0] == 200
    assert (await other.get(f"{OWN_PATH}{room.code}/menu"))[0] == 401


async def test_whoever_watches_is_shown_the_way_to_their_own_seat_and_nobody_else_is(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    link = (await site.watching.link(room)).removeprefix(site.address)
    own, other = await browser_of(backend, site, person), await browser_of(backend, site, CY)
    found = [json.loads((await one.get(f"{link}/seat"))[1]) for one in (own, other, site.browser())]
    assert found == [{"page": f"../table/{room.code}"}, {}, {}]
    assert await own.get(f"{link[:-1]}x/seat") == (200, "{}")
    await backend.services.servers.choose(room.place.guild, "page", ["watch"])
    assert await own.get(f"{link}/seat") == (200, "{}")


async def test_an_address_is_that_of_a_page_however_the_operator_has_written_it(backend, site):
    site.watching.open("https://Tables.Example.org:443/azul", "a token")
    browser = site.browser("https://tables.example.org")
    assert await browser.enter(await backend.services.page_sessions.create_link(ANA)) == 204
    assert "Path=/azul;" in browser.cookie


@pytest.mark.parametrize("game", ["azul", "pavilion", "match_five", "pillars"])
async def test_every_question_leads_to_a_preview_and_the_move_is_played(backend, site, game):
    room, _, person = await table_of(backend, ANA, BEN, game=game)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    menu = await browser.menu(table)
    while "move" not in menu:
        assert all(one["label"] for one in menu["answers"])
        menu = await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"])
    assert "<svg" in menu["svg"] and menu["head"] and menu["lines"]
    status, done = await browser.post(f"{table}/move", move=menu["move"], stamp=menu["stamp"])
    assert (status, done["said"][:11]) == (200, "You played:")
    assert len((await backend.rooms.room(room.id)).table.log) > len(room.table.log)


async def test_a_turn_that_has_begun_can_be_gone_back_in_where_only_one_move_is_left(backend, site):
    room, _, person = await table_of(backend, ANA, BEN, game="match_five")
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    for begun in (False, True):
        menu = await browser.menu(table)
        while "move" not in menu:
            assert menu["begun"] is begun
            menu = await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"])
        assert menu["begun"] is begun
        await browser.post(f"{table}/move", move=menu["move"], stamp=menu["stamp"])


async def test_answers_and_ticks_that_come_too_late_lead_to_the_first_question_which_says_so(backend, site):
    room, _, person = await table_of(backend, ANA, BEN, game="match_five")
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    first = await browser.menu(table)
    tile = first["answers"][0]["path"].split(".")[0]
    for late in ({"path": tile}, {"tiles": tile}, {"path": "~Exchange", "tiles": tile}):
        menu = await browser.menu(table, **late, stamp=first["stamp"] - 1)
        assert menu.pop("moved_on")
        assert menu == first
    assert "moved_on" not in await browser.menu(table, stamp=first["stamp"] - 1)  # nothing was answered


async def test_a_click_on_a_tile_answers_where_from_and_which(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    menu = await browser.menu(table)
    boxes = [tuple(box) for one in menu["answers"] for box in one["boxes"]]
    assert len(boxes) == len(set(boxes)) == 20  # the tiles of five displays
    menu = await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"])
    assert [len(one["boxes"]) for one in menu["answers"]] == [1] * 6  # five lines and the floor


async def test_what_was_answered_is_marked_and_what_stands_nowhere_is_drawn(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN, game="pillars")
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    lot = Random(1)
    while not any(str(move).startswith("4L") for move in room.table.view(seat).moves):
        room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    tiles = await browser.menu(table)
    piece = next(one for one in tiles["answers"] if one["label"].endswith("4L"))
    turns = await browser.menu(table, piece["path"])
    assert (tiles["given"], "svg" in tiles, turns["given"]) == ([], False, [])
    assert all(f">4L{turn}<" in turns["svg"] for turn in range(1, 9))
    cells = await browser.menu(table, turns["answers"][0]["path"])
    assert (cells["given"], "svg" in cells) == (piece["boxes"], False)


@pytest.mark.parametrize("game", ["azul", "match_five"])
async def test_a_question_begins_with_a_large_letter(backend, site, game):
    room, seat, person = await table_of(backend, ANA, BEN, game=game)
    lot = Random(3)
    while len(room.table.log) < 6 or room.to_act != (seat,):  # the first tile of Match Five has one cell only
        room = await backend.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    menus = [await browser.menu(table, one["path"]) for one in (await browser.menu(table))["answers"]]
    asked = [menu["asked"] for menu in menus if "asked" in menu]
    assert asked
    assert not [text for text in asked if text[0].islower()]


async def test_a_refused_place_tells_its_rule(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    while (room := await backend.rooms.room(room.id)).to_act != (seat,) or len(room.table.log) < 3:
        room = await backend.move(room, str(room.table.view(room.to_act[0]).moves[1]))
    first = (await browser.menu(table))["answers"]
    for one in first:
        menu = await browser.menu(table, one["path"])
        for no in menu.get("refused", ()):
            assert no["rule"] and no["why"] and len(no["boxes"]) == 1
            return
    raise AssertionError


async def test_what_is_not_allowed_is_said_and_nothing_changes(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    other = BEN if person == ANA else ANA
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    stamp = room.chairs[seat].stamp
    move = str(room.table.view(seat).moves[0])
    status, no = await browser.post(f"{table}/move", move="3Z9", stamp=stamp)
    assert (status, no["key"]) == (409, "rule") and no["no"]
    status, no = await browser.post(f"{table}/move", move=move, stamp=stamp - 1)
    assert (status, no["key"]) == (409, "stale") and no["no"]
    waiting = await browser_of(backend, site, other)
    status, no = await waiting.post(f"{table}/move", move=move, stamp=room.chairs[1 - seat].stamp)
    assert (status, no["key"]) == (409, "not_your_turn")
    assert (await waiting.menu(table))["key"] == "not_your_turn"
    assert len((await backend.rooms.room(room.id)).table.log) == len(room.table.log)


async def test_who_does_not_sit_there_finds_no_table(backend, site):
    room, *_ = await table_of(backend, ANA, BEN)
    stranger = await browser_of(backend, site, CY)
    for path in ("menu", "news", "waiting", "moments", "moments/0"):
        assert (await stranger.get(f"{OWN_PATH}{room.code}/{path}"))[0] == 404
        assert (await stranger.get(f"{OWN_PATH}zzz/{path}"))[0] == 404
    assert (await stranger.post(f"{OWN_PATH}{room.code}/move", move="1B1", stamp=0))[0] == 404


async def test_the_document_is_the_same_for_every_table_and_for_none(backend, site):
    room, *_ = await table_of(backend, ANA, BEN)
    _, one = await site.get(f"{OWN_PATH}{room.code}")
    assert one == (await site.get(f"{OWN_PATH}zzz"))[1]


async def test_a_request_of_another_page_changes_nothing(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    move = str(room.table.view(seat).moves[0])
    for browser.origin in ("", "null", "https://evil.example", "http://127.0.0.1"):
        assert (await browser.post(f"{table}/move", move=move, stamp=room.chairs[seat].stamp))[0] == 403
        assert (await browser.post("/leave"))[0] == 403
        assert await browser.enter(await backend.services.page_sessions.create_link(ANA)) == 403
    assert len((await backend.rooms.room(room.id)).table.log) == len(room.table.log)


async def test_a_body_that_is_no_answer_is_refused(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    for body in (
        "{", "[]", "[" * 900, '{"move": 3, "stamp": 1}', '{"move": "1B1"}', '{"move": "1B1", "stamp": true}',
        '{"ahead": "x"}', '{"move": "1B1", "stamp": 1, "ahead": ["p"]}',
    ):  # fmt: skip
        assert await browser.send(f"{table}/move", body, "application/json") == 400, body
    assert await browser.send(f"{table}/move", json.dumps({"move": "x" * 2_000}), "application/json") == 413
    for body, kind in (("move=1B1", "application/x-www-form-urlencoded"), ("{}", "text/plain")):
        assert await browser.send(f"{table}/move", body, kind) == 415


async def test_prepared_moves_are_kept_shown_and_taken_out(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    other = BEN if person == ANA else ANA
    browser, table = await browser_of(backend, site, other), f"{OWN_PATH}{room.code}"
    assert (await browser.waiting(table))["adds"] is True
    menu = await browser.menu(table, ahead="p")
    while "move" not in menu:
        menu = await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"], ahead="p")
    status, done = await browser.post(f"{table}/move", move=menu["move"], stamp=menu["stamp"], ahead="p")
    assert (status, done["said"][:9]) == (200, "Prepared:")
    assert (await browser.waiting(table))["count"] == 1
    assert await browser.post(f"{table}/out", place=None) == (200, {})
    assert (await browser.waiting(table))["count"] == 0
    assert len((await backend.rooms.room(room.id)).table.log) == len(room.table.log)


async def test_what_was_prepared_and_is_not_possible_any_more_is_told_with_the_first_question(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    other = BEN if person == ANA else ANA
    browser, table = await browser_of(backend, site, other), f"{OWN_PATH}{room.code}"
    menu = await browser.menu(table, ahead="p")
    while "move" not in menu:
        menu = await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"], ahead="p")
    await browser.post(f"{table}/move", move=menu["move"], stamp=menu["stamp"], ahead="p")
    await backend.move(
        room, next(str(move) for move in room.table.view(seat).moves if str(move)[:2] == menu["move"][:2])
    )
    menu = await browser.menu(table)
    assert menu["lapsed"][0].startswith("What you had prepared was not possible any more")
    assert (await browser.menu(table, menu["answers"][0]["path"], stamp=menu["stamp"]))["lapsed"] == []


async def test_a_move_is_taken_back_as_long_as_that_is_free(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    await browser.post(f"{table}/move", move=str(room.table.view(seat).moves[0]), stamp=room.chairs[seat].stamp)
    waiting = await browser.waiting(table)
    assert waiting["back"] == "free"
    assert (await browser.post(f"{table}/back", stamp=waiting["stamp"]))[0] == 200
    assert len((await backend.rooms.room(room.id)).table.log) == len(room.table.log)


@pytest.mark.parametrize(("agrees", "told"), [(True, "You agreed."), (False, "You did not agree.")])
async def test_who_is_asked_to_agree_answers_on_the_page(backend, site, agrees, told):
    room, seat, person = await table_of(backend, ANA, BEN)
    other = BEN if person == ANA else ANA
    await backend.move(room, str(room.table.view(seat).moves[0]))
    room = await backend.rooms.room(room.id)
    await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    browser, table = await browser_of(backend, site, other), f"{OWN_PATH}{room.code}"
    assert (await browser.post(f"{table}/consent", agrees=agrees))[0] == 409
    await backend.services.table_actions.propose(room.id, person.id, "take_back", backend.press)
    room = await backend.rooms.room(room.id)
    page, own = (table_page(room, Words(), room.seat_of(one.id)) for one in (other, person))
    assert f"{person.name} asks to take back a move" in page.turn.asked
    assert page.turn.asked not in page.lines  # it stands beside the answers
    assert own.turn.asked == ""
    assert page.turn.asked in own.lines
    status, done = await browser.post(f"{table}/consent", agrees=agrees)
    assert (status, done["said"].startswith(told)) == (200, True)
    later = await backend.rooms.room(room.id)
    assert (later.record.proposal, len(later.table.log)) == (None, len(room.table.log) - 2 * agrees)
    assert (await browser.post(f"{table}/consent", agrees=agrees))[1]["no"].startswith("That question is settled")


async def test_a_server_lets_people_only_watch(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    await backend.services.servers.choose(HERE.guild, "page", ["watch"])
    assert (await browser.get(f"{table}/menu"))[0] == 404
    assert (await site.get(await site.watching.link(room)))[0] == 200
    page = await site.watching.page_link(room)
    assert (page.may_play, bool(page.address)) == (False, True)


async def test_tables_in_direct_messages_and_private_channels_are_played_but_not_watched(backend, site):
    alone = await backend.lobby(ANA, game="azul", place=ALONE)
    await backend.rooms.add_robot(alone.id, ANA.id, "greedy", backend.press)
    alone = await backend.rooms.start(alone.id, ANA.id, backend.press)
    browser = await browser_of(backend, site, ANA)
    assert (await browser.get(f"{OWN_PATH}{alone.code}/menu"))[0] == 200
    assert (await site.watching.page_link(alone)).address == ""
    lobby = await backend.lobby(ANA, BEN, game="azul", place=Location(HERE.guild, 99))
    assert (await browser.get(f"{OWN_PATH}{lobby.code}/menu"))[0] == 404


async def test_signing_out_ends_the_news_of_every_browser(backend, site):
    room, seat, person = await table_of(backend, ANA, BEN)
    browser, table = await browser_of(backend, site, person), f"{OWN_PATH}{room.code}"
    async with browser.news(table) as news:
        assert (await news.next())["turn"] == {
            "stamp": room.chairs[seat].stamp, "acts": True, "prepares": False, "is_over": False, "paused": False,
            "asked": "", "panels": [],
        }  # fmt: skip
        await backend.services.page_sessions.end_all(person.id)
        await backend.move(room, str(room.table.view(seat).moves[0]))
        assert await news.next() == ""  # closed; whoever asks again is not known
    assert (await browser.get(f"{table}/menu"))[0] == 401


async def test_hands_are_seen_by_their_own_person_alone(backend, site):
    room = await backend.table(ANA, BEN, game="match_five")
    pages = []
    for person in (ANA, BEN):
        browser = await browser_of(backend, site, person)
        async with browser.news(f"{OWN_PATH}{room.code}") as news:
            pages.append(await news.next())
    async with site.news(await site.watching.link(room)) as news:
        public = await news.next()
    hands = [page["alt"] for page in pages]
    assert len({*hands, public["alt"]}) == 3
    assert "Your hand" in str(pages[0]["svg"]) and "Your hand" not in public["svg"]


async def test_a_browser_that_opens_link_after_link_is_one_browser_and_signs_out_no_other(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    phone, browser = await browser_of(backend, site, person), site.browser()
    for _ in range(MAX_SESSIONS_PER_PERSON + 1):
        backend.clock.time += 1
        assert await browser.enter(await backend.services.page_sessions.create_link(person)) == 204
    assert len(await backend.services.page_sessions.session_starts(person.id)) == 2
    assert [(await one.get(f"{OWN_PATH}{room.code}/menu"))[0] for one in (phone, browser)] == [200, 200]


async def test_leaving_ends_this_browser_only(backend, site):
    room, _, person = await table_of(backend, ANA, BEN)
    one, other = await browser_of(backend, site, person), await browser_of(backend, site, person)
    assert (await one.post("/leave"))[0] == 204
    states = [(await browser.get(f"{OWN_PATH}{room.code}/menu"))[0] for browser in (one, other)]
    assert states == [401, 200]
