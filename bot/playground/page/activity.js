/**
 * An Activity in a frame, and this page's part of the conversation with it: that it is heard, who sits here, closing.
 * It does not know what the Activity shows.
 */

import { byId, el, iconButton } from "./dom.js";
import { ask, send } from "./live.js";

const HANDSHAKE = 0, FRAME = 1, CLOSE = 2;
const INVALID_COMMAND = 4002, DENIED = 4003;

let frame = null;

/** Opens what a frame "activity" names, in place of what is open. */
export function openActivity({ address }) {
  frame = el("iframe", { src: address, title: "Activity", sandbox: "allow-scripts allow-same-origin allow-forms" });
  const dialog = byId("activity");
  dialog.replaceChildren(el("header", {}, el("h2", {}, "Activity"), iconButton("close", "Close the Activity", () => dialog.close())), frame);
  if (!dialog.open) dialog.showModal();
}

/** Starts listening to Activities. */
export function startActivity() {
  window.addEventListener("message", hear);
  byId("activity").addEventListener("close", () => { byId("activity").replaceChildren(); frame = null; send({ t: "close" }); });
}

function hear({ source, origin, data }) {
  if (!frame || source !== frame.contentWindow || origin !== new URL(frame.src).origin || !Array.isArray(data)) return;
  const [kind, content] = data;
  if (kind === HANDSHAKE) answer({ cmd: "DISPATCH", evt: "READY", data: { v: content.v, config: {} } });
  else if (kind === CLOSE) byId("activity").close();
  else if (kind === FRAME && content.cmd === "AUTHORIZE") authorize(content);
  else if (kind === FRAME) refuse(content, INVALID_COMMAND, "Invalid command");
}

function authorize(content) {
  ask({ t: "authorize" }, ({ code }) => {
    if (code) answer({ cmd: content.cmd, nonce: content.nonce, data: { code } });
    else refuse(content, DENIED, "The request was denied");
  });
}

const refuse = ({ cmd, nonce }, code, message) => answer({ cmd, nonce, evt: "ERROR", data: { code, message } });

function answer(content) {
  frame?.contentWindow.postMessage([FRAME, content], new URL(frame.src).origin);
}
