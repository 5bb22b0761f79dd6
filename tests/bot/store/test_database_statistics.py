"""How much a database of any version holds."""

import pytest

from bot.store.database_statistics import file_statistics, last_activity_in_file
from bot.store.migrations import newest_version
from tests.bot.support.old_files import file_of


@pytest.mark.parametrize("version", [3, 27, 28, newest_version()])
def test_a_file_of_an_older_version_is_counted_like_a_new_one(tmp_path, version):
    path = tmp_path / "tessera.db"
    file_of(path, version)
    counts = file_statistics(path).counts
    assert (counts["people"], counts["asleep"], counts["outbox"], counts["lobby"]) == (303, 1, 1, 1)
    assert last_activity_in_file(path) == 9.0
