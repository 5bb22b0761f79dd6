"""A match: each game a table of its own, the next one dealt when one is over, once whatever happens between."""

from __future__ import annotations

import json

import pytest

from bot.logic.lobby import LobbyPreset
from bot.logic.rematch import deal_next_game
from bot.model.people import Robot
from bot.model.room import Room
from bot.playground.faults import UNLIMITED
from bot.screens.game_over import match_standing
from bot.store.database import Conflict
from bot.store.store import Store
from bot.text.words import Words
from engine import GAMES
from engine.series import Series
from tests.bot.support.local_discord import PATIENCE, text
from tests.bot.support.room_values import altered
from tests.bot.support.rooms import ANA, BEN, CY, HERE, Backend, backend_at, refusal_of
from tests.bot.support.tessera import says
from tests.bot.support.tiny_games import SHELF, STONES

AS_MANY_AS_SEATS = LobbyPreset(terms={"match": "seats"})


async def match(backend: Backend, *people, game="stones") -> Room:
    """The first game of a match has started."""
    room = await backend.rooms.open(game, people[0], HERE, backend.press, AS_MANY_AS_SEATS)
    for person in people[1:]:
        await backend.rooms.join(room.id, person, backend.press)
    return await backend.rooms.start(room.id, people[0].id, backend.press)


async def played_out(backend: Backend, room: Room) -> Room:
    """The room after its game was played to the end."""
    while room.to_act:
        room = await backend.move(room, "t1")
    return room


async def test_a_game_of_a_match_is_followed_by_the_next_with_the_same_people_on_their_seats(backend):
    first = await match(backend, ANA, BEN, CY)
    assert (first.record.match, first.record.first_seat, first.to_act) == (first.id, 0, (0,))
    room, seen = first, []
    for place in range(3):
        room = await played_out(backend, room)
        games = await backend.rooms.list_match(room)
        seen.append(room.id)
        assert [one.record.first_seat for one in games] == list(range(min(place + 2, 3)))
        if place < 2:
            room = games[-1]
            assert (room.phase, room.occupants, room.record.match) == ("playing", first.occupants, first.id)
            assert (room.record.first_seat, room.to_act, room.table.first) == (place + 1, (place + 1,), place + 1)
            assert (room.newest_message.id, room.newest_message.log_length) == (None, -1)
            assert room.id in dict(await backend.rooms.list_due_rooms())
    assert len(set(seen)) == 3
    assert [room.phase for room in await backend.rooms.list_match(first)] == ["over"] * 3
    assert await backend.rooms.list_in_channel(HERE.channel) == []


async def test_a_match_can_be_dealt_again_from_its_seed(backend):
    room = await match(backend, ANA, BEN)
    series = Series.new(STONES, 2, {}, "seed 1")
    for _ in range(2):
        room = await played_out(backend, room)
        for entry in room.table.log:
            if entry.seat >= 0:
                series = series.play(entry.seat, entry.text)
        games = await backend.rooms.list_match(room)
        assert [one.table.log for one in games] == [table.log for table in series.tables]
        room = games[-1]
    assert series.is_over
    assert room.table.back_to(len(room.table.log)).state == room.table.state


async def test_the_next_game_comes_with_the_last_move_or_not_at_all(backend):
    class Failing(Store):
        """A store that dies in the middle of writing the next game."""

        async def _add(self, record, press):
            await super()._add(record, press)
            raise SystemError("died")

    room = await match(backend, ANA, BEN)
    while room.table.state.left > 1:
        room = await backend.move(room, "t1")
    with pytest.raises(SystemError):
        await Backend(Failing(backend.store.database)).move(room, "t1", press=9999)
    assert await backend.rooms.room(room.id) == room
    assert len(await backend.rooms.list_match(room)) == 1
    await backend.move(room, "t1")
    assert len(await backend.rooms.list_match(room)) == 2


