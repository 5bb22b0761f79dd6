"""All planted faults, also by name. Knows no test."""

from tests.sabotage import clocks, delivery, doors, inside, pages, private, robots, store, survivors

ROOMS = (store, clocks, doors, private, delivery, robots, inside, pages, survivors)
EVERY = [fault for room in ROOMS for fault in room.FAULTS]
FAULTS = {fault.name: fault for fault in EVERY}
