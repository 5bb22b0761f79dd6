"""The pages of tables in a browser: requests in, documents, pictures and news out.

It knows links, services and screens. It knows no game, no statement of the store and not Discord's library.
"""
