/**
 * The application's own emojis as small pictures. It does not know where they stand.
 */

import { el } from "./dom.js";

/** The picture of an emoji of the application; its name where there is no picture. */
export function ownEmoji(id, name) {
  const image = el("img", { class: "own-emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(`:${name}:`), { once: true });
  return image;
}