async def test_no_game_of_a_match_is_kept_twice(backend):
    room = await played_out(backend, await match(backend, ANA, BEN))
    again = deal_next_game(await backend.store.load(room.id), SHELF["stones"], 0.0)
    with pytest.raises(Conflict):
        await backend.store.add(again, 9999)


async def test_the_same_press_ends_a_game_once(backend):
    room = await match(backend, ANA, BEN)
    while room.table.state.left > 1:
        room = await backend.move(room, "t1")
    await backend.move(room, "t1", press=77)
    assert (await refusal_of(backend.move(room, "t1", press=77))).key == "done"
    assert len(await backend.rooms.list_match(room)) == 2


async def test_a_game_that_is_ended_early_ends_its_match(backend):
    room = await match(backend, ANA, BEN)
    ended = await backend.rooms.end(room.id, ANA, True, backend.press)
    assert len(await backend.rooms.list_match(ended)) == 1
    assert "The match ends here." in match_standing(ended, [ended], Words())


@pytest.mark.parametrize("people", [(ANA, BEN), (ANA, BEN, CY)])
async def test_a_match_in_which_somebody_resigns_ends_with_that_game_and_says_so(backend, people):
    room = await match(backend, *people)
    await backend.services.table_actions.resign(room.id, BEN.id, backend.press)
    room = await backend.rooms.move_robots(room.id)
    while room.phase == "playing":
        room = await backend.move(room, "t1")
        room = await backend.rooms.move_robots(room.id)
    games = await backend.rooms.list_match(room)
    assert [one.id for one in games] == [room.id]
    assert "The match ends here." in match_standing(room, games, Words())
    assert not room.has_next_game  # so the end offers a rematch


async def test_a_game_by_itself_has_no_match(backend):
    room = await played_out(backend, await backend.table(ANA, BEN))
    assert (room.record.match, await backend.rooms.list_match(room), match_standing(room, [], Words())) == (
        None,
        [],
        "",
    )


def with_scores(room, *games):
    """The room's match after games that ended with these scores."""

    class Ended:
        log = ()

        def __init__(self, scores):
            self._scores = scores

        @property
        def state(self):
            return self

        def scores(self):
            return self._scores

    return [altered(room, phase="over", first_seat=n, table=Ended(scores)) for n, scores in enumerate(games)]


async def test_the_standing_tells_points_then_games_won_then_sharing(backend):
    room = await match(backend, ANA, BEN, CY)
    one, two, three = (f"**{who.name}**" for who in room.occupants)
    few = altered(room, game=GAMES["pillars"])
    games = with_scores(few, ((-3, 1), (-9, 2), (-9, 3)), ((-4, 1), (-2, 2), (-2, 3)), ((-5, 1), (-1, 2), (-1, 3)))
    standing = match_standing(games[0], games[:1], Words())
    assert standing.startswith(f"Game 1 of 3. Standing: {one} 3, {two} 9, {three} 9 (fewer is better). Game 2 starts")
    final = match_standing(games[2], games, Words())
    assert final == (
        f"Game 3 of 3. The match: **1.** {three} 12, 2 games won · 2. {one} 12, 1 game won · "
        f"3. {two} 12, 0 games won (fewer is better)."
    )
    equal = with_scores(room, ((9,), (1,), (0,)), ((1,), (9,), (0,)), ((0,), (0,), (5,)))
    assert match_standing(equal[2], equal, Words()) == (
        f"Game 3 of 3. The match: **1.** {one} and {two} 10, 1 game won each, shared · 3. {three} 5, 1 game won."
    )


async def test_points_below_nothing_are_told_as_such_where_the_most_win(backend):
    room = await match(backend, ANA, BEN)
    one, two = (f"**{who.name}**" for who in room.occupants)
    games = with_scores(room, ((-6,), (-14,)), ((-9,), (2,)))
    assert match_standing(games[0], games[:1], Words()).startswith(
        f"Game 1 of 2. Standing: {one} -6, {two} -14. Game 2 starts"
    )
    assert match_standing(games[1], games, Words()) == (
        f"Game 2 of 2. The match: **1.** {two} -12, 1 game won · 2. {one} -15, 1 game won."
    )


