"""The planted faults still fit: each changes what it says, and the tests that must notice it are there."""

import pytest

from tests.sabotage.fault import EVERY, FAULTS, ROOT, Fault


def test_few_are_held_by_hand_and_no_two_have_one_name():
    assert len(FAULTS) == len(EVERY) <= 80


@pytest.mark.parametrize("fault", EVERY, ids=lambda fault: fault.name)
def test_a_planted_fault_fits_its_file_and_names_tests_that_are_there(fault):
    text = (ROOT / fault.file).read_text("utf-8")
    assert fault.planted(text) != text
    assert fault.tests
    named = [ROOT / name for name in fault.tests]
    assert [path for path in named if not (path.name.startswith("test_") and path.is_file())] == []
    tests = "\n".join(path.read_text("utf-8") for path in named)
    assert [word for word in fault.only.split(" or ") if word not in tests] == []


def test_a_fault_that_no_longer_fits_is_no_silent_one():
    fault = Fault("a thing", "README.md", "there twice", "once", ["tests/test_shape.py"])
    for text in ("", "there twice, there twice"):
        with pytest.raises(ValueError, match=r"found [02] times"):
            fault.planted(text)
