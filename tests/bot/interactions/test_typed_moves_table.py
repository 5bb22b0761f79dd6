"""Which table a typed move means, and what is offered where it is refused."""

from __future__ import annotations

from tests.bot.support.tessera import turn_of


async def test_a_typed_move_means_the_only_table_here_at_which_one_sits(local, running_bot, ana, ben):
    cy, dee, here = local.person("Cy"), local.person("Dee"), local.channel("games")
    await running_bot.table(ana, ben)
    await running_bot.table(cy, dee)
    for person in (ana, ben, cy, dee):
        assert not (await person.command("move", channel=here, move="zzz")).selects
    await running_bot.table(ana, ben, channel="tables")
    for person in (ana, ben):  # one of them is not to move here, and sits at two tables
        assert not (await person.command("move", channel=here, move="zzz")).selects
    elsewhere = await ana.command("move", channel=local.channel("threads"), move="zzz")
    assert len(next(iter(elsewhere.selects.values()))["options"]) == 2


async def test_a_refused_typed_move_can_be_typed_again(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    await turn_of(ana)
    said = await ana.command("move", channel=local.channel("games"), move="zzz")
    assert list(said.buttons) == ["Back to my move", "Type it", "Rules"]
    assert (await ana.press(said.message, label="Type it")).modal
