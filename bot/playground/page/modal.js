/**
 * The form that a bot opens: its fields, what it requires, sending it.
 * It does not know which press opened it.
 */

import { SELECTS, defaults, selectControl } from "./choices.js";
import { byId, el, icon, refocus } from "./dom.js";
import { ask } from "./live.js";
import { blocks } from "./markdown.js";

const ROW = 1, TEXT_INPUT = 4, TEXT = 10, LABEL = 18, FILE = 19, RADIO = 21, CHECKS = 22, CHECK = 23;
const PARAGRAPH = 2;

/** Shows the modal of a "modal" frame; what is sent belongs to `channel`. */
export function openModal({ interaction, modal }, channel) {
  const fields = (modal.components ?? []).map(field);
  const trouble = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { class: "button primary" }, "Submit");
  const form = el("form", { novalidate: true },
    el("header", {}, el("h2", { id: "modal-title" }, modal.title), closer()),
    el("div", { class: "fields" }, fields.map((each) => each.root)), trouble,
    el("footer", {}, el("button", { type: "button", class: "button secondary", on: { click: close } }, "Cancel"), submit));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = fields.filter((each) => !each.check());
    if (wrong.length) { wrong[0].root.querySelector("input, textarea, button")?.focus(); return; }
    const frame = { t: "submit", channel, interaction, custom_id: modal.custom_id, components: fields.map((each) => each.answer()) };
    deliver(frame, submit, trouble);
  });
  const dialog = byId("modal");
  if (!dialog.open) dialog.onclose = wayBack(document.activeElement);
  dialog.dataset.customId = modal.custom_id;
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector(".fields input, .fields textarea, .fields button")?.focus();
}

const closer = () => el("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: close } }, icon("close"));

/** Brings focus back to the control that opened the form, also where its message was drawn anew meanwhile. */
function wayBack(opener) {
  const message = opener?.closest("[data-message-id]")?.id;
  const customId = opener?.dataset.customId;
  return () => {
    const there = message && byId(message);
    const nowhere = document.activeElement === document.body || byId("modal").contains(document.activeElement);
    if (nowhere && there) refocus(there, customId);
  };
}

function close() {
  byId("modal").close();
}

function deliver(frame, submit, trouble) {
  if (submit.getAttribute("aria-busy")) return;
  submit.setAttribute("aria-busy", "true");
  trouble.hidden = true;
  ask(frame, (answer) => {
    if (answer.t === "modal") { openModal(answer, frame.channel); return; }
    if (answer.state === "thinking") return;
    submit.removeAttribute("aria-busy");
    if (answer.state !== "failed") { close(); return; }
    trouble.textContent = answer.text || "Something went wrong. Try again.";
    trouble.hidden = false;
  });
}

/** A part of the form: its element, whether it may be sent, and what is sent of it. */
function field(component) {
  if (component.type === TEXT) return { root: el("div", { class: "text" }, blocks(component.content)), check: () => true, answer: () => ({ type: TEXT, id: component.id }) };
  const inner = component.type === LABEL ? component.component : component.type === ROW ? component.components[0] : component;
  const made = input(inner);
  const wrong = el("p", { class: "failure", hidden: true });
  const name = component.label ?? inner.label ?? inner.placeholder ?? "";
  const required = isRequired(inner);
  const root = el("div", { class: "field", role: "group", "aria-label": name },
    el("label", { for: made.focus.id || null }, name, required && el("span", { class: "required", "aria-label": "required" }, " *")),
    component.description && el("small", {}, component.description), made.root, wrong);
  if (!made.focus.getAttribute("aria-label")) made.focus.setAttribute("aria-label", name);
  const check = () => {
    wrong.textContent = made.trouble(required) ?? "";
    wrong.hidden = !wrong.textContent;
    return wrong.hidden;
  };
  return { root, check, answer: () => wrap(component, { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...made.value() }) };
}

/** Discord counts a field as required unless it says otherwise; a single tick box is never. */
const isRequired = (inner) => inner.type !== CHECK && inner.required !== false;

function wrap(component, answer) {
  if (component.type === LABEL) return { type: LABEL, id: component.id, component: answer };
  if (component.type === ROW) return { type: ROW, id: component.id, components: [answer] };
  return answer;
}

let fresh = 0;

function freshId() {
  fresh += 1;
  return `field-${fresh}`;
}

function input(inner) {
  if (SELECTS.has(inner.type)) return selectInput(inner);
  switch (inner.type) {
    case TEXT_INPUT: return textInput(inner);
    case RADIO: return group(inner, "radio", 1, 1);
    case CHECKS: return group(inner, "checkbox", inner.min_values ?? 1, inner.max_values ?? inner.options.length);
    case CHECK: return tick(inner);
    case FILE: return noFile();
    default: return note(`A field of type ${inner.type}, which this page cannot show.`, {});
  }
}

function textInput({ custom_id: customId, style, value, placeholder, min_length: least = 0, max_length: most = 4000 }) {
  const shared = { id: freshId(), placeholder, maxlength: most, autocomplete: "off", value: value ?? "", data: { customId } };
  const made = style === PARAGRAPH ? el("textarea", { rows: 5, ...shared }) : el("input", { type: "text", ...shared });
  const trouble = (required) => {
    const length = made.value.length;
    if (required && !made.value.trim()) return "This is required.";
    return length && length < least ? `At least ${least} characters; these are ${length}.` : null;
  };
  return { root: made, focus: made, trouble, value: () => ({ value: made.value }) };
}

function selectInput(select) {
  let values = defaults(select);
  const root = el("span", { class: "select-slot" });
  const renew = () => {
    const drawn = selectControl(select, values, (picked) => { values = picked; renew(); drawnFocus(root); });
    root.replaceChildren(drawn);
  };
  renew();
  const trouble = (required) => (required && !values.length ? "This is required." : null);
  return { root, focus: root, trouble, value: () => ({ values }) };
}

const drawnFocus = (root) => root.firstChild.focus({ preventScroll: true });

function group({ custom_id: customId, options }, type, least, most) {
  const name = freshId();
  const boxes = options.map((option) => el("input", { type, name, value: option.value, checked: option.default, data: { customId } }));
  const root = el("div", { class: "ticks", role: type === "radio" ? "radiogroup" : "group" }, options.map((option, place) =>
    el("label", {}, boxes[place], el("span", {}, option.label, option.description && el("small", {}, option.description)))));
  const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const trouble = (required) => {
    const count = ticked().length;
    if (!count && required) return "This is required.";
    if (count && (count < least || count > most)) return `Pick ${least} to ${most}.`;
    return null;
  };
  return { root, focus: root, trouble, value: () => (type === "radio" ? { value: ticked()[0] ?? null } : { values: ticked() }) };
}

function tick({ custom_id: customId, default: on }) {
  const box = el("input", { type: "checkbox", id: freshId(), checked: on, data: { customId } });
  return { root: box, focus: box, trouble: () => null, value: () => ({ value: box.checked }) };
}

function noFile() {
  return { ...note("Files cannot be attached on this page.", { values: [] }),
    trouble: (required) => (required ? "This form needs a file, which this page cannot send." : null) };
}

function note(text, value) {
  const root = el("p", { class: "subtext" }, text);
  return { root, focus: root, trouble: () => null, value: () => value };
}
