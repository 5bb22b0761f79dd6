"""Who sits at tables: the names of robots, and numbers where names do not tell people apart."""

import pytest

from bot.model.people import ROBOT_NAMES, Person, Robot, free_robot_name, label, number_lookalikes


def test_robots_are_named_after_nobody_at_the_table():
    seated = []
    for expected in ROBOT_NAMES[1:]:
        assert free_robot_name([Person(1, ROBOT_NAMES[0].upper()), *seated]) == expected
        seated.append(Robot("random", expected))


@pytest.mark.parametrize(
    ("names", "pictured", "numbers"),
    [
        ("Ana Ben", True, "0 0"),
        ("Alex Ben Alex", True, "1 0 3"),
        ("Alex ALEX", False, "1 2"),
        ("Alex Al\u200bex 𝓐lex", True, "1 2 3"),  # they look the same where they are shown
        (f"{'W' * 30}a {'W' * 30}b", True, "1 2"),  # so they do where they are cut
        ("松 Ben", True, "1 0"),  # a picture shows its number only
        ("松 Ben", False, "0 0"),
        ("松a 本a", True, "1 2"),
        ("松 松", False, "1 2"),
        ("Alex (1)Alex", True, "0 2"),  # nobody has another one's number
    ],
)
def test_a_number_tells_who_it_is_where_the_name_does_not(names, pictured, numbers):
    seated = number_lookalikes([Person(n, name) for n, name in enumerate(names.split(" "))], pictured=pictured)
    assert " ".join(str(one.seat_number) for one in seated) == numbers
    assert number_lookalikes(seated, pictured=pictured) == seated


def test_a_robot_is_told_from_a_person_of_its_name():
    seated = number_lookalikes([Person(1, "Vera"), Robot("random", "Vera")], pictured=True)
    assert [label(one) for one in seated] == ["(1) Vera", "(2) Vera"]
