"""How everything looks, as plain values (Screen, Button, Picture): one module for each subject.

This package knows nothing about the Discord library, the store or the services, and changes nothing.

**Verbs.** The verb of a button is declared once, in `verbs`, with its fields and where the answer goes: into a new
private message, in place, or in public. Calling the verb makes the custom_id for a button; the handler that is
registered for it gets the parsed fields.

**Emojis of tiles.** Each emoji belongs to the key of a word, such as `azul.color.B`. The `Words` of a screen contain
the emojis that are available on Discord, and `Speech` puts each emoji before its word. Alt texts, placeholders,
suggestions and forms have no emojis.

**Pages** of tables are made of the same texts as messages; `page_menu` says where in the drawing each answer to a
question is.
"""
