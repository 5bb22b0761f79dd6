"""What may be done, whoever asks: take the lock, load, run one pure step, save it in one transaction.

It knows no Discord, no screen and no custom_id.
"""
