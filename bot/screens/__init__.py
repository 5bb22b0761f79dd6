"""How everything looks, as plain values (Screen, Button, Picture): one module for each subject.

This room does not know the Discord library, the store or the services, and changes nothing.

**Verbs.** The verb of a button is declared once, in `verbs`, with its fields and where the answer goes: into a new
private message, in place, or in public. Calling the verb makes the custom_id for a button; the handler that is
registered for it gets the parsed fields.

**Emojis of tiles.** An emoji belongs to the key of a word, such as `azul.color.B`; those that Discord has travel with
the `Words` of a screen. `Speech` puts each before its word; alt texts, placeholders, suggestions and forms have none.

**Pages** of tables are made of the same texts as messages; `page_menu` puts the places of a drawing to the answers of a
question.
"""
