/**
 * The list of messages of the open channel: drawn, patched, scrolled, announced.
 * It does not know what a message looks like inside.
 */

import { forgetPicks } from "./components.js";
import { byId, el, refocus } from "./dom.js";
import { closeList } from "./listbox.js";
import { messageItem } from "./message.js";
import { offers } from "./offers.js";
import { decorateAll } from "./pending.js";
import { channelName, channelOf, isPrivate, markRead, nameOf, older, textOf, when, world } from "./world.js";

const GROUPED = 5 * 60 * 1000; // milliseconds within which one author's messages share a header
const AT_BOTTOM = 60; // pixels
const FLASH = 1600; // milliseconds

let list, scroller, pill;
let stuck = true;
let wanted = null;
let height = 0; // of all messages at the last scroll: a change means that pictures grew, not that somebody scrolled
let locale = null;
let known = 0; // commands, which an empty channel offers

/** Starts the view: it follows the world from now on. */
export function startMessages() {
  [list, scroller, pill] = ["list", "scroller", "pill"].map(byId);
  when("messages", (channel) => { if (channel === world.channel) redraw(); });
  when("world", () => { if (locale !== world.me.locale || known !== world.commands.length) redraw(); });
  when("opened", () => { stuck = true; pill.hidden = true; redraw(); });
  when("message", ({ channel, message, isNew }) => { if (channel === world.channel) patch(message, isNew); });
  when("gone", ({ channel, id }) => { if (channel === world.channel) remove(id); });
  scroller.addEventListener("scroll", () => {
    const atBottom = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < AT_BOTTOM;
    if (atBottom || scroller.scrollHeight === height) stuck = atBottom;
    height = scroller.scrollHeight;
    if (stuck) { pill.hidden = true; markRead(world.channel); }
  });
  pill.addEventListener("click", () => { stuck = true; toBottom(); });
  const resized = new ResizeObserver(() => { if (stuck) toBottom(); });
  resized.observe(list);
  resized.observe(scroller);
}

/** Scrolls to a message as soon as it is there and lets it glow for a moment. */
export function jump(id) {
  wanted = id;
  reveal();
}

function reveal() {
  const item = wanted && byId(`message-${wanted}`);
  if (!item) return;
  wanted = null;
  stuck = item === list.lastElementChild; // the end of the newest one has its buttons, and pictures may still grow
  if (stuck) toBottom();
  else item.scrollIntoView({ block: "center" });
  item.classList.add("flash");
  item.focus({ preventScroll: true });
  setTimeout(() => item.classList.remove("flash"), FLASH);
}

function redraw() {
  closeList();
  locale = world.me?.locale;
  known = world.commands.length;
  const messages = [...(world.messages.get(world.channel)?.values() ?? [])];
  list.setAttribute("aria-busy", "true");
  list.replaceChildren(beginning(messages.length === 0), ...messages.map((message) => item(message)));
  list.removeAttribute("aria-busy");
  regroup();
  if (stuck) toBottom();
  reveal();
}

function beginning(isEmpty) {
  const channel = channelOf(world.channel);
  const name = channel ? channelName(channel) : "";
  const text = channel?.guild_id ? `This is the start of #${name}.` : `This is the start of your direct messages with ${name}.`;
  return el("li", { class: "beginning" }, channel ? text : "", channel && isEmpty ? offers() : null);
}

function item(message) {
  const drawn = messageItem(message, world.channel);
  decorateAll(drawn);
  return drawn;
}

function patch(message, isNew) {
  const old = byId(`message-${message.id}`);
  const focus = old?.contains(document.activeElement) ? document.activeElement : null;
  const focusedId = focus?.dataset?.customId;
  if (!isNew) { forgetPicks(message.id); if (old?.querySelector('[aria-expanded="true"]')) closeList(); }
  const drawn = item(message);
  list.querySelector(".offers")?.remove();
  if (old) old.replaceWith(drawn);
  else insert(drawn, message.id);
  if (focus) refocus(drawn, focusedId);
  regroup();
  if (isNew && isMine(message)) stuck = true;
  if (stuck) toBottom();
  else if (isNew) pill.hidden = false;
  if (isNew) announce(message);
  reveal();
}

/** What this person wrote or asked for is always shown. */
function isMine(message) {
  const by = message.interaction_metadata?.user ?? message.author;
  return isPrivate(message) || by.id === world.me?.id;
}

function insert(drawn, id) {
  const next = [...list.children].find((other) => other.dataset.messageId && older(id, other.dataset.messageId) < 0);
  list.insertBefore(drawn, next ?? null);
}

function remove(id) {
  byId(`message-${id}`)?.remove();
  regroup();
}

/** Messages of one author in a row share a header; a new day gets a divider. */
function regroup() {
  let before = null;
  for (const drawn of list.querySelectorAll("[data-message-id]")) {
    const sameDay = before?.dataset.day === drawn.dataset.day;
    const close = before && Date.parse(drawn.dataset.time) - Date.parse(before.dataset.time) < GROUPED;
    const follows = sameDay && close && before.dataset.author === drawn.dataset.author && !drawn.querySelector(":scope > .origin, :scope > .system");
    const alike = before?.classList.contains("private") === drawn.classList.contains("private");
    drawn.classList.toggle("follows", Boolean(follows && alike));
    drawn.classList.toggle("new-day", !sameDay);
    before = drawn;
  }
}

function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
}

function announce(message) {
  const whom = isPrivate(message) ? ", only for you" : "";
  byId("announcer").textContent = `${nameOf(message.author)}${whom}: ${spoken(textOf(message)).slice(0, 500)}`;
}

/** The text without what only looks: emojis beside their words, the marks of headings, small print and bold letters. */
function spoken(text) {
  return text.replace(/<a?:\w+:\d+> ?/g, "").replace(/^(#+|-#) /gm, "").replace(/[*_`<>]/g, "");
}
