/**
 * Places on the board that can be pressed: drawn over it, reached by mouse, touch and keyboard. Where they are too small
 * for a finger, the first press makes the board larger. It knows no game.
 */

import { press as enlarged, reveal } from "./enlarge.js";

const SVG = "http://www.w3.org/2000/svg";
const ROUND = 0.18; // of the shorter side
const EDGE = 2; // board units: half of the outline, which lies around a box and covers nothing in it
const WITHIN = 0.7; // of the shorter side: where boxes overlap, each is shown as a circle around its middle

const board = document.getElementById("board");
let layer = null;
let shown = [];
let overlap = false; // whether some of them do
let before = ""; // the boxes that were to be pressed last
let looks = ""; // all that can be seen of the layer

/**
 * Shows places in place of all others, and which boxes were `given` as an answer before. Each has `boxes` (x, y, width,
 * height in board units), a `label`, a `look` (a class) and `press(event)`. Of boxes that overlap the one is meant whose
 * middle is nearest. What looks the same stays there, so that a press counts that has begun already.
 */
export function show(places, given = []) {
  const drawing = board.querySelector("#drawing svg");
  const next = places.flatMap((place) => place.boxes.map((box, n) => ({ box, place, first: n === 0 })));
  const seen = next.map(({ box, place, first }) => [box, place.label, place.look, first]);
  const now = JSON.stringify([drawing?.getAttribute("viewBox"), given, seen]);
  if (layer && now === looks) {
    shown = next;
    fit();
    return;
  }
  clear();
  if (!drawing || !(given.length || next.length)) return;
  [shown, looks] = [next, now];
  overlap = shown.some((one, n) => shown.slice(n + 1).some((other) => isOver(one.box, other.box)));
  layer = document.createElementNS(SVG, "svg");
  layer.id = "places";
  layer.setAttribute("viewBox", drawing.getAttribute("viewBox"));
  layer.append(...given.map(ring), ...shown.map(element));
  board.append(layer);
  fit();
  const boxes = shown.filter(({ place }) => place.look !== "refused").map(({ box }) => box);
  if (String(boxes) !== before) reveal(boxes); // the same question again leaves the board where it was scrolled to
  before = String(boxes);
}

/** No place can be pressed. */
export function clear() {
  layer?.remove();
  layer = null;
  shown = [];
}

/** The first place is ready to be pressed by the keyboard. */
export function focus() {
  layer?.querySelector("[tabindex='0']")?.focus();
}

/** Puts the layer on the drawing, wherever that stands now. */
function fit() {
  const drawing = board.querySelector("#drawing svg");
  if (!layer || !drawing) return;
  const [outer, inner] = [board.getBoundingClientRect(), drawing.getBoundingClientRect()];
  layer.setAttribute("width", inner.width);
  layer.setAttribute("height", inner.height);
  layer.style.left = `${inner.left - outer.left}px`;
  layer.style.top = `${inner.top - outer.top}px`;
}

new ResizeObserver(fit).observe(board);

/** Around what was answered before; it cannot be pressed. */
function ring(box) {
  const rect = drawn(box);
  rect.setAttribute("class", "given");
  return rect;
}

function drawn(box) {
  const [x, y, width, height, rx] = shape(box);
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, rx })) rect.setAttribute(name, value);
  return rect;
}

function element({ box, place, first }, n) {
  const rect = drawn(box);
  rect.setAttribute("class", place.look ?? "");
  if (first) {
    rect.setAttribute("role", "button");
    rect.setAttribute("tabindex", place.look === "refused" ? "-1" : "0");
    rect.setAttribute("aria-label", place.label);
    if (place.look === "chosen") rect.setAttribute("aria-pressed", "true");
  } else {
    rect.setAttribute("aria-hidden", "true");
  }
  const title = document.createElementNS(SVG, "title");
  title.textContent = place.label;
  rect.append(title);
  rect.addEventListener("click", (event) => {
    if (enlarged(event.clientX, event.clientY, shown.map((one) => one.box), event.pointerType)) fit();
    else meant(event, shown[n].place).press(event);
  });
  rect.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    shown[n].place.press(event);
  });
  return rect;
}

/** What is drawn of a box: all of it, or a circle around its middle where some of the boxes overlap. */
function shape(box) {
  const [x, y, width, height] = box;
  if (!overlap) return [x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE, Math.min(width, height) * ROUND];
  const across = Math.min(width, height) * WITHIN;
  return [x + (width - across) / 2, y + (height - across) / 2, across, across, across / 2];
}

function isOver([x, y, width, height], [left, top, wide, high]) {
  return x < left + wide && left < x + width && y < top + high && top < y + height
    && !(x === left && y === top && width === wide && height === high);
}

/** The place whose middle is nearest to where somebody has pressed, among those that hold the point. */
function meant(event, pressed) {
  if (!event.clientX && !event.clientY) return pressed;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
  const away = ({ box: [x, y, width, height] }) => Math.hypot(x + width / 2 - point.x, y + height / 2 - point.y);
  const holds = ({ box: [x, y, width, height] }) => (
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  );
  const near = shown.filter(holds).sort((one, other) => away(one) - away(other));
  return near[0]?.place ?? pressed;
}
