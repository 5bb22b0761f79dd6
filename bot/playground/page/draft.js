/**
 * A slash command while it is typed: one chip an option, suggestions for the chip in use, sending it.
 * It does not know the plain text beside it.
 */

import { FILE, offered, optionsOf, read, shownDescription, shownName } from "./commands.js";
import { byId, el, iconButton } from "./dom.js";
import { ask, forget } from "./live.js";
import { openModal } from "./modal.js";
import { status } from "./status.js";
import { suggest, suggesting, suggestionKey, unsuggest } from "./suggest.js";
import { nameOf, when, world } from "./world.js";

const PAUSE = 120; // milliseconds without a key before the bot is asked for suggestions
const MAX_TEXT = 6000;
const MAX_FILE = 90000; // bytes that a frame has room for

let draft = null;
let plain = null;

/** Starts drafts; `text` is the field for plain text that gives way to one. */
export function startDraft(text) {
  plain = text;
  when("opened", () => closeDraft());
}

/** A command is being typed. */
export const draftOpen = () => draft !== null;

/** Shows the chips of a command; `rest` is what was typed behind its name. */
export function openDraft(command, rest = "") {
  closeDraft();
  draft = { command, chips: new Map(), nonce: null, timer: null };
  status("");
  plain.hidden = true;
  byId("slash").hidden = true;
  byId("draft").hidden = false;
  byId("draft").replaceChildren(
    el("strong", { class: "command-name" }, `/${shownName(command)}`), el("span", { class: "chips" }),
    el("span", { class: "more" }), el("button", { type: "button", class: "button primary send", on: { click: sendDraft } }, "Send"),
    iconButton("close", "Leave this command", () => leave()));
  for (const option of optionsOf(command)) if (option.required) addChip(option);
  drawMore();
  const first = [...draft.chips.values()][0];
  if (first && rest) first.input.value = rest;
  (first?.input ?? byId("draft").querySelector(".send")).focus();
  if (!first) describe(shownDescription(command));
}

function closeDraft() {
  if (!draft) return;
  clearTimeout(draft.timer);
  if (draft.nonce) forget(draft.nonce);
  draft = null;
  unsuggest();
  plain.hidden = false;
  byId("slash").hidden = false;
  byId("draft").hidden = true;
  byId("draft").replaceChildren();
}

function leave() {
  closeDraft();
  plain.focus();
}

function addChip(option) {
  const input = el("input", { type: "text", role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions-list",
    "aria-expanded": "false", autocomplete: "off", spellcheck: "false", maxlength: MAX_TEXT, size: 6,
    "aria-label": `${shownName(option)}: ${shownDescription(option)}`, "aria-required": option.required ? "true" : null, data: { option: option.name } });
  const root = el("label", { class: "chip" }, el("span", {}, shownName(option)), input);
  const chip = { option, input, root, picked: null };
  if (option.type === FILE) {
    input.type = "file";
    input.addEventListener("change", async () => {
      chip.picked = await fileOf(input.files[0]);
      if (input.files[0] && !chip.picked) complain(chip, `This page sends files of at most ${MAX_FILE} bytes.`);
    });
  }
  input.addEventListener("input", () => { chip.picked = null; widen(chip); root.classList.remove("wrong"); help(chip); });
  input.addEventListener("focus", () => help(chip));
  input.addEventListener("keydown", (event) => key(event, chip));
  draft.chips.set(option.name, chip);
  byId("draft").querySelector(".chips").append(root);
  return chip;
}

/** A chosen file as it is sent: its name and its content in base64; null for none and for one too large. */
async function fileOf(file) {
  if (!file || file.size > MAX_FILE) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { value: { name: file.name, base64: btoa(text) } };
}

const widen = ({ input }) => { input.size = Math.min(Math.max(input.value.length + 1, 6), 40); };

/** Options that may be left out wait as small buttons behind the chips. */
function drawMore() {
  const left = optionsOf(draft.command).filter((option) => !draft.chips.has(option.name));
  byId("draft").querySelector(".more").replaceChildren(...left.map((option) =>
    el("button", { type: "button", class: "plain", title: shownDescription(option), data: { addOption: option.name },
      on: { click: () => { const chip = addChip(option); drawMore(); chip.input.focus(); } } }, `+ ${shownName(option)}`)));
}

