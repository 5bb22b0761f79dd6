"""What the timer does while nobody can reach the bot: nothing."""

from bot.delivery.timer import Timer
from bot.store.shard_range import ALL_SHARDS
from tests.bot.support.rooms import ANA, BEN

DAY = 86_400.0


async def test_no_deadline_passes_and_nobody_is_reminded_while_the_bot_has_no_connection(backend):
    reminded, deadlines = [], backend.services.deadlines

    async def remind():
        reminded.append(backend.clock.time)

    timer = Timer(deadlines, remind)
    timer.open_for((ALL_SHARDS,))
    await timer.tick()
    room = await backend.table(ANA, BEN, clock="daily")
    timer.open_for(())
    await backend.pass_silently(DAY + 1)
    await timer.tick()
    assert (await backend.rooms.room(room.id), len(reminded)) == (room, 1)
    timer.open_for((ALL_SHARDS,))
    await timer.tick()
    later = await backend.rooms.room(room.id)
    assert later.table.log == room.table.log
    assert later.deadlines[room.to_act[0]] == room.deadlines[room.to_act[0]] + DAY + 1
    assert len(reminded) == 2
