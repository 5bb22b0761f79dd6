"""The Activity inside Discord: what its guests see, and at which table it was opened. Nobody signs in here."""

from __future__ import annotations

import pytest

from bot.model.activity import ActivityGuest, ActivityInstance, DiscordUnavailable
from bot.model.people import Location
from bot.services.activity import REQUESTED_TABLE_LIFE, UNUSED_TOKEN_LIFE
from tests.bot.support.rooms import ANA, BEN, CY, HERE, refusal_of

ELSEWHERE = Location(HERE.guild, HERE.channel + 1)


def guest(person, place=HERE):
    return ActivityGuest(person.id, place, "instance")


async def test_the_table_for_which_it_was_opened_is_told_once_and_not_for_long(backend):
    activity = backend.services.activity
    room = await backend.table(ANA, BEN)
    activity.note_requested_table(ANA.id, room.id)
    backend.clock.time += REQUESTED_TABLE_LIFE - 1
    assert [activity.take_requested_table(one.id) for one in (BEN, ANA, ANA)] == ["", room.tag.removeprefix("#"), ""]
    activity.note_requested_table(ANA.id, room.id)
    backend.clock.time += REQUESTED_TABLE_LIFE
    assert activity.take_requested_table(ANA.id) == ""


async def test_tables_of_the_channel_are_shown_and_those_that_wait_for_the_guest_first(backend):
    rooms = [await backend.table(*people) for people in ((CY, BEN), (ANA, BEN), (CY, ANA))]
    await backend.lobby(ANA)
    waits = {}
    for person in (ANA, BEN, CY):
        shown = await backend.services.activity.tables(guest(person))
        assert {room.id for room in shown} == {room.id for room in rooms}
        waits[person.name] = [room.seat_of(person.id) in room.to_act for room in shown]
        assert waits[person.name] == sorted(waits[person.name], reverse=True)
    assert sum(map(sum, waits.values())) == len(rooms)
    assert await backend.services.activity.tables(guest(ANA, ELSEWHERE)) == []


async def test_a_table_of_another_channel_is_not_there(backend):
    room = await backend.table(ANA, BEN)
    assert (await backend.services.activity.table(HERE, room.code)).id == room.id
    for place, code in ((ELSEWHERE, room.code), (HERE, "2r"), (HERE, "?")):
        assert (await refusal_of(backend.services.activity.table(place, code))).key == "gone"


@pytest.mark.parametrize(("page", "plays", "shown"), [("play", True, 1), ("watch", False, 1), ("off", False, 0)])
async def test_the_server_says_whether_people_play_watch_or_see_nothing(backend, page, plays, shown):
    room = await backend.table(ANA, BEN)
    await backend.services.servers.choose(HERE.guild, "page", [page])
    assert await backend.services.activity.plays(guest(ANA), room) is plays
    assert not await backend.services.activity.plays(guest(CY), room)
    assert len(await backend.services.activity.tables(guest(ANA))) == shown


async def test_nobody_signs_in_before_it_is_set_up(backend):
    assert not backend.services.activity.is_open
    with pytest.raises(DiscordUnavailable):
        await backend.services.activity.enter("code", "instance")
    assert await backend.services.activity.refresh_guest("token") is None


class SlowDiscord:
    """Takes a minute for each answer."""

    application = "1"

    def __init__(self, clock):
        self.clock = clock

    async def person(self, code):
        self.clock.time += 60
        return ANA.id

    async def instance(self, name):
        self.clock.time += 60
        return ActivityInstance(HERE, frozenset({ANA.id}))


async def test_a_token_lasts_from_the_moment_at_which_it_is_given(backend):
    activity = backend.services.activity
    activity.open(SlowDiscord(backend.clock), ())
    token, _ = await activity.enter("code", "instance")
    backend.clock.time += UNUSED_TOKEN_LIFE - 1
    assert activity.token_guest(token) is not None
