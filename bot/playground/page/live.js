/**
 * The socket to the local Discord: frames out and in, reconnecting, and which question awaits which answer.
 * It does not know what a frame means.
 */

const FIRST_WAIT = 300; // milliseconds until the first try to reconnect; doubled up to LONGEST_WAIT
const LONGEST_WAIT = 4000;

let socket = null;
let wait = FIRST_WAIT;
let counter = 0;
const waiting = new Map();

/**
 * Keeps a socket open for the person whose id `find()` brings. `hear(frame)` gets every frame; `open(isOpen)`
 * is told when it opens and closes. Questions still open when the socket closes are answered as failed.
 */
export async function connect(find, hear, open) {
  const again = () => {
    open(false);
    loseAll();
    setTimeout(() => connect(find, hear, open), wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
  const person = await find().catch(() => null);
  if (person === null) { again(); return; }
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/local/live?person=${person}`);
  socket.addEventListener("open", () => { wait = FIRST_WAIT; open(true); });
  socket.addEventListener("message", (event) => receive(event.data, hear));
  socket.addEventListener("close", again);
}

/** Sends a frame; false when there is no connection. */
export function send(frame) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

/**
 * Sends a frame with a nonce of its own. `answered(frame)` gets every answer with that nonce:
 * "answer", "modal" or "choices". Returns the nonce.
 */
export function ask(frame, answered) {
  counter += 1;
  const nonce = `${Date.now().toString(36)}.${counter}`;
  waiting.set(nonce, answered);
  if (!send({ ...frame, nonce })) lose(nonce);
  return nonce;
}

/** Nobody waits for that answer any more. */
export const forget = (nonce) => waiting.delete(nonce);

function receive(text, hear) {
  const frame = JSON.parse(text);
  const answered = waiting.get(String(frame.nonce));
  if (!answered) { hear(frame); return; }
  if (frame.t !== "answer" || frame.state !== "thinking") waiting.delete(String(frame.nonce));
  answered(frame);
}

function lose(nonce) {
  const answered = waiting.get(nonce);
  waiting.delete(nonce);
  answered({ t: "answer", nonce, state: "failed", text: "The local Discord does not answer. Is it running?" });
}

function loseAll() {
  for (const nonce of [...waiting.keys()]) lose(nonce);
}
