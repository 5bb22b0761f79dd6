"""Watching a table in a browser: what everybody in the channel sees, live, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from bot.model.people import Location, Person
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, HERE, refusal_of
from tests.bot.support.site import changed, shapes

FAR = Person(1_573_641_467_438_563_329, "Zoe *Star*")


async def first_move(backend, room):
    """The room after the first move of its list."""
    return await backend.move(room, str(room.table.view(room.to_act[0]).moves[0]))


async def test_the_page_shows_the_table_as_its_channel_shows_it(backend, site):
    room = await backend.table(FAR, BEN, game="azul")
    link = await site.watching.link(room)
    status, page = await site.get(link)
    assert (status, '<html lang="en"' in page, "../page/azul.css" in page) == (200, True, True)
    async with site.news(link) as news:
        table = await news.next()
    assert table["title"] == "Azul #1 · round 1"
    assert "Zoe *Star* 0" in table["standing"]
    assert table["lines"][-1].endswith(" is to move.")
    assert table["alt"].startswith("Azul, colored wall, round 1")
    assert len(shapes(table)) > 50
    assert str(FAR.id) not in page + str(table)


async def test_a_move_is_told_as_what_has_changed(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    async with site.news(link) as news:
        before = await news.next()
        await first_move(backend, room)
        after = await news.next()
    async with site.news(link) as news:
        whole = await news.next()
    assert after["from"] == before["id"] != after["id"] == whole["id"]
    assert changed(shapes(before), after) == shapes(whole)
    assert sum(len(step[2]) for step in after["steps"]) < len(whole["svg"]) / 3
    assert " took " in after["lines"][0]


async def test_nothing_is_told_where_nothing_is_seen(backend, site):
    room = await backend.table(ANA, BEN, CY, game="azul")
    waits = room.occupants[next(seat for seat in range(3) if seat not in room.to_act)]
    async with site.news(await site.watching.link(room)) as news:
        await news.next()
        await backend.services.table_actions.follow(room.id, waits.id)
        backend.rooms.announce(room.id)  # as if another process had told of it
        room = await backend.rooms.room(room.id)
        await first_move(backend, room)
        told = await news.next()
    assert " took " in told["lines"][0]


async def gray_table(backend):
    """A table on Azul's gray wall, where everybody chooses columns at the same time now."""
    lobby = await backend.lobby(ANA, BEN, game="azul")
    record = await backend.store.load(lobby.id)
    await backend.store.save(record, replace(record, options={**record.options, "wall": "gray"}), None)
    room, lot = await backend.rooms.start(lobby.id, ANA.id, backend.press), Random(2)
    while len(room.to_act) < 2:
        moves = room.table.view(room.to_act[0]).moves
        room = await backend.move(room, str(max(moves, key=lambda move: (str(move)[-1] == "1", lot.random()))))
    return room


async def test_choices_that_wait_for_others_change_no_byte_but_who_is_ready(backend, site):
    told = []
    for place in (0, -1):
        room = await gray_table(backend)
        seat = room.to_act[0]
        choice = str(room.table.view(seat).moves[place])
        await backend.rooms.play(room.id, seat, room.chairs[seat].stamp, choice, backend.press)
        async with site.news(await site.watching.link(room)) as news:
            told.append((await news.next(), choice))
    (one, first), (other, last) = told
    assert first != last
    assert {**one, "title": ""} == {**other, "title": ""}
    assert any("Ready: " in line for line in one["lines"])


async def test_the_page_speaks_the_language_of_the_browser(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    for spoken in ("hu", "hu-HU,hu;q=0.9,en;q=0.8", "fr, hu"):
        headers = {"Accept-Language": spoken}
        _, page = await site.get(link, **headers)
        assert "Mi történt" in page
        async with site.news(link, **headers) as news:
            assert (await news.next())["title"] == "Azul #1 · 1. forduló"


async def test_high_contrast_has_a_drawing_of_its_own(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    async with site.news(link) as plain, site.news(link, "contrast") as contrast:
        assert (await plain.next())["id"] != (await contrast.next())["id"]


async def test_the_end_is_told_with_who_has_won(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    async with site.news(link) as news:
        await news.next()
        await backend.services.table_actions.resign(room.id, ANA.id, backend.press)
        over = await news.next()
    assert over["title"].endswith("final")
    assert over["lines"][0].startswith("Ben")
    assert await site.watching.link(await backend.rooms.room(room.id)) == link


async def test_a_link_that_is_taken_back_ends_the_page_and_never_works_again(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    watching = site.watching
    old = await watching.link(room)
    async with site.news(old) as news:
        await news.next()
        await watching.close(room)
        assert await news.next() == "gone"
    assert await watching.link(room) == ""
    await watching.reopen(room)
    new = await watching.link(room)
    assert new not in ("", old)
    assert [(await site.get(link))[0] for link in (old, new)] == [404, 200]


async def test_only_the_host_and_managers_take_a_link_back(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    offers = site.watching.offers
    assert await offers(room, ANA.id, may_manage=False) == "close"
    assert await offers(room, BEN.id, may_manage=False) == ""
    assert await offers(room, CY.id, may_manage=True) == "close"
    await site.watching.close(room)
    assert await offers(room, ANA.id, may_manage=False) == "open"


async def test_a_server_that_wants_no_pages_has_none(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    await backend.services.servers.choose(HERE.guild, "page", ["off"])
    assert await site.watching.link(room) == ""
    assert (await site.get(link))[0] == 404


async def test_a_channel_that_not_everybody_sees_has_no_pages(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)

    async def nowhere(_):
        return False

    site.watching.is_public = nowhere
    assert await site.watching.link(room) == ""
    assert (await site.get(link))[0] == 404


async def test_tables_in_direct_messages_and_lobbies_have_no_pages(backend, site):
    lobby = await backend.lobby(ANA, BEN, game="azul", place=Location(HERE.guild, 99))
    assert await site.watching.link(lobby) == ""
    alone = await backend.lobby(ANA, game="azul", place=ALONE)
    await backend.rooms.add_robot(alone.id, ANA.id, "greedy", backend.press)
    alone = await backend.rooms.start(alone.id, ANA.id, backend.press)
    assert await site.watching.link(alone) == ""


async def test_a_table_that_is_forgotten_with_its_server_ends_its_page(backend, site):
    room = await backend.table(ANA, BEN, game="azul")
    link = await site.watching.link(room)
    async with site.news(link) as news:
        await news.next()
        await backend.services.servers.forget(HERE.guild)
        backend.rooms.announce(room.id)  # what is looked at every few seconds anyway
        assert await news.next() == "gone"
    assert (await refusal_of(site.watching.table(link.rpartition("/")[2]))).key == "gone"


async def test_a_secret_tells_nothing_of_another_table(backend, site):
    one, other = await backend.table(ANA, BEN, game="azul"), await backend.table(ANA, CY, game="azul")
    secrets = [re.fullmatch(r".*/watch/(\w+)-([\w-]{22})", await site.watching.link(room)) for room in (one, other)]
    assert secrets[0][2] != secrets[1][2]
    assert (await site.get(f"/watch/{secrets[1][1]}-{secrets[0][2]}"))[0] == 404
    site.watching.open(site.address, "another token")
    assert (await site.get(f"/watch/{secrets[0][1]}-{secrets[0][2]}"))[0] == 404
