"""The handlers of commands, buttons, lists and forms: they parse, ask a service and show a screen.

This room knows no SQL, no layout and no pixels.

A handler is registered for a verb of the room `screens` and gets its parsed fields. Verbs and commands marked `once` do
nothing a second time when Discord delivers a press again.
"""
