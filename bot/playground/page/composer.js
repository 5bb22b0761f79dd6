/**
 * Where a person types: plain text, or a slash that opens the commands.
 * It does not know the options of a command; those are the draft's.
 */

import { matching, named, shownDescription, shownName } from "./commands.js";
import { byId } from "./dom.js";
import { draftOpen, openDraft, startDraft } from "./draft.js";
import { send } from "./live.js";
import { status } from "./status.js";
import { suggest, suggesting, suggestionKey, unsuggest } from "./suggest.js";
import { channelName, channelOf, when, world } from "./world.js";

const SILENT = new Set([4, 15]); // categories and forums have no place to write

let text;

/** Starts the composer: it follows the open channel from now on. */
export function startComposer() {
  text = byId("text");
  startDraft(text);
  text.addEventListener("input", typed);
  text.addEventListener("keydown", key);
  text.addEventListener("focus", typed);
  text.addEventListener("blur", () => { if (!draftOpen()) unsuggest(); });
  byId("slash").addEventListener("click", () => { text.value = "/"; text.focus(); typed(); });
  when("opened", reset);
  when("world", describe);
  document.addEventListener("click", ({ target }) => {
    const name = target.closest?.("[data-command]")?.dataset.command;
    if (name) begin(name);
  });
}

/** Opens the command of that name with its options, as if somebody had typed it. */
export function begin(name, rest = "") {
  const command = named(name);
  if (!command) return;
  unsuggest();
  text.value = "";
  openDraft(command, rest);
}

function reset() {
  unsuggest();
  describe();
}

function describe() {
  const channel = channelOf(world.channel);
  const silent = !channel || SILENT.has(channel.type);
  text.disabled = silent;
  byId("slash").disabled = silent;
  const where = channel ? `${channel.guild_id ? "#" : ""}${channelName(channel)}` : "";
  text.placeholder = silent ? "Nobody can write here" : `Message ${where} or type /`;
  text.setAttribute("aria-label", text.placeholder);
}

function typed() {
  fit();
  const whole = /^\/(\S+)\s([\s\S]*)$/.exec(text.value);
  if (whole && named(whole[1])) { begin(whole[1], whole[2]); return; }
  if (/^\/\S*$/.test(text.value)) offer();
  else unsuggest();
}

function offer() {
  const rows = matching(text.value.slice(1)).map((command) => ({ label: `/${shownName(command)}`, value: command.name, description: shownDescription(command) }));
  const empty = world.online ? "No command fits." : "The bot is offline, and has registered no such command.";
  suggest("Commands", rows, (row) => begin(row.value), { empty });
}

function fit() {
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight}px`;
}

function key(event) {
  if (event.isComposing || suggestionKey(event)) return;
  if (event.key === "Escape" && suggesting()) { unsuggest(); return; }
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  if (/^\/\S*$/.test(text.value)) { offer(); return; }
  say();
}

function say() {
  const said = text.value.trim();
  if (!said) return;
  if (!send({ t: "say", channel: world.channel, text: said })) { status("Not sent: there is no connection.", true); return; }
  text.value = "";
  fit();
}