/** Shows what the chip in use can be. */
function help(chip) {
  clearTimeout(draft.timer);
  if (chip.picked) { describe(shownDescription(chip.option)); return; }
  const list = offered(chip.option);
  if (list) { offer(chip, list); return; }
  if (chip.option.autocomplete) { look(chip); return; }
  describe(`${shownName(chip.option)}: ${shownDescription(chip.option)}`);
}

function describe(line) {
  unsuggest();
  status("");
  byId("hint").textContent = line;
}

function offer(chip, list) {
  const words = chip.input.value.toLowerCase();
  const rows = list.filter((row) => `${row.label} ${row.description ?? ""}`.toLowerCase().includes(words));
  show(chip, rows, { first: true });
}

function show(chip, rows, how) {
  byId("hint").textContent = shownDescription(chip.option);
  chip.input.setAttribute("aria-expanded", "true");
  suggest(shownName(chip.option), rows, (row) => take(chip, row), how);
}

function take(chip, row) {
  chip.input.value = row.label;
  chip.picked = row;
  chip.root.classList.remove("wrong");
  chip.input.setAttribute("aria-expanded", "false");
  widen(chip);
  describe(shownDescription(chip.option));
  const next = [...draft.chips.values()].find((other) => other.option.required && !other.input.value);
  (next ?? chip).input.focus();
}

/** Asks the bot; only the answer to the last question counts. */
function look(chip) {
  draft.timer = setTimeout(() => {
    if (draft.nonce) forget(draft.nonce);
    const frame = { t: "complete", channel: world.channel, command: draft.command.id, options: halfMade(chip) };
    const asked = draft;
    draft.nonce = ask(frame, (answer) => { if (draft === asked) found(chip, answer); });
  }, PAUSE);
}

function found(chip, answer) {
  draft.nonce = null;
  if (document.activeElement !== chip.input || chip.picked) return;
  const failed = answer.t !== "choices";
  const rows = (answer.choices ?? []).map((choice) => ({ label: shownName(choice), value: choice.value }));
  const empty = failed ? `No suggestions: ${nameOf(world.bot)} did not answer.` : "Nothing fits. You can send what you typed.";
  show(chip, rows, { first: false, empty });
}

/** The options as they are so far, the one in use marked; unreadable ones are left out. */
function halfMade(focused) {
  return [...draft.chips.values()].map((chip) => {
    const { name, type } = chip.option;
    if (chip === focused) return { name, type, value: chip.input.value, focused: true };
    const { value } = valueOf(chip);
    return value === undefined ? null : { name, type, value };
  }).filter(Boolean);
}

function valueOf(chip) {
  return chip.picked ? { value: chip.picked.value } : read(chip.option, chip.input.value);
}

function key(event, chip) {
  if (event.isComposing || suggestionKey(event)) return;
  if (event.key === "Enter") { event.preventDefault(); sendDraft(); }
  if (event.key === "Escape") { if (suggesting()) describe(""); else leave(); }
  if (event.key === "Backspace" && !chip.input.value) { event.preventDefault(); dropChip(chip); }
}

/** Backspace in an empty chip takes it away; in a required one it leaves the command. */
function dropChip(chip) {
  if (chip.option.required) { leave(); return; }
  chip.root.remove();
  draft.chips.delete(chip.option.name);
  drawMore();
  ([...draft.chips.values()].at(-1)?.input ?? byId("draft").querySelector(".send")).focus();
}

function sendDraft() {
  const options = [];
  for (const chip of draft.chips.values()) {
    if (!chip.input.value && !chip.option.required) continue;
    const { value, trouble } = chip.input.value ? valueOf(chip) : { trouble: `${shownName(chip.option)} is required.` };
    if (trouble) { complain(chip, trouble); return; }
    options.push({ name: chip.option.name, type: chip.option.type, value });
  }
  const { command } = draft;
  leave();
  sendCommand({ t: "command", command: command.id, options }, `/${shownName(command)}`);
}

function complain(chip, trouble) {
  chip.root.classList.add("wrong");
  chip.input.focus();
  status(trouble, true);
}

/** Sends a command of either kind to the open channel and tells above the composer what becomes of it. */
export function sendCommand(frame, name) {
  const { channel } = world;
  byId("hint").textContent = "";
  status(`${name}: waiting for ${nameOf(world.bot)}`);
  ask({ ...frame, channel }, (answer) => {
    if (answer.t === "modal") { status(""); openModal(answer, channel); return; }
    if (answer.state === "thinking") status(`${nameOf(world.bot)} is thinking`);
    else if (answer.state === "failed") status(`${name}: ${answer.text || "This interaction failed"}`, true);
    else status("");
  });
}
