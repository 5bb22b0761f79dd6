"""Who presses or opens tables in a loop is told to wait; everybody else is served."""

from __future__ import annotations

from bot.discord_api.rate_limit import DEFAULT_LIMITS, Muted, RateLimit, RateLimiter, RateLimits
from bot.model.errors import Refusal
from tests.bot.interactions.test_privacy import typed
from tests.bot.support.lobby import lobby_of, managed, refused
from tests.bot.support.local_discord import Reply, buttons, text
from tests.bot.support.tessera import says, tessera

STRICT = RateLimits(
    RateLimit(5, 1.0),
    RateLimit(3, 1.0),
    RateLimit(2, 30.0),
    concurrent=3,
    concurrent_in_channel=2,
    concurrent_of_person=1,
)


def entered(gate, person, channel=1):
    """Whether this press came in, or the refusal."""
    try:
        with gate.admit_press(person, channel):
            return True
    except Refusal as no:
        return no


def caught(limit):
    """The refusal of this limit, None where the person may go on."""
    try:
        limit(1)
    except Refusal as no:
        return no
    return None


def test_so_many_at_once_and_then_one_at_a_time(clock):
    gate = RateLimiter(clock, STRICT)
    assert [entered(gate, 1) for _ in range(5)] == [True] * 5
    no = entered(gate, 1)
    assert (no.key, no.facts, isinstance(no, Muted)) == ("slow_down", {"n": 1}, False)
    assert isinstance(entered(gate, 1), Muted)
    assert entered(gate, 2) is True
    clock.time += 1
    assert entered(gate, 1) is True
    assert not isinstance(entered(gate, 1), Muted)  # a second later one is told again
    clock.time += 100
    assert [entered(gate, 1) for _ in range(6)][:5] == [True] * 5


def test_a_clock_that_is_set_back_keeps_nobody_out(clock):
    gate = RateLimiter(clock, STRICT)
    clock.time += 1_000_000
    assert entered(gate, 1) is True
    clock.time -= 1_000_000
    assert [entered(gate, 1) for _ in range(5)] == [True] * 5
    assert entered(gate, 1).facts == {"n": 1}


def test_presses_at_the_same_time_have_a_limit_in_all_of_a_channel_and_of_a_person(clock):
    gate = RateLimiter(clock, STRICT)
    with gate.admit_press(1, 1):
        assert entered(gate, 1).key == "slow_down"
        with gate.admit_press(2, 1):
            assert entered(gate, 3, 1).key == "busy"
            with gate.admit_press(3, 2):
                assert entered(gate, 4, 3).key == "busy"
            assert entered(gate, 4, 3) is True
    assert entered(gate, 1) is True


def test_whoever_came_in_is_told_each_time_to_wait_with_opening_or_deleting(clock):
    gate = RateLimiter(clock, STRICT)
    for limit in (gate.admit_opening, gate.admit_database_wide):
        told = [no for _ in range(20) if (no := caught(limit))]
        assert told[-1].key == "slow_down"
        assert len(told) > 10
        assert not any(isinstance(no, Muted) for no in told)


def test_only_so_many_people_are_remembered_and_the_rest_is_told_that_it_is_busy(clock):
    gate = RateLimiter(clock, STRICT, max_people=50)
    assert [entered(gate, person) for person in range(50)] == [True] * 50
    assert entered(gate, 51).key == "busy"
    assert entered(gate, 7) is True  # whoever is known already comes in
    clock.time += 10
    assert entered(gate, 51) is True
    assert len(gate._full) == 1


def test_who_has_not_pressed_for_minutes_is_forgotten(clock):
    gate = RateLimiter(clock, DEFAULT_LIMITS)
    for person in range(300):
        assert entered(gate, person) is True
        clock.time += 10
    assert len(gate._full) < 10


def test_the_usual_pace_leaves_room_for_people_who_play_fast(clock):
    gate = RateLimiter(clock, DEFAULT_LIMITS)
    for _ in range(400):
        clock.time += 0.34
        assert entered(gate, 1) is True
        assert gate.allows_typing(1)


async def test_one_person_floods_a_table_and_the_others_play_on(local, tmp_path, clock):
    ana, ben = local.person("Ana"), local.person("Ben")
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock, paces=DEFAULT_LIMITS) as bot:
        await bot.table(ana, ben)
        table = await ana.until(says("your turn"))
        clock.time += 1000
        channel, number, rules = int(table["channel_id"]), int(table["id"]), buttons(table)["Rules"].custom_id
        pressed = [local.server.people.press(ana.id, channel, number, rules) for _ in range(60)]
        menu = await ben.press(table, label="Board")
        assert menu.private
        assert "Azul #1" in menu.text
        await local.quiet()
        replies = [Reply(local, ana, one) for one in pressed]
        told = [reply for reply in replies if "That was a lot at once" in reply.text]
        served = [reply for reply in replies if "rules · page" in reply.text]
        nodded = [reply for reply in replies if reply.answers and reply not in (*told, *served)]
        assert all(reply.answers <= 1 for reply in replies)
        assert (len(told), len(nodded)) == (1, 4)
        assert 8 <= len(served) <= 40
        clock.time += 60
        assert not (await ana.press(table, label="Board")).text.startswith("That was")


async def test_opening_tables_in_a_loop_is_slowed_down(local, tmp_path, clock):
    ana, ben = local.person("Ana"), local.person("Ben")
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock, paces=DEFAULT_LIMITS) as bot:
        for _ in range(4):
            lobby = await lobby_of(ana, local.channel("games"))
            await managed(ana, lobby.message, "Cancel")
        for _ in range(7):  # whoever goes on is told each time
            assert refused(await lobby_of(ana, local.channel("games")), "slow_down", n=30)
        assert not (await lobby_of(ben, local.channel("games"))).private
        clock.time += 30
        assert not (await lobby_of(ana, local.channel("games"))).private
        assert len(await bot.rooms.list_in_channel(local.channel("games"))) == 2


async def test_deleting_and_exporting_in_a_loop_is_slowed_down(local, tmp_path, clock):
    ana, ben = local.person("Ana"), local.person("Ben")
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock, paces=DEFAULT_LIMITS):
        assert ["Done" in (await typed(ana, "DELETE")).text for _ in range(3)] == [True] * 3
        assert refused(await typed(ana, "DELETE"), "slow_down", n=60)
        clock.time += 2
        page = await ana.command("privacy", channel=ana.dm)
        for _ in range(7):
            assert refused(await ana.press(page.message, label="Export my data"), "slow_down", n=58)
        assert "Done" in (await typed(ben, "DELETE")).text
        clock.time += 58
        assert "as a file" in (await ana.press(page.message, label="Export my data")).text


async def test_lists_for_letters_stop_and_names_of_any_length_are_borne(local, tmp_path, clock):
    ana = local.person("Ana")
    long = local.newcomer("N" * 20_000)
    async with tessera(local, tmp_path / "tessera.sqlite3", now=clock, paces=STRICT) as bot:
        typed = {"focused": "find", "game": "azul", "find": "wall"}
        lists = [await ana.complete("rules", channel=ana.dm, **typed) for _ in range(5)]
        assert [bool(one.choices) for one in lists] == [True] * 3 + [False] * 2
        lobby = await lobby_of(long, local.channel("games"))
        assert len(text(lobby.message)) < 1000
        assert len(await bot.store.people.name(long.id)) == 100
