/**
 * The picture of the table: elements of SVG in a list, replaced where they have changed. It knows no game.
 */

const SVG = "http://www.w3.org/2000/svg";

let shown = null; // the id of the drawing that stands there

/** Shows the drawing of that page in `root`; false if it is a change of another drawing than the one that is there. */
export function show(root, page) {
  if (page.svg) root.replaceChildren(parsed(page.svg));
  else if (page.from === shown) page.steps.forEach((step) => change(root.querySelector("svg > g"), ...step));
  else return false;
  root.firstChild.setAttribute("role", "img");
  root.firstChild.setAttribute("aria-label", page.alt);
  shown = page.id;
  return true;
}

/** The elements from `start` to before `stop` give way to others. */
function change(group, start, stop, markup) {
  const old = [...group.children].slice(start, stop);
  const next = group.children[stop] ?? null;
  const others = parsed(`<svg xmlns="${SVG}">${markup}</svg>`).children;
  for (const element of [...others]) group.insertBefore(element, next);
  for (const element of old) element.remove();
}

/** The element that the text describes. */
export function parsed(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}
