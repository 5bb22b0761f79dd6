/**
 * The page of one table for those who watch: news come in, words and board show them. It knows no game and no rules.
 */

import { show as draw } from "./board.js";
import { follow as followLook, isContrast } from "./look.js";
import { follow as followReplay, isOn as isReplaying, show as showMoment } from "./replay.js";
import { told } from "./texts.js";

const AGAIN = 3000; // milliseconds before a stream that was refused is asked for anew

const byId = (id) => document.getElementById(id);
let news = null;
let retry = 0;

followReplay(look, show, listen);
followLook(byId("look"), () => (isReplaying() ? showMoment() : listen()));

/** Asks for the news of the table, drawn as the look wants it. What was asked before is dropped. */
function listen() {
  news?.close();
  clearTimeout(retry);
  news = new EventSource(`${location.pathname}/news${look()}`);
  news.addEventListener("open", () => lost(false));
  news.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  news.addEventListener("gone", end);
  news.addEventListener("error", broken);
}

/** What is asked for besides, so that a drawing is as the look wants it. */
function look() {
  return isContrast() ? "?look=contrast" : "";
}

function hear(page) {
  if (!isReplaying() && !show(page)) listen();
}

/** Shows a page; false if it is a change of another drawing than the one that is there. */
function show(page) {
  if (!draw(byId("board"), page)) return false;
  document.title = page.title;
  byId("title").textContent = page.title;
  byId("standing").replaceChildren(...told(page.standing));
  byId("lines").replaceChildren(...page.lines.map(line));
  byId("alt").textContent = page.alt;
  return true;
}

function line(text) {
  const item = document.createElement("li");
  item.append(...told(text));
  return item;
}

/** The browser connects again by itself, unless it was refused: then the link may be gone, or too many watch. */
async function broken() {
  lost(true);
  if (news.readyState !== EventSource.CLOSED) return;
  const answer = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 404) end();
  else retry = setTimeout(listen, AGAIN);
}

function lost(isLost) {
  byId("lost").hidden = !isLost;
}

function end() {
  news.close();
  lost(false);
  byId("gone").hidden = false;
  byId("replay").hidden = true;
  byId("board").replaceChildren();
  byId("lines").replaceChildren();
  for (const id of ["standing", "alt"]) byId(id).textContent = "";
}
