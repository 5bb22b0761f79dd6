"""The use cases, whoever asks: take the lock, load the room, run one pure step, save it in one transaction.

This room knows no Discord, no screen and no custom_id.
"""
