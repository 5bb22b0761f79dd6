/**
 * The few messages between an Activity and the Discord around it: who is there, sign in, close. It knows no table.
 *
 * A message is [what kind, content]. Only what the page around us says is heard, and only from Discord's own addresses.
 */

const HANDSHAKE = 0, FRAME = 1, CLOSE = 2;
const NORMAL = 1000;
const PATIENCE = 15_000; // milliseconds

const given = new URLSearchParams(location.search);
const { application, hosts } = document.documentElement.dataset;
const host = window.parent.opener ?? window.parent;
const waiting = new Map(); // what is done with the answer to each question, by its number
let count = 0;

/** What Discord calls this Activity while it is open; null outside of Discord. Anybody can write this, so it proves nothing. */
export const instance = given.get("frame_id") && given.get("instance_id");

/** Resolves once Discord hears us; rejected if nobody answers. */
export function connect() {
  const ready = new Promise((resolve, reject) => {
    waiting.set("READY", { resolve });
    setTimeout(reject, PATIENCE, new Error("nobody answers"));
  });
  addEventListener("message", hear);
  post(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: given.get("frame_id") });
  return ready;
}

/** A code that tells the bot's server who sits here. Rejected if the person does not want that. */
export async function code() {
  const asked = { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  return (await ask("AUTHORIZE", asked)).code;
}

/** Discord takes the frame away. */
export function close() {
  post(CLOSE, { code: NORMAL, message: "" });
}

function ask(cmd, args) {
  count += 1;
  const nonce = String(count);
  const answered = new Promise((resolve, reject) => waiting.set(nonce, { resolve, reject }));
  post(FRAME, { cmd, args, nonce });
  return answered;
}

/** Nothing that is sent is a secret, and the address around us is often hidden, so it goes to any page that is there. */
function post(kind, content) {
  host.postMessage([kind, content], "*");
}

function hear({ source, origin, data }) {
  if (source !== host || !hosts.split(" ").includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
  const { evt, nonce, data: content } = data[1] ?? {};
  const key = nonce ?? evt;
  const asked = waiting.get(key);
  waiting.delete(key);
  if (evt === "ERROR") asked?.reject?.(new Error(content?.message ?? ""));
  else asked?.resolve(content);
}
