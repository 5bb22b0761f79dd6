/** The page of a table for those who watch. People who sit there see the way to the page on which to play. */

import { ask, follow } from "./table.js";
import { say as sayYou } from "./you.js";

follow();
sayYou(signedOut);

const found = await ask("/seat").then((answer) => answer.json()).catch(() => ({}));
if (found.page) {
  const sits = document.getElementById("sits");
  sits.querySelector("a").href = found.page;
  sits.hidden = false;
}

/** Everybody may watch on. */
function signedOut() {
  for (const id of ["you", "sits"]) document.getElementById(id).hidden = true;
  document.getElementById("signed-out").hidden = false;
}
