"""All planted faults, also by name. Knows no test."""

from tests.sabotage import clocks, delivery, doors, inside, pages, private, robots, store

EVERY = [fault for room in (store, clocks, doors, private, delivery, robots, inside, pages) for fault in room.FAULTS]
FAULTS = {fault.name: fault for fault in EVERY}
