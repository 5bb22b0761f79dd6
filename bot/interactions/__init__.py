"""The handlers of commands, buttons, lists and forms: they parse, ask a service and show a screen.

This room knows no SQL, no layout and no pixels.
"""
