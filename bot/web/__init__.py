"""The pages of tables in a browser: requests in, documents, pictures and news out.

It knows links, services and screens. It knows no game, no statement of the store and not Discord's library.

**Watching.** `server` limits what a request may be. `live_pages` has each page that is watched: it is drawn once for
all who see the same, when `Watching` hears of news. A viewer gets the difference from what it saw last, as spliced
elements of the drawing, or the whole if it has missed one; where both look the same, nothing.

**Playing.** `visitors` finds out who asks. `play` asks the same menu as Discord's and plays by the same services.
`panels` lists what is shown beside the board and asks for more, such as the review.

**The Activity.** Inside Discord the same pages are in a frame, which keeps no cookie, so a token in a header takes its
place. `activity` gives one to each person who signs in, for one person in one channel.

The files in `page` are modules and stylesheets without a build step; their colors come from `render`.
"""
