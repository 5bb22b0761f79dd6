"""How everything looks, as plain values (Screen, Button, Picture): one module for each subject.

This room does not know the Discord library, the store or the services, and changes nothing.
"""
