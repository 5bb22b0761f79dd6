"""The handlers of commands, buttons, lists and forms: they parse the input, call a service and show a screen.

This package is independent of SQL, layout and pixels.

A handler is bound to a verb of the package `screens` and gets the parsed fields of the press. Verbs and
commands marked `once` do nothing if Discord delivers the same press again.
"""
