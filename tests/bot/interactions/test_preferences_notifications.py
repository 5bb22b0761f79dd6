"""The rest of /me through the real client: vacation, quiet and closed calls, language, words for pictures."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.logic.automatic_moves import play_only_moves
from bot.model.errors import Refusal
from bot.model.vacation import days_left, stored_text, with_absence, with_return
from bot.playground.protocol import error_answer
from engine import GAMES
from tests.bot.flows.test_deadlines import DAY, begun, passes
from tests.bot.interactions.test_more import plays
from tests.bot.interactions.test_preferences import nudges, wish
from tests.bot.services.test_table_actions import forced, one_way
from tests.bot.support.local_discord import PATIENCE, selects, text
from tests.bot.support.rooms import ANA, BEN, Clock, backend_at
from tests.bot.support.tessera import first_answers, turn_of

SUPPRESSED = 1 << 12  # the flag of a message that makes no sound


@pytest.fixture
def clock():
    return Clock(datetime(2026, 3, 25, 12, tzinfo=UTC).timestamp())


def closed(local, person):
    """Nobody can write to this person directly."""
    no = error_answer(403, 50007, "Cannot send messages to this user")
    local.faults.refuse("POST", f"/channels/{person.dm}/messages", no, times=-1)


async def test_thirty_days_of_vacation_a_year():
    first = date(2026, 12, 20)
    taken = with_absence(frozenset(), first, date(2027, 1, 10))
    assert (days_left(taken, 2026), days_left(taken, 2027)) == (18, 21)
    back = with_return(taken, date(2026, 12, 24))  # five days were taken, the rest comes back
    assert (days_left(back, 2026), days_left(back, 2027)) == (25, 30)
    again = with_absence(taken, date(2026, 12, 24), date(2026, 12, 26))  # a second thought replaces the first
    assert days_left(again, 2026) == 24
    assert stored_text(taken, date(2027, 1, 3)).split()[0] == "2027-01-01"
    year = with_absence(frozenset(), date(2026, 2, 1), date(2026, 2, 28))
    with pytest.raises(Refusal, match="no_vacation") as caught:
        with_absence(year, date(2026, 6, 1), date(2026, 6, 5))
    assert caught.value.facts == {"n": 3, "year": 2026}


def test_who_is_away_comes_back_tomorrow_at_the_earliest_and_in_thirty_days_at_the_latest():
    today = date(2026, 5, 3)
    for days in (0, -1):
        with pytest.raises(Refusal, match="no_day"):
            with_absence(frozenset(), today, today + timedelta(days=days))
    assert [len(with_absence(frozenset(), today, today + timedelta(days=days))) for days in (1, 30)] == [1, 30]
    with pytest.raises(Refusal, match="too_long_away"):
        with_absence(frozenset(), today, today + timedelta(days=31))


async def test_who_has_used_up_the_year_reads_how_many_days_are_left(local, timed_bot, clock, ana):
    for n in range(2):
        me = await ana.command("me", channel=ana.dm)
        today = datetime.fromtimestamp(clock.time, UTC)
        form = await ana.press(me.message, label="Away until…")
        page = await ana.submit(form, text=f"{today + timedelta(days=14):%Y-%m-%d}")
        assert f"{30 - 14 * (n + 1)} days of vacation are left" in page.text
        await passes(timed_bot, clock, 20 * DAY)
    form = await ana.press((await ana.command("me", channel=ana.dm)).message, label="Away until…")
    no = await ana.submit(form, text=f"{datetime.fromtimestamp(clock.time, UTC) + timedelta(days=3):%Y-%m-%d}")
    assert "Only 2 days of vacation are left in 2026." in no.text


async def test_a_day_of_vacation_is_taken_before_a_turn_is_missed(tmp_path):
    async with backend_at(tmp_path / "tessera.db") as backend:
        clocks = backend.services.deadlines
        for person in (ANA, BEN):
            await backend.store.preferences.set(person, "saver", "yes")
            await backend.store.preferences.set(person, "taken", " ".join(f"1970-01-{day:02}" for day in range(1, 12)))
        first, second = [await backend.table(ANA, BEN, clock="daily") for _ in range(2)]
        due = (await backend.rooms.room(first.id)).deadlines[first.to_act[0]]
        for day in range(1, 20):  # nineteen days are left, and each moves the deadline by a day
            await backend.store.deadlines.record_heartbeat(due + (day - 1) * DAY)
            backend.clock.time = due + (day - 1) * DAY
            changed = await clocks.time_out()
            room = await backend.rooms.room(first.id)
            assert first.id in changed
            assert room.deadlines[room.to_act[0]] == due + day * DAY
            assert room.table.log == first.table.log
        await backend.store.deadlines.record_heartbeat(due + 19 * DAY)
        backend.clock.time = due + 19 * DAY
        await clocks.time_out()
        assert len((await backend.rooms.room(first.id)).table.log) > len(first.table.log)
        assert second.id != first.id


async def test_who_changes_hours_keeps_the_time_that_is_left_also_what_was_asked_for(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, 0.75 * DAY)
    (nudge,) = nudges(acting, local)
    await acting.press(nudge, label="I need more time")
    await wish(acting, "Time", "wake", "awake from 08:00")  # asleep from 0 to 8, in UTC
    (due,) = (await timed_bot.rooms.room(1)).deadlines.values()
    # Thirty hours are left on Thursday at six: sixteen of them on Thursday, fourteen on Friday from eight on.
    assert datetime.fromtimestamp(due, UTC) == datetime(2026, 3, 27, 22, tzinfo=UTC)
    await passes(timed_bot, clock, 1.4 * DAY)
    assert len(nudges(acting, local)) == 1


async def test_quiet_calls_make_no_sound(local, timed_bot, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me in both")
    await wish(other, "Pings", "quiet", "quietly: no mention, no sound")
    await plays(acting, message)
    public = await turn_of(other)
    assert public["mentions"] == []
    (direct,) = (one for one in other.sees(other.dm) if "it is your turn." in text(one))
    assert direct["flags"] & SUPPRESSED


async def test_who_is_called_directly_is_called_at_every_turn_and_once_where_the_channel_is_tried_again(
    local, timed_bot, ana, ben
):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me by direct message")
    for turn in (1, 2):
        local.faults.fail("POST", f"/channels/{local.channel('games')}/messages", 503)
        await plays(acting, message)
        await timed_bot.client.messages.wait_until_idle(PATIENCE)
        assert len(local.requests("POST", f"/channels/{other.dm}/messages")) == turn
        timed_bot.client.messages.wake(1)
        message = await turn_of(other)
        assert len(local.requests("POST", f"/channels/{other.dm}/messages")) == turn
        await plays(other, message)
        message = await turn_of(acting)


async def test_a_reminder_that_cannot_be_sent_directly_comes_to_the_channel_once(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await wish(acting, "Pings", "pings", "call me by direct message")
    closed(local, acting)
    await passes(timed_bot, clock, 0.75 * DAY)
    await passes(timed_bot, clock, 60)
    (nudge,) = nudges(acting, local)
    assert [one["id"] for one in nudge["mentions"]] == [str(acting.id)]
    assert "I could not write to you directly, so I tell you here." in text(nudge)
    assert "`/me` changes where I write." in text(nudge)


async def test_a_call_that_cannot_be_sent_directly_is_a_mention_at_the_table(local, timed_bot, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me by direct message")
    closed(local, other)
    await plays(acting, message)
    public = await turn_of(other)
    assert [one["id"] for one in public["mentions"]] == [str(other.id)]


async def test_a_menu_without_pictures_says_the_position(local, timed_bot, ana, ben):
    acting, _, message = await begun(timed_bot, ana, ben)
    await wish(acting, "Look", "pictures", "pictures on boards, not in menus")
    menu = await acting.press(message, label="Play")
    assert menu.message["attachments"] == []
    assert "Displays: 1: " in menu.text
    preview = await first_answers(acting, menu)
    assert preview.message["attachments"] == []
    assert "After: " in preview.text
    assert (await acting.press(message, label="Board")).message["attachments"]
    await wish(acting, "Look", "pictures", "no pictures, all in words")
    board = await acting.press(message, label="Board")
    assert board.message["attachments"] == []
    replay = await acting.command("replay", channel=local.channel("games"))
    assert replay.message["attachments"] == []
    assert "Displays: 1: " in replay.text
    assert message["attachments"]  # what everybody sees stays as it is


async def test_every_menu_says_the_board_in_words_for_who_wants_that(local, timed_bot, ana, ben):
    acting, _, message = await begun(timed_bot, ana, ben)
    read = await acting.press(message, label="Board")
    words = (await acting.press(read.message, label="As text")).text.split("\n")
    await wish(acting, "Look", "spelled", "board in words: in every menu")
    menu = await acting.press(message, label="Play")
    assert menu.message["attachments"]
    assert set(words[3:]) <= set(menu.text.split("\n"))
    assert menu.buttons or selects(menu.message)


async def test_typed_moves_obey_the_wish_about_confirming(local, timed_bot, ana, ben):
    acting, other, _ = await begun(timed_bot, ana, ben)
    games = local.channel("games")
    first = str((await timed_bot.rooms.room(1)).table.view((await timed_bot.rooms.room(1)).to_act[0]).moves[0])
    asked = await acting.command("move", channel=games, move=first)
    assert "Play it" in asked.buttons
    await wish(acting, "Look", "confirm", "play on the last answer")
    told = await acting.command("move", channel=games, move=first)
    assert "Played:" in told.text
    assert "Take back" in told.buttons
    await turn_of(other)
    await acting.press(told.message, label="Take back")
    await turn_of(acting)
    menu = await acting.press(await turn_of(acting), label="Play")
    form = await acting.press(menu.message, label="Type it")
    assert "Played:" in (await acting.submit(form, text=first)).text
    await turn_of(other)


async def test_an_only_move_waits_for_who_wants_to_make_it(tmp_path):
    record = forced("azul", 2, one_way)
    (seat,) = (n for n, chair in enumerate(record.chairs) if chair.owes_move)
    who, other = record.chairs[seat].occupant, record.chairs[1 - seat].occupant
    assert play_only_moves(record, GAMES["azul"], 2.0, {who.id}) == record
    assert len(play_only_moves(record, GAMES["azul"], 2.0, {other.id}).log) > len(record.log)
    async with backend_at(tmp_path / "tessera.db") as backend:
        await backend.store.preferences.set(BEN, "only", "no")
        assert await backend.store.preferences.forced_move_opt_outs([ANA, BEN]) == {BEN.id}
