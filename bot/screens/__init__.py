"""How everything looks, as plain values (Screen, Button, Picture): one module a subject.

It does not know the Discord library, the store or the services, and changes nothing.
"""
