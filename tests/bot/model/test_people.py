"""Who sits at tables: the names of robots."""

from bot.model.people import ROBOT_NAMES, Person, Robot, robot_name


def test_robots_are_named_after_nobody_at_the_table():
    seated = []
    for expected in ROBOT_NAMES[1:]:
        assert robot_name([Person(1, ROBOT_NAMES[0].upper()), *seated]) == expected
        seated.append(Robot("random", expected))
