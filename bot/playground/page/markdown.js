/**
 * Turns Discord's markdown into elements, with text as text nodes only.
 * It does not know messages; mentions are looked up in the world.
 */

import { el } from "./dom.js";
import { ownEmoji } from "./emoji.js";
import { time } from "./time.js";
import { channelName, channelOf, nameOf, userOf, world } from "./world.js";

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** The elements of a text of several lines. */
export function blocks(text) {
  const made = [];
  let rest = text;
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    made.push(...lines(rest.slice(0, fence.index).replace(/\n$/, "")));
    made.push(el("pre", {}, el("code", {}, fence[1])));
    rest = rest.slice(fence.index + fence[0].length).replace(/^\n/, "");
  }
  return [...made, ...lines(rest)];
}

const FENCE = /```(?:[\w+-]+\n)?\n?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const QUOTE = /^> ?(.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)$/;

function lines(text) {
  if (!text) return [];
  const made = [];
  const queue = text.split("\n");
  while (queue.length) made.push(block(queue));
  return made;
}

/** Takes the lines of the next block off the queue. */
function block(queue) {
  const heading = HEADING.exec(queue[0]);
  if (heading) { queue.shift(); return el(`h${heading[1].length + 2}`, {}, inline(heading[2])); }
  const small = SUBTEXT.exec(queue[0]);
  if (small) { queue.shift(); return el("p", { class: "subtext" }, inline(small[1])); }
  if (queue[0].startsWith(">>> ")) return el("blockquote", {}, lines(queue.splice(0).join("\n").slice(4)));
  if (QUOTE.test(queue[0]) && queue[0] !== ">") return quote(queue);
  if (ITEM.test(queue[0])) return list(queue, ITEM.exec(queue[0])[1].length);
  return paragraph(queue);
}

function quote(queue) {
  const inner = [];
  while (queue.length && /^> /.test(queue[0])) inner.push(QUOTE.exec(queue.shift())[1]);
  return inner.length ? el("blockquote", {}, lines(inner.join("\n"))) : paragraph(queue);
}

function list(queue, depth) {
  const [, , first] = ITEM.exec(queue[0]);
  const ordered = isNumber(first);
  const made = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(first, 10) } : {});
  for (let item = ITEM.exec(queue[0] ?? ""); item && item[1].length >= depth; item = ITEM.exec(queue[0] ?? "")) {
    if (item[1].length > depth && made.lastChild) { made.lastChild.append(list(queue, item[1].length)); continue; }
    if (isNumber(item[2]) !== ordered) break;
    queue.shift();
    made.append(el("li", {}, inline(item[3])));
  }
  return made;
}

const isNumber = (bullet) => /\d/.test(bullet);

function paragraph(queue) {
  const taken = [queue.shift()];
  while (queue.length && !starts(queue[0])) taken.push(queue.shift());
  return el("p", {}, inline(taken.join("\n")));
}

const starts = (line) => [HEADING, SUBTEXT, ITEM].some((rule) => rule.test(line)) || /^>{1,3} /.test(line);

/** What may stand within a line, tried in this order at each place: sticky pattern and builder. */
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, ([, kept]) => kept],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => el("code", {}, code)],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, ([, stamp, style]) => time(Number(stamp), style)],
  [/<@!?(\d+)>/y, ([, id]) => person(id)],
  [/<@&(\d+)>/y, ([, id]) => el("span", { class: "mention" }, `@${roleName(id)}`)],
  [/<#(\d+)>/y, ([, id]) => channel(id)],
  [/<\/([^:>]{1,100}):(\d+)>/y, ([, name]) => el("button", { type: "button", class: "mention", data: { command: name } }, `/${name}`)],
  [/<a?:(\w{2,32}):(\d+)>/y, ([, name, id]) => ownEmoji(id, name)],
  [/\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, ([, label, url]) => link(url, inline(label))],
  [/<(https?:\/\/[^>\s]+)>/y, ([, url]) => link(url, [url])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_]/y, ([url]) => link(url, [url])],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, ([, inner]) => el("strong", {}, inline(inner))],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, ([, inner]) => el("u", {}, inline(inner))],
  [/~~((?:\\.|[^\\])+?)~~/y, ([, inner]) => el("s", {}, inline(inner))],
  [/\|\|((?:\\.|[^\\])+?)\|\|/y, ([, inner]) => spoiler(inner)],
  [/\*(?=\S)((?:\*\*|\\.|[^*\\])+?)\*(?!\*)/y, ([, inner]) => el("em", {}, inline(inner))],
  [/(?<![A-Za-z0-9])_(?=\S)((?:__|\\.|[^_\\])+?)_(?![A-Za-z0-9_])/y, ([, inner]) => el("em", {}, inline(inner))],
  [/@(?:everyone|here)\b/y, ([name]) => el("span", { class: "mention me" }, name)],
];

const SPECIAL = /[\\`<[*_~|@h]/;

/** Text nodes and elements of one line; line breaks stay in the text. */
export function inline(text) {
  const made = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = SPECIAL.test(text[at]) ? match(text, at) : null;
    if (!found) { plain += text[at]; at += 1; continue; }
    if (plain) made.push(plain);
    plain = "";
    made.push(...[found.made].flat());
    at = found.end;
  }
  if (plain) made.push(plain);
  return made;
}

function match(text, at) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { end: at + found[0].length, made: build(found) };
  }
  return null;
}

function person(id) {
  const user = userOf(id);
  const mine = id === world.me?.id;
  return el("button", { type: "button", class: mine ? "mention me" : "mention", data: { userId: id } }, `@${user ? nameOf(user) : "unknown"}`);
}

function roleName(id) {
  return world.guilds.flatMap((guild) => guild.roles ?? []).find((role) => role.id === id)?.name ?? "role";
}

function channel(id) {
  const found = channelOf(id);
  return el("a", { class: "mention", href: `#${id}` }, `#${found ? channelName(found) : "unknown"}`);
}

function spoiler(inner) {
  const shown = el("button", { type: "button", class: "spoiler", "aria-label": "Hidden text, press to show" }, inline(inner));
  shown.addEventListener("click", () => { shown.classList.add("open"); shown.removeAttribute("aria-label"); });
  return shown;
}

/** A link; those to a message or channel of this Discord lead to it on this page. */
export function link(url, children, attributes = {}) {
  const jump = JUMP.exec(url);
  if (jump) return el("a", { ...attributes, href: `#${jump[2]}${jump[3] ? `/${jump[3]}` : ""}` }, children);
  if (!/^(https?|discord):\/\//i.test(url)) return el("span", attributes, children);
  return el("a", { ...attributes, href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}
