/**
 * What each kind of select offers: its own options, people, roles or channels; and the control that opens them.
 * It does not know whether the select stands in a message or in a modal.
 */

import { el, icon } from "./dom.js";
import { ownEmoji } from "./emoji.js";
import { closeList, listIsOpen, openList } from "./listbox.js";
import { channelName, guildOf, nameOf, world } from "./world.js";

/** Discord's numbers of the selects, also used by options of commands under other numbers. */
export const STRING = 3, USER = 5, ROLE = 6, MENTIONABLE = 7, CHANNEL = 8;
export const SELECTS = new Set([STRING, USER, ROLE, MENTIONABLE, CHANNEL]);

const THREADS = new Set([10, 11, 12]);

/** What can be picked in that select, as {label, value, description, emoji}, the emoji as `emojiOf` gives it. */
export function offers(select) {
  switch (select.type) {
    case STRING: return (select.options ?? []).map((option) => ({ ...option, emoji: emojiOf(option.emoji) }));
    case USER: return people();
    case ROLE: return roles();
    case MENTIONABLE: return [...people(), ...roles()];
    default: return channels(select.channel_types);
  }
}

/** The character of an emoji, or the picture of one of the application's own, a new one each time. */
export const emojiOf = (emoji) => (emoji ? (emoji.id ? ownEmoji(emoji.id, emoji.name) : emoji.name) : null);

/** Everybody here, the bot last. */
export function people() {
  return [...world.people, world.bot].filter(Boolean).map((user) => ({ label: nameOf(user), value: user.id,
    description: user.bot ? `${user.username} · bot` : user.username }));
}

/** The roles of this server; in direct messages those of the first one. */
export function roles() {
  const guild = guildOf(world.channel) ?? world.guilds[0];
  const known = guild?.roles ?? (guild ? [{ id: guild.id, name: "@everyone" }] : []);
  return known.map((role) => ({ label: role.name, value: role.id }));
}

/** The channels of this server, only of those types if any are named. */
export function channels(types) {
  const guild = guildOf(world.channel) ?? world.guilds[0];
  const fitting = (guild?.channels ?? []).filter((channel) => (types?.length ? types.includes(channel.type) : channel.type !== 4));
  return fitting.map((channel) => ({ label: `${THREADS.has(channel.type) ? "› " : "# "}${channelName(channel)}`, value: channel.id }));
}

/** What is picked before anybody picks: defaults of the options or of the select. */
export function defaults(select) {
  if (select.type !== STRING) return (select.default_values ?? []).map((value) => value.id);
  return (select.options ?? []).filter((option) => option.default).map((option) => option.value);
}

/** The control of a select. `picked` are its values now, `chosen(values)` is told the new ones. */
export function selectControl(select, picked, chosen, label = null) {
  const options = offers(select);
  const named = picked.map((value) => options.find((option) => option.value === value)).filter(Boolean);
  const placeholder = select.placeholder || (select.type === STRING ? "Make a selection" : "Choose");
  const text = named.length ? named.map((option) => option.label).join(", ") : placeholder;
  const shown = named.flatMap((option, place) => [place ? ", " : "", option.emoji, option.emoji ? " " : "", option.label]).filter(Boolean);
  const control = el("button", { type: "button", class: named.length ? "select" : "select empty", role: "combobox",
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-label": label ?? (named.length ? `${placeholder}: ${text}` : placeholder),
    disabled: select.disabled, data: { customId: select.custom_id } }, el("span", {}, named.length ? shown : text), icon("down"));
  const reveal = () => {
    if (control.getAttribute("aria-busy")) return;
    if (listIsOpen() && control.getAttribute("aria-expanded") === "true") { closeList(true); return; }
    openList({ anchor: control, label: placeholder, options: offers(select), picked, chosen,
      least: select.min_values ?? 1, most: select.max_values ?? 1 });
  };
  control.addEventListener("click", reveal);
  control.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); reveal(); }
  });
  return control;
}
