"""The handlers of commands, buttons, lists and forms: they parse the input, call a service and show a screen.

This room knows no SQL, no layout and no pixels.

A handler is bound to a verb of the room `screens` and gets its parsed fields. Verbs and commands marked `once` do
nothing when Discord delivers the same press again.
"""
