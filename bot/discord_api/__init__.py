"""Translates between our values and the Discord library: components, callers, replies, rate limits.

This room knows no game and no table.

**Odd events.** `gateway_barrier` stands between the gateway and the library: an event that cannot be read is logged by
its name, counted and skipped, and what hidden channels lack is filled in.

**Pace.** All requests together stay below 50 a second; answers to presses are not counted.
"""
