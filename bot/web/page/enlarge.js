/**
 * The board larger than its place: by buttons, keys or two fingers, scrolled within; and by itself where places to
 * press are too small for a finger. It knows no game and nothing of what is pressed.
 */

const LEAST = 24; // CSS pixels that a place to press has in both directions
const FINE = 12; // for a mouse, which points more exactly than a finger
const STEP = 1.5; // of a button or a key
const MOST = 4; // times as large as its place, unless a place to press needs more
const WHEEL = 300; // CSS pixels of a wheel that make the board about three times as large
const KEYS = { "+": STEP, "=": STEP, "-": 1 / STEP, 0: 0 };

const byId = (id) => document.getElementById(id);
const view = byId("view"); // what scrolls
const board = byId("board"); // what grows, with everything that lies on the drawing
let scale = 1; // of the size at which the whole board is seen
let most = MOST;
let grip = null; // how far apart two fingers were at first, and the scale then

/** The controls work. */
export function follow() {
  byId("larger").addEventListener("click", () => scaled(scale * STEP));
  byId("smaller").addEventListener("click", () => scaled(scale / STEP));
  view.addEventListener("keydown", key);
  view.addEventListener("wheel", wheel, { passive: false });
  view.addEventListener("touchstart", (event) => { grip = gripped(event.touches); });
  view.addEventListener("touchmove", pinch, { passive: false });
  view.addEventListener("touchend", (event) => { grip = gripped(event.touches); });
  new ResizeObserver(() => scaled(scale)).observe(view);
  new MutationObserver(() => scaled(scale)).observe(byId("drawing"), { childList: true });
}

/** Whether one of the boxes, each `[x, y, width, height]` in board units, is seen under so many CSS pixels. */
function isSmall(boxes, least) {
  return boxes.some(([, , w, h]) => Math.min(w, h) * unit() < least);
}

/**
 * Where one of the boxes is too small to be pressed, all are made large enough around what was pressed, a point in CSS
 * pixels of the window. True if the press has done that, so that it is no answer; false if it is one. `by`: what was
 * pressed with, as browsers say it.
 */
export function press(x, y, boxes, by = "") {
  if (!boxes.length || !isSmall(boxes, by === "mouse" ? FINE : LEAST)) return false;
  const least = Math.min(...boxes.flatMap(([, , w, h]) => [w, h]));
  const needed = scale * LEAST / (least * unit()) * 1.01; // a little more, as sizes are rounded
  most = Math.max(most, needed);
  scaled(needed, x, y);
  return true;
}

/**
 * Boxes are in sight: where the board is larger than its place, it is scrolled to all of them if they fit in there. If
 * they do not and none is seen, the whole board is.
 */
export function reveal(boxes) {
  if (scale <= 1 || !boxes.length) return;
  const [seen, whole] = [view.getBoundingClientRect(), drawing().getBoundingClientRect()];
  const [left, right] = apart(boxes, 0, whole.left - seen.left);
  const [top, bottom] = apart(boxes, 1, whole.top - seen.top);
  const fits = right - left <= view.clientWidth && bottom - top <= view.clientHeight;
  if (fits) view.scrollBy(past(left, right, view.clientWidth), past(top, bottom, view.clientHeight));
  else if (!boxes.some((box) => isSeen(box, whole, seen))) shrink();
}

/** From where to where the boxes reach, in CSS pixels of what is seen: across for the axis 0, down for 1. */
function apart(boxes, axis, from) {
  const ends = boxes.map((box) => from + (box[axis] + box[axis + 2]) * unit());
  return [Math.min(...boxes.map((box) => from + box[axis] * unit())), Math.max(...ends)];
}

/** How far to scroll so that what reaches from `start` to `end` is seen, in the middle; 0 if it is. */
const past = (start, end, size) => (start >= 0 && end <= size ? 0 : (start + end - size) / 2);

function isSeen([x, y, w, h], whole, seen) {
  const [left, top] = [whole.left + x * unit(), whole.top + y * unit()];
  return left + w * unit() > seen.left && left < seen.right && top + h * unit() > seen.top && top < seen.bottom;
}

/** The whole board is seen. */
export function shrink() {
  scaled(1);
}

/** So large, the point of the window staying where it is if possible; without one, the middle of what is seen. */
function scaled(wanted, x = middle("left", "clientWidth"), y = middle("top", "clientHeight")) {
  if (!drawing()) return;
  const [left, top] = share(x, y);
  scale = Math.min(Math.max(wanted, 1), most);
  grow();
  const at = board.getBoundingClientRect();
  view.scrollLeft += at.left + left * at.width - x;
  view.scrollTop += at.top + top * at.height - y;
  byId("smaller").setAttribute("aria-disabled", String(scale <= 1));
  byId("larger").setAttribute("aria-disabled", String(scale >= most));
}

function grow() {
  const width = drawing().viewBox.baseVal.width;
  view.classList.remove("larger");
  board.style.width = "";
  if (scale <= 1) return;
  const fitting = width * unit();
  view.classList.add("larger");
  board.style.width = `${fitting * scale}px`;
}

const drawing = () => board.querySelector("#drawing svg");

/** CSS pixels of a board unit as it is seen now. */
function unit() {
  const [seen, whole] = [drawing().getBoundingClientRect(), drawing().viewBox.baseVal];
  return Math.min(seen.width / whole.width, seen.height / whole.height);
}

function middle(side, size) {
  return view.getBoundingClientRect()[side] + view[size] / 2;
}

/** Where on the board a point of the window is, as parts of its width and height. */
function share(x, y) {
  const at = board.getBoundingClientRect();
  return [(x - at.left) / at.width, (y - at.top) / at.height];
}

function key(event) {
  if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  scaled(scale * KEYS[event.key]);
}

/** Browsers report two fingers on a touchpad as a wheel with this key. */
function wheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  scaled(scale * Math.exp(-event.deltaY / WHEEL), event.clientX, event.clientY);
}

function pinch(event) {
  const now = gripped(event.touches);
  if (!now || !grip) return;
  event.preventDefault();
  scaled(grip.scale * now.apart / grip.apart, now.x, now.y);
}

function gripped(touches) {
  if (touches.length !== 2) return null;
  const [one, two] = touches;
  const [dx, dy] = [one.clientX - two.clientX, one.clientY - two.clientY];
  return { scale, apart: Math.hypot(dx, dy), x: one.clientX - dx / 2, y: one.clientY - dy / 2 };
}
