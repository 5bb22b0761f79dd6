"""The pages of tables in a browser: documents, pictures and live news.

The package uses links, services and screens. It is independent of games, the statements of the stores and the Discord
library.

**Watching.** `server` limits requests. `live_pages` holds each page that is being watched: when `Watching` reports a
change, the page is drawn once for all viewers who see the same. A viewer is sent the difference from the last version
it got, as spliced elements of the drawing; the whole page if it missed a version; nothing if both look the same.

**Playing.** `visitors` identifies the person behind a request. `play` uses the same menu and services as Discord's
buttons. `panels` lists what is shown beside the board and loads more, such as the review.

**The Activity.** Inside Discord the same pages run in a frame, which cannot keep a cookie, so a token in a header
replaces it. `activity` issues one token to each person who signs in; it is valid for one channel.

The files in `page` are modules and stylesheets without a build step; their colors come from `render`.
"""
