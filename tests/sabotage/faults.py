"""All planted faults, by name. Knows no test."""

from tests.sabotage import clocks, delivery, doors, private, robots, store

FAULTS = {
    fault.name: fault
    for faults in (store.FAULTS, clocks.FAULTS, doors.FAULTS, private.FAULTS, delivery.FAULTS, robots.FAULTS)
    for fault in faults
}
