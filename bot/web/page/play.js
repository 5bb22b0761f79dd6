/** The page of a table for somebody who sits there: signed in by a personal link, whose secret is in the fragment. */

import { aside, heard, isHeld, redraw } from "./menu.js";
import { stop } from "./news.js";
import { follow } from "./table.js";

if (await enter()) location.reload(); // the page is in the language of whoever is signed in
else follow({ heard, aside, isHeld, redraw, signedOut });

/** The link is opened once; its secret is gone from the address before anything else. True if that signs somebody in. */
async function enter() {
  const link = location.hash.slice(1);
  if (!link) return false;
  history.replaceState(null, "", location.pathname);
  const headers = { "Content-Type": "application/json" };
  const found = await fetch("../enter", { method: "POST", headers, body: JSON.stringify({ link }) }).catch(() => null);
  return found?.ok ?? false;
}

function signedOut() {
  stop();
  document.getElementById("signed-out").hidden = false;
  document.querySelector("main").hidden = true;
}
