"""A person who is deleted stands in no byte of any file, wherever Tessera had written them down."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.logic.lobby import LobbyPreset
from bot.logic.seats import play_for_absent
from bot.model.notifications import Notification
from bot.model.people import Location, Person, Robot
from bot.model.puzzle import ALL_SERVERS, DailyPuzzle
from bot.playground.protocol import WireObject
from bot.services.privacy import UPKEEP_INTERVAL as DAY
from bot.store.database import Conflict
from bot.store.erasure import NAMELESS, PERSONAL_COLUMNS
from bot.store.migrations import prepare
from engine.robots.review import JudgedDecision, JudgedLine
from tests.bot.support.rooms import ANA, BEN, CY, HERE, backend_at, rows, write_rows

ZOE = Person(1_573_641_467_438_563_329, "Zőe Traceable")
ONCE = Person(ZOE.id, "Formerly Findable")  # the same person under an earlier name
DIRECT = Location(None, 1_573_641_467_438_577_777)

# By what words docs/PRIVACY.md tells of each table. A new table needs a row there.
TOLD = {
    "people": "account number of people", "known_names": "every name that they had", "log": "moves, positions",
    "rooms": "server, channel and message of a table", "seats": "until when somebody must move",
    "results": "results of rated games", "ratings": "ratings computed", "rating_changes": "what each game changed",
    "room_events": "besides moves", "proposals": "asked for something, agreed", "films": "film of a table",
    "rematches": "the rematch of", "outbox": "messages that are due", "pending_posts": "a message being posted",
    "stale_messages": "buttons are to be removed", "notifications": "still to be told",
    "unreachable_rooms": "cannot be shown and why", "lobby_habits": "options of the lobby",
    "preferences": "chose in `/me`", "guests": "seat is kept in a lobby", "offers": "seat was offered",
    "handovers": "who left a seat", "lobby_removals": "sent away", "followers": "person follows",
    "imports": "`/import`", "server_settings": "`/settings`", "departures": "without the bot",
    "heartbeats": "last at work", "processes": "processes at work", "rating_rules": "version of its rules",
    "presses": "numbers of presses", "roomless_presses": "numbers of presses",
    "shared_pages": "a page was shown to a channel", "prepared_turns": "prepared",
    "reviews": "decisions and draws of a game that is over", "puzzles": "puzzle of each day",
    "puzzle_attempts": "answered to puzzles", "solved_days": "days on which a person solved",
    "folded_logs": "moves, positions", "deletions": "how often", "watch_links": "links to the page of a table",
    "page_sessions": "browsers in which you play",
}  # fmt: skip

# Columns that hold neither an account number of a person nor a name. A new column belongs here, or into
# bot/store/erasure.py: into PLACES and into a sentence that takes a person out of it.
HARMLESS = {
    "roomless_presses": "press at",
    "room_events": "room n log_length kind at",
    "proposals": "room seat length target agreed at kind",
    "unreachable_rooms": "room reason first_attempt last_attempt is_retrying",
    "server_settings": "guild key value",
    "deletions": "one count since until scrub_due last_scrub",
    "departures": "guild at",
    "films": "room channel message",
    "lobby_habits": "game options terms",
    "folded_logs": "room form moves lines",
    "followers": "room",
    "rating_changes": "room here_before here everywhere_before everywhere settled",
    "guests": "room n since is_notified",
    "handovers": "room n seat log_length kind at",
    "imports": "id whole at log_length tried_moves change",
    "log": "room n seat move stamp at how",
    "offers": "room seat at",
    "outbox": "room length change since worker until needs_repost",
    "pending_posts": "room channel nonce picture change length changed_at at",
    "shared_pages": "message page at",
    "prepared_turns": "room seat n moves whole lapsed",
    "presses": "press room at",
    "processes": "name first last count since seen",
    "heartbeats": "first last count at",
    "ratings": "game guild season edition mu sigma games wins streak best think turns week earlier earlier_games"
    " settled",
    "rating_rules": "one version",
    "reviews": "room length decisions complete judged draws luck",
    "puzzles": "id day game guild record judged",
    "puzzle_attempts": "id puzzle moves change at answer solved",
    "solved_days": "day",
    "rematches": "room earlier",
    "lobby_removals": "room",
    "results": "room seat game edition guild finished level rank points mark think turns longest",
    "rooms": "id game edition options phase host_seen guild opened changed_at seed state length change message posted"
    " shown_length terms lobby_channel first_seat match paused folded",
    "seats": "room seat level lobby_place stamp owes_move mark clock_started due remind_at"
    " deadline_moved missed_deadlines may_extend bank is_paused",
    "stale_messages": "message room channel length at retries",
    "notifications": "id room kind channel facts since due until",
    "page_sessions": "digest is_link since until",
    "watch_links": "room revocations closed",
    "preferences": "key value",
}


@pytest_asyncio.fixture(loop_scope="session")
async def backend(database):
    async with backend_at(database) as backend:
        yield backend


def varint(number):
    """How SQLite writes a number of more than 56 bits that is the key of a row."""
    rest, low = number >> 8, number & 0xFF
    return bytes(0x80 | (rest >> shift) & 0x7F for shift in range(49, -1, -7)) + bytes([low])


def forms(person):
    """The number and the name as any file could hold them."""
    number = str(person.id).encode()
    name = [person.name.encode(), json.dumps(person.name)[1:-1].encode()]
    return [number, person.id.to_bytes(8, "big"), person.id.to_bytes(8, "little"), varint(person.id), *name]


async def found(backend, *people):
    """Which of these bytes stand in the file or beside it, or on a server in any row of any table."""
    wanted = {form for person in people for form in forms(person)}
    if (path := getattr(backend.store.database.port, "path", None)) is not None:
        contents = [one.read_bytes() for one in sorted(path.parent.iterdir()) if one.is_file()]
    else:
        tables = {place.partition(".")[0] for place in PERSONAL_COLUMNS} | set(HARMLESS)
        every = [await rows(backend.store, f"SELECT {table}::text FROM {table}") for table in sorted(tables)]
        contents = [row.encode() for table in every for (row,) in table]
    return {form for form in wanted if any(form in content for content in contents)}


async def remains(backend, *people):
    """The same a day later, when traces have been removed."""
    backend.clock.time += DAY
    assert await backend.services.upkeep.remove_traces()
    return await found(backend, *people)


async def lived(backend):
    """Zőe has left something behind wherever that is possible; the running tables, and one that is over."""
    rooms, life = backend.rooms, backend.services.table_actions
    await backend.services.servers.choose(HERE.guild, "channel", ["20"])
    await lobbies(backend)
    alone = await rooms.open("stones", ZOE, DIRECT, backend.press)
    await rooms.start(alone.id, ZOE.id, backend.press)
    running, left = await backend.table(ZOE, ANA, BEN), await backend.table(ONCE, ANA, BEN)
    await life.resign(left.id, ZOE.id, backend.press)
    replaced = await backend.table(ONCE, ANA, CY)
    await life.hand_to_robot(replaced.id, replaced.seat_of(ZOE.id))
    await life.take_over(replaced.id, BEN, replaced.seat_of(ZOE.id), backend.press)  # nothing links her to it any more
    ended = await backend.table(ANA, ZOE)
    await rooms.end(ended.id, ZOE, True, backend.press)
    over = await finished(backend, await backend.table(ZOE, ANA))
    again, _ = await life.rematch(over.id, ANA, backend.press)
    assert again.record.guests == (ZOE,)
    invited = "UPDATE rooms SET invited = ? WHERE id = ?"  # as a file from before the guests had it
    await write_rows(backend.store, invited, ZOE.id, again.id)
    for person in (ZOE, BEN):
        text = f"tessera 1\ngame stones\nname 1 {ZOE.name}\nname 2 Ben\n"
        await backend.store.sandboxes.add(person, (text, True), 0.0, 20)
        await backend.store.preferences.set(person, "theme", "dark")
    await backend.services.seats.offer(running.id, ZOE, running.seat_of(ZOE.id), CY, backend.press)
    other = await backend.table(ANA, BEN)
    await backend.services.seats.offer(other.id, ANA, other.seat_of(ANA.id), ZOE, backend.press)
    await backend.store.followers.add(other.id, ZOE.id)
    await solved(backend)
    sessions = backend.services.page_sessions
    await sessions.open(await sessions.create_link(ZOE))
    await sessions.create_link(ZOE)
    await rooms.save_name(ZOE)
    return running, over


async def solved(backend):
    store, line = backend.store.puzzles, JudgedLine(("1B2",), 1.0, 0.5)
    puzzle = DailyPuzzle(0, "2026-11-23", "stones", ALL_SERVERS, "tessera 1", JudgedDecision(0, 0, (line,), 0, True))
    await store.save(puzzle)
    one = await store.open(ZOE, await store.load_daily("2026-11-23", "stones", ALL_SERVERS))
    assert await store.move(one, ("1B2",), 9.0)
    await store.judge(one, puzzle.judged, solved=True)


async def lobbies(backend):
    rooms, thrown = backend.rooms, await backend.lobby(ANA, ZOE, BEN)
    await rooms.remove(thrown.id, ANA.id, str(ZOE.id), backend.press)
    noted = await backend.lobby(ZOE, ANA)
    await backend.services.lobbies.reset_to_defaults(noted.id, ZOE, backend.press)
    await backend.services.lobbies.answer(noted.id, ZOE, ("pile", "40"), backend.press)
    await rooms.leave(noted.id, ZOE.id, backend.press)
    cancelled = await backend.lobby(ZOE)
    await rooms.cancel(cancelled.id, ZOE.id, backend.press)
    await rooms.open("stones", BEN, Location(7, 72), backend.press, LobbyPreset((ZOE,)))
    await rooms.open("stones", ZOE, Location(7, 73), backend.press, LobbyPreset((CY,)))
    for host, guest in ((BEN, ZOE), (ZOE, CY)):
        declined = await rooms.open("stones", host, Location(7, 74), backend.press, LobbyPreset((guest,)))
        await rooms.leave(declined.id, guest.id, backend.press)


async def finished(backend, room):
    while room.phase == "playing":
        seat = room.to_act[0]
        room = await backend.move(room, str(room.table.view(seat).moves[-1]))
    return room


def test_every_column_is_known_to_hold_people_or_not(tmp_path):
    prepare(tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {f"{table}.{row[1]}" for table in tables for row in database.execute(f"PRAGMA table_info({table})")}
    harmless = {f"{table}.{column}" for table, named in HARMLESS.items() for column in named.split()}
    assert not harmless & PERSONAL_COLUMNS
    assert {one for one in columns if not one.startswith("sqlite_")} == harmless | PERSONAL_COLUMNS


def test_every_table_of_the_file_is_told_in_the_privacy_page(tmp_path):
    prepare(tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db")) as database:
        named = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    page = (Path(__file__).parents[3] / "docs" / "PRIVACY.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if row.startswith("|")]
    assert {one for one in named if not one.startswith("sqlite_")} == set(TOLD)
    assert [table for table, words in TOLD.items() if sum(words in row for row in rows) != 1] == []


async def holding(store):
    """The columns in which Zőe is found by number, by a name, or by the channel of her direct messages."""
    wanted = [str(ZOE.id), str(DIRECT.channel), *(json.dumps(one.name)[1:-1] for one in (ZOE, ONCE)), ZOE.name]
    every = {place: await rows(store, "SELECT {1} FROM {0}".format(*place.split("."))) for place in PERSONAL_COLUMNS}
    return {place for place, some in every.items() if any(one in str(value) for (value,) in some for one in wanted)}


@pytest.mark.sqlite
async def test_no_byte_of_a_deleted_person_is_left(backend):
    await lived(backend)
    before = {varint(ZOE.id), ZOE.id.to_bytes(8, "big"), ZOE.name.encode(), ONCE.name.encode()}
    assert before <= await found(backend, ZOE, ONCE)
    await backend.services.privacy.erase(ZOE.id)
    assert await remains(backend, ZOE, ONCE) == set()
    path = backend.store.database.port.path
    assert path.with_name("tessera.db-wal").stat().st_size < 5_000  # the one page that says there are no traces
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_deleted_person_stands_in_no_row(backend):
    running, _ = await lived(backend)
    assert await holding(backend.store) == PERSONAL_COLUMNS  # so that each sentence has something to take out
    assert {str(ZOE.id).encode(), ONCE.name.encode()} & await found(backend, ZOE, ONCE)
    assert running.id in await backend.services.privacy.erase(ZOE.id)
    assert (await holding(backend.store), await remains(backend, ZOE, ONCE)) == (set(), set())
    finished_tables = backend.services.table_actions.finished_tables
    assert await backend.rooms.list_for_person(ZOE.id) == await finished_tables(ZOE.id, 0) == []


async def test_tables_go_on_with_a_robot_on_a_nameless_seat_and_logs_stay(backend):
    running, over = await lived(backend)
    mine = running.seat_of(ZOE.id)
    await backend.services.privacy.erase(ZOE.id)
    room = await backend.rooms.room(running.id)
    assert room.occupants[mine] == Robot("greedy", f"{NAMELESS} {mine + 1}")
    assert (room.chairs[mine].departure, room.phase, room.record.host in (ANA, BEN)) == ("gone", "playing", True)
    assert room.record.room_events[-1].kind == "gone"
    assert running.id in dict(await backend.rooms.list_due_rooms())
    played = await finished(backend, await backend.rooms.move_robots(room.id))
    assert played.phase == "over"
    again = await backend.rooms.room(over.id)
    assert again.table == over.table
    assert [one.name for one in again.occupants if one != ANA] == [f"{NAMELESS} {over.seat_of(ZOE.id) + 1}"]
    assert again.chairs[over.seat_of(ZOE.id)].departure == "erased"


async def test_a_seat_that_was_kept_warm_for_somebody_deleted_is_free_to_take(backend):
    room = await backend.table(ANA, ZOE, BEN)
    mine = room.seat_of(ZOE.id)
    await backend.rooms.change(room.id, None, lambda record: play_for_absent(record, mine, 5.0))
    await backend.services.privacy.erase(ZOE.id)
    room = await backend.rooms.room(room.id)
    free = room.chairs[mine]
    assert (free.departure, free.former_person, free.occupant.name) == ("gone", None, f"{NAMELESS} {mine + 1}")
    assert (await backend.services.table_actions.take_over(room.id, CY, mine, backend.press)).seat_of(CY.id) == mine


async def test_whoever_took_over_from_somebody_deleted_keeps_seat_and_name(backend):
    room = await backend.table(ANA, ZOE, BEN)
    mine = room.seat_of(ZOE.id)
    await backend.services.table_actions.hand_to_robot(room.id, mine)
    await backend.services.table_actions.take_over(room.id, CY, mine, backend.press)
    await backend.services.privacy.erase(ZOE.id)
    assert (await backend.rooms.room(room.id)).occupants[mine] == CY


async def test_results_of_two_who_were_deleted_are_not_those_of_one(backend):
    await finished(backend, await backend.table(ZOE, CY, ANA))
    for person in (ZOE, CY):
        await backend.services.privacy.erase(person.id)
    people = [person for (person,) in await rows(backend.store, "SELECT person FROM results")]
    assert len(set(people)) == 3
    assert [person for person in people if person > 0] == [ANA.id]


async def test_no_clock_and_no_note_wait_for_somebody_who_was_deleted(backend):
    room = await backend.table(ANA, ZOE, game="votes", clock="daily")
    record, mine = await backend.store.load(room.id), room.seat_of(ZOE.id)
    late = tuple(replace(chair, missed_deadlines=1) for chair in record.chairs)
    told = Notification("timed_out", ZOE.id, facts={"seat": mine})
    await backend.store.save(record, replace(record, chairs=late, notifications=(told,)), None)
    await backend.services.privacy.erase(ZOE.id)
    chair = (await backend.store.load(room.id)).chairs[mine]
    assert (chair.deadline, chair.missed_deadlines) == (None, 0)
    assert await backend.store.notifications.due_notifications(9e9) == []
    assert chair.stamp > record.chairs[mine].stamp


async def test_where_nobody_else_plays_the_game_is_over(backend):
    room = await backend.lobby(ZOE)
    await backend.rooms.add_robot(room.id, ZOE.id, "random", backend.press)
    room = await backend.rooms.start(room.id, ZOE.id, backend.press)
    await backend.services.privacy.erase(ZOE.id)
    room = await backend.rooms.room(room.id)
    assert (room.phase, room.to_act) == ("over", ())
    assert await backend.store.rooms.rooms_awaiting_robots() == []


async def test_somebody_elses_namesake_keeps_the_name(backend):
    other = Person(77, ZOE.name)
    room = await backend.table(other, ANA, BEN)
    await backend.services.table_actions.resign(room.id, other.id, backend.press)
    mine = await backend.table(ZOE, ANA, BEN)
    await backend.services.table_actions.resign(mine.id, ZOE.id, backend.press)
    await backend.services.privacy.erase(ZOE.id)
    names = [(await backend.rooms.room(one.id)).record.room_events[-1].facts["name"] for one in (room, mine)]
    assert names == [ZOE.name, NAMELESS]


async def seated(backend):
    return await backend.table(ZOE, ANA, BEN)


async def resigned(backend):
    room = await backend.table(ANA, ZOE, BEN)
    return await backend.services.table_actions.resign(room.id, ZOE.id, backend.press)


async def offered(backend):
    room = await backend.table(ANA, BEN)
    return await backend.services.seats.offer(room.id, ANA, room.seat_of(ANA.id), ZOE, backend.press)


@pytest.mark.parametrize("lot", [seated, resigned, offered])
async def test_a_step_that_was_begun_before_does_not_bring_the_person_back(backend, lot):
    room = await lot(backend)
    record = await backend.store.load(room.id)
    await backend.services.privacy.erase(ZOE.id)
    offers = tuple(replace(offer, at=offer.at + 1) for offer in record.offers)
    later = replace(record, chairs=tuple(replace(chair, missed_deadlines=1) for chair in record.chairs), offers=offers)
    with pytest.raises(Conflict):
        await backend.store.save(record, later, backend.press)
    assert await remains(backend, ZOE) == set()


async def test_a_guest_who_was_only_invited_is_deleted_like_anybody(backend):
    room = await backend.rooms.open("stones", BEN, Location(7, 72), backend.press, LobbyPreset((ZOE,)))
    await backend.store.privacy.erase(ZOE.id, backend.clock.time)  # the lobby could not be changed before: it was busy
    assert await remains(backend, ZOE) == set()
    assert (await backend.rooms.room(room.id)).record.guests == ()


async def test_deleting_somebody_unknown_or_twice_changes_nothing(backend):
    room = await backend.table(ANA, BEN)
    for _ in range(2):
        assert await backend.services.privacy.erase(ZOE.id) == []
    assert await backend.rooms.room(room.id) == room


async def test_the_file_tells_what_is_the_persons_own_and_nothing_of_others(backend):
    running, over = await lived(backend)
    told: WireObject = json.loads(await backend.services.privacy.export(ZOE))
    assert told["account"] == str(ZOE.id)
    assert set(told["names"]) == {ZOE.name, ONCE.name}
    assert told["wishes"] == {"theme": "dark"}
    assert told["removed"] == ["#1"]
    assert told["follows"][0] in told["invited"]  # the seat that Ana offers her there
    assert running.tag in told["handed"]
    assert len(told["invited"]) == 3  # Ben keeps a seat for her, and so does the rematch
    assert len(told["notifications"]) == 2  # she declined, which Ben is to be told, and Cy, which she is to be told
    game = next(one for one in told["tables"] if one["table"] == over.tag)
    mine = [entry.text for entry in over.table.log if entry.seat == over.seat_of(ZOE.id)]
    assert [move["move"] for move in game["moves"]] == mine
    assert game["result"]["points"] == over.table.state.scores()[over.seat_of(ZOE.id)][0]
    assert running.tag in [one["table"] for one in told["tables"]]
    text = json.dumps(told["tables"])
    assert not [person.name for person in (ANA, BEN, CY) if person.name in text or f'"{person.id}"' in text]
    assert HERE.channel not in told["tables"]


async def test_what_remains_of_somebody_unknown_is_an_empty_file(backend):
    told = json.loads(await backend.services.privacy.export(ZOE))
    assert (told["names"], told["tables"], told["records"]) == ([], [], [])
