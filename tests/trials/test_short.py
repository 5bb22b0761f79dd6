"""Every campaign in small, and that each would find what it looks for. Knows no rules."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from bot.delivery import table_tasks
from bot.model.people import Location
from bot.web.live_pages import LivePages
from bot.web.server import routes
from engine import GAMES
from tests.bot.support.local_discord import LocalDiscord
from tests.bot.support.rooms import backend_at
from tests.bot.support.tessera import tessera
from tests.trials import (
    crowd,
    disk,
    events,
    faults,
    fleet,
    flood,
    forged,
    forged_requests,
    fuzz,
    games,
    looks,
    outage,
    page_games,
    positions,
    postgres,
    power,
    races,
    repeats,
    restart,
    secrets,
    secrets_pages,
    soak,
    strangers,
)
from tests.trials.disks import POSSIBLE
from tests.trials.ground import ground
from tests.trials.worlds import World, pairs


def all_good(figures):
    assert [str(figure) for figure in figures if not figure.good] == []


async def test_no_move_is_lost_or_doubled_while_a_fifth_of_all_requests_fails():
    all_good(await faults.figures(8, tables=3, seconds=0.5))


@pytest.mark.asyncio(loop_scope="session")  # that of the browser
async def test_two_play_on_their_pages_and_a_third_on_discord(window):
    all_good(await page_games.seen(window, 3, page_games.WAYS[-1:]))


needs_disk = pytest.mark.skipif(not POSSIBLE, reason="nothing can be put under the SQLite of this Python")


@needs_disk
async def test_no_move_is_lost_that_anybody_was_told_of_before_the_power_went():
    all_good(await power.figures(4))


@needs_disk
async def test_the_look_at_files_finds_a_disk_that_never_makes_anything_safe():
    assert [figure for figure in await power.figures(1, careless=True) if not figure.good]


@needs_disk
async def test_people_are_told_that_nothing_was_saved_on_a_disk_that_is_full_or_fails_to_sync():
    all_good(await disk.figures(4))


async def test_no_move_is_lost_or_doubled_that_anybody_was_told_of_before_the_server_was_killed(postgres_programs):
    all_good(await postgres.figures(1))


async def test_the_look_at_a_killed_server_finds_one_that_tells_of_moves_too_early(postgres_programs):
    lost = (await postgres.figures(1, slow=True))[3]
    assert (lost.name, lost.good) == ("of these moves lost", False)


async def test_nobody_notices_that_a_process_is_replaced_by_the_next(postgres):
    all_good(await restart.figures(1, apart=False, given=postgres))


async def test_people_of_the_look_at_replaced_processes_notice_presses_in_vain(tmp_path):
    async with LocalDiscord() as local:
        watch, ana = restart.Watch(local, pause=0.0), local.person("Ana")
        async with tessera(local, tmp_path / "tessera.sqlite3") as bot:
            assert await watch.done(ana.command("help", channel=ana.dm))
            await bot.client.drain(1.0)
            assert await watch.done(ana.command("help", channel=ana.dm)) is None
            assert (watch.refused, watch.unanswered) == (1, 0)
        local.server.simulation.seconds = 0.1
        assert await watch.done(ana.command("help", channel=ana.dm)) is None
        assert (watch.refused, watch.unanswered) == (1, 1)
    wrong = [figure.name for figure in restart._found(watch, 0, []) if not figure.good]
    assert wrong == ["turns played", "of these unanswered", "told to try again"]


async def test_forged_presses_commands_and_forms_change_nothing():
    all_good(await fuzz.figures(30, each=1))


async def test_forged_requests_to_pages_change_nothing_and_show_nothing():
    found = await forged.figures(100, 5, rounds=2, attacks=crowd.FEW)
    all_good([figure for figure in found if figure.unit not in ("times", "s")])


async def test_every_way_into_the_pages_is_among_the_forged(tmp_path):
    async with backend_at(tmp_path / "tessera.sqlite3") as backend:
        ways = routes(backend.services, LivePages(backend.services.watching, backend.services.activity))
    gap = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
    tried = {(one.method, gap.sub("*", one.path.partition("?")[0])) for one in forged_requests.ROUTES}
    assert {(way.method, gap.sub("*", way.path)) for way in ways} <= tried


async def test_the_look_at_answers_finds_a_table_of_others_and_a_fault():
    request = forged_requests.Forged(b"GET /", "whole", has_link=False, has_cookie=True)
    siege = forged.Siege(None, None, None, ("Zeb Quince",), ("Quentin Vole",), ("Theodora Stoat",))
    siege.judge(request, b"HTTP/1.1 200 OK\r\n\r\nQuentin Vole")
    assert siege.wrong == []
    siege.judge(request, b"HTTP/1.1 200 OK\r\n\r\nTheodora Stoat")
    siege.judge(request, b"HTTP/1.1 500 Internal Server Error\r\n\r\nZeb Quince")
    assert len(siege.wrong) == 3


async def test_the_look_at_what_strangers_see_finds_a_table_of_another_server():
    async with ground() as here:
        guild = here.local.server.simulation.add_guild("Elm Inn", here.local.person("Ana").id, (), ("view_channel",))
        elsewhere = here.local.server.simulation.add_channel(guild, "elsewhere", "")
        watch = await strangers.hide(here, "azul", elsewhere)
        seated = here.person(watch.hidden[0].room, 0)
        board = await seated.command("board", channel=elsewhere)
        watch.judge(board, "a board")
        assert watch.seen == []
        room = watch.hidden[0].room
        record = replace(room.record, place=Location(None, elsewhere))
        watch.hidden[0] = strangers.Hidden(replace(room, record=record))
        watch.judge(await here.local.person("Ana").command("board", channel=elsewhere), "a board")
        assert watch.seen


async def test_no_odd_event_ends_the_bot_and_people_elsewhere_are_answered():
    all_good(await events.figures(60))


async def test_everybody_is_answered_while_one_person_floods():
    figures = await flood.figures(10, rate=100)
    all_good([figure for figure in figures if not figure.name.startswith("others beside")])


async def test_after_an_outage_few_tables_are_shown_at_a_time_and_presses_go_first(monkeypatch):
    monkeypatch.setattr(table_tasks, "MAX_BACKGROUND_TABLES", 3)
    all_good(await outage.held(5))


async def test_three_presses_at_once_make_one_move():
    all_good(await races.figures(6))


async def test_every_press_that_comes_again_at_a_later_phase_does_nothing():
    all_good(await repeats.figures(1, (repeats.one,), every=10))


async def test_presses_that_both_of_two_processes_hear_again_do_nothing(postgres):
    found = await repeats.figures(0, (repeats.two,), given=postgres)
    all_good([figure for figure in found if "nobody pressed" not in figure.name])


async def test_two_processes_on_one_database_lose_nothing_and_do_nothing_twice(postgres_programs):
    all_good(await fleet.figures(4, processes=2))


async def test_what_is_hidden_changes_no_byte_for_others():
    all_good(await secrets.figures(1))


async def test_every_screen_there_is_says_the_same_in_two_worlds_that_differ_in_what_is_hidden():
    tally, lot = looks.Tally(), Random(2)  # which leads to every look with few
    async with ground() as here:
        here.clock.stop()
        for number, (key, seats, options, wanted, each) in enumerate(SCREENS):
            stage = replace(await secrets.stage(here, tally, number, key, seats, options), each=each)
            pair = next(one for one in pairs(GAMES[key], seats, options, lot) if wanted(one))
            seen, other = await secrets.compared(stage, pair, 2)
            assert seen == other
        assert looks.unnamed(secrets.offered(here)) == []
    assert looks.unnamed(["new", "/new", "more new"]) == ["new", "/new", "more new"]
    assert tally.wrong == []
    assert tally.missed == []


def holds_other_tiles(pair):
    """Somebody watches who has a seat, and what others hold differs."""
    one, two = pair.worlds
    return pair.watcher is not None and one.table.state != two.table.state


def has_a_menu(pair):
    """Somebody else than who acts has several moves to choose from."""
    table, seat = pair.worlds[0].table, pair.watcher
    return seat not in (None, pair.actor) and seat in table.state.to_act() and len(table.view(seat).moves) > 1


SCREENS = (  # tables, what their people must be able to see, and how often each of them looks before and after a move
    ("match_five", 4, {}, holds_other_tiles, 26),
    ("azul", 3, {"wall": "gray"}, has_a_menu, 22),
)


async def test_days_go_by_and_nobody_is_late_who_had_time():
    figures = await soak.figures(1, days=2.6)
    all_good([figure for figure in figures if not figure.name.startswith("tables that have not ended")])


def test_positions_changed_by_lot_are_refused_or_played_to_their_end():
    for key, game in GAMES.items():
        tally = positions.campaign(game, 12, Random(9))
        assert tally.wrong == [], key
        assert tally.accepted, key
        assert tally.real, key


def test_the_look_at_positions_finds_one_that_breaks_on_the_way():
    tally = positions.campaign(replace(GAMES["azul"], check=lambda state: None), 20, Random(2))
    assert tally.wrong


async def test_a_game_is_played_by_presses():
    tally = games.Tally()
    async with ground() as here:
        room = await games.by_presses(here, "match_five", tally, Random(7), 4)
        assert here.heard == tally.wrong == []
    assert tally.moves == 4
    assert room.phase == "playing"
    assert tally.presses / tally.moves < 7


async def test_the_look_at_logs_finds_a_move_that_is_missing():
    async with ground() as here:
        book = faults.Book(2)
        await faults.drive(here, book, 0)
        assert faults.wrong(here, book) == []
        async with here.running.changing() as database:
            database.execute("DELETE FROM log WHERE n = (SELECT max(n) FROM log WHERE seat >= 0)")
        assert faults.wrong(here, book) == [1]


async def test_the_look_at_bytes_finds_what_others_can_tell_apart(monkeypatch):
    monkeypatch.setattr(secrets, "TRIES", 1)
    lot = Random(8)
    async with ground() as here:
        here.clock.stop()
        stage = replace(await secrets.stage(here, looks.Tally(), 0, "azul", 3, {"wall": "gray"}), each=1)
        pair = next(pairs(GAMES["azul"], 3, {"wall": "gray"}, lot))
        table = pair.worlds[0].table
        apart = [World(table, str(move)) for move in table.view(pair.actor).moves[:1]]
        apart.append(replace(apart[0], table=table.back_to(len(table.log) - 2)))
        seen, other = await secrets.compared(stage, replace(pair, worlds=tuple(apart)), 1)
        assert seen != other


async def test_the_look_at_pages_finds_what_viewers_can_tell_apart(monkeypatch):
    monkeypatch.setattr(secrets_pages, "TRIES", 1)
    async with secrets_pages.boards() as tables:
        made = pairs(GAMES["match_five"], 2, {}, Random(8))
        pair = next(one for one in made if one.watcher not in (None, one.actor))
        table = pair.worlds[0].table
        moves = [str(move) for move in table.view(pair.actor).moves]
        apart = World(table, moves[0]), World(table, moves[-1])
        seen, other = await secrets_pages.compared(tables[1], replace(pair, worlds=apart), 1)
    ways = {asked.partition("?")[0].rpartition("/")[2] for asked, _ in seen}
    assert ways >= {"news", "moments", "waiting", "menu"}
    told = {asked.partition("?")[0].rpartition("/")[2] for asked, one in seen if (asked, one) not in other}
    assert told >= {"news", "menu"}


def test_the_look_at_news_finds_some_that_say_nothing():
    one, two = (b'data: {"title":"%s","id":"x"}\n\n' % title for title in (b"a", b"b"))
    assert not secrets_pages.says_nothing(one + b":\n\n" + two + one)
    assert secrets_pages.says_nothing(one + two + b":\n\n" + two)
