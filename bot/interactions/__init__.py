"""The handlers of commands, buttons, lists and forms: parse, ask a service, show a screen.

It knows no SQL, no layout and no pixels.
"""
