"""Converts between our values and the Discord library: components, callers, replies, rate limits.

This package knows nothing about games or tables.

**Malformed events.** `gateway_barrier` is between the gateway and the library: an event that cannot be parsed is logged
by its name, counted and skipped, and missing fields of hidden channels are filled in.

**Request pace.** All requests together stay below 50 a second; answers to presses are not counted.
"""