async def test_whose_seat_a_robot_plays_keeps_the_own_name_in_the_standing(backend):
    room = await match(backend, ANA, BEN)
    name, other = (who.name for who in room.occupants)
    robots = (Robot("greedy", name), Robot("greedy", other))
    games = with_scores(altered(room, seats=robots, marks=("late", "")), ((3,), (9,)), ((4,), (1,)))
    assert f"**1.** Robot **{other}** 10, 1 game won · 2. **{name}** 7, 1 game won." in match_standing(
        games[1], games, Words()
    )


async def test_two_seats_are_what_pillars_proposes_a_match_for(database):
    async with backend_at(database) as backend:
        backend.wire(lambda: "s", GAMES)
        for others, expected in (([BEN], True), ([BEN, CY], False)):
            room = await backend.rooms.open("pillars", ANA, HERE, backend.press)
            for person in others:
                await backend.rooms.join(room.id, person, backend.press)
            room = await backend.rooms.start(room.id, ANA.id, backend.press)
            assert (room.record.match is not None) is expected
        chosen = await backend.rooms.open("pillars", ANA, HERE, backend.press)
        await backend.services.lobbies.answer(chosen.id, ANA, ("match", "one"), backend.press)
        await backend.rooms.join(chosen.id, BEN, backend.press)
        assert (await backend.rooms.start(chosen.id, ANA.id, backend.press)).record.match is None


async def test_the_end_of_a_game_links_to_the_next_and_the_last_tells_the_match(local, running_bot):
    ana, games = local.person("Ana"), local.channel("games")
    lobby = await ana.command("play", channel=games, game="pillars")  # whose robot makes most of the moves
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Beginner")
    await ana.press(lobby.message, custom_id="start:1")
    await ana.until(says("your turn"))
    local.faults.fail("POST", f"/channels/{games}/messages", 503, times=UNLIMITED)
    await finish(running_bot, ana, 1)
    await running_bot.client.messages.sweep()
    await running_bot.client.messages.wait_until_idle(PATIENCE)
    tried = [json.dumps(one.call.body) for one in local.requests("POST", f"/channels/{games}/messages")]
    assert [body for body in tried if "#2" in body and "your turn" in body] == []  # not before the end of the first
    local.faults.release()
    running_bot.client.messages.wake(1)
    final = await ana.until(says("Game 1 of 2. Standing:", "final"))
    second = await ana.until(lambda m: "#2" in text(m) and "your turn" in text(m))
    link = f"https://discord.com/channels/{local.guild}/{games}/{second['id']}"
    await local.until(lambda: any(f"Game 2 starts by itself: [go to it]({link})" in text(m) for m in ana.sees(games)))
    assert int(final["id"]) < int(second["id"])
    await running_bot.restart()
    await finish(running_bot, ana, 2)
    await running_bot.client.messages.sweep()
    last = await ana.until(says("Game 2 of 2. The match: **1.**", "final"))
    await local.quiet()
    assert len([m for m in ana.sees(games) if "final" in text(m)]) == 2
    assert [room.phase for room in await running_bot.rooms.list_match(await running_bot.rooms.room(1))] == ["over"] * 2
    assert "Game 2 starts" not in text(last)


async def finish(running_bot, person, number):
    """The table is played to its end, the person taking the first legal move each time."""
    room = await running_bot.rooms.move_robots(number)
    press = 10_000 * number
    while room.to_act:
        press += 1
        seat = room.seat_of(person.id)
        await running_bot.rooms.play(number, seat, None, str(room.table.view(seat).moves[0]), press)
        room = await running_bot.rooms.move_robots(number)
