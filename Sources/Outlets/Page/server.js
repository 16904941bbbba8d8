// The connection to the program: requests with the key, acts in their order, and the newest state.

const item = 'carillon key';
let key = '';

// Takes the key from the address's fragment, which a browser never sends, and removes it from the address bar.
function takeKey() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(item, given);
    history.replaceState(null, '', location.pathname);
  }
  key = given || sessionStorage.getItem(item) || '';
}
takeKey();
addEventListener('hashchange', () => location.hash && (takeKey(), location.reload()));

export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Sends a request with the key. Throws a Refusal with the program's words if it is refused.
export async function request(path, options = {}) {
  const reply = await fetch(path, {cache: 'no-store', ...options, headers: {Authorization: `Carillon ${key}`}});
  if (reply.ok) return reply;
  const {error} = await reply.json().catch(() => ({}));
  throw new Refusal(reply.status, error ?? `${path}: status ${reply.status}`);
}

export const get = path => request(path).then(reply => reply.json());

// Sends a command after all earlier ones have arrived, so that a release never overtakes its press.
let arrived = Promise.resolve();
export function post(path, body = {}) {
  // A reply that is not read to its end keeps its connection.
  const sent = arrived.then(() => request(path, {method: 'POST', body: JSON.stringify(body), keepalive: true}))
    .then(reply => reply.arrayBuffer());
  arrived = sent.catch(() => {});
  return sent;
}

// Calls `draw` with each new state, and asks for the next one when it is drawn. A slow page therefore skips states and
// never falls behind. A hidden page asks for nothing.
export async function watch(draw, report) {
  let seen = null;
  for (;;) {
    await shown();
    const leave = new AbortController();
    const hide = () => document.hidden && leave.abort();
    document.addEventListener('visibilitychange', hide);
    const silence = setTimeout(() => leave.abort(), 60000);
    try {
      const path = seen === null ? '/next' : `/next?seen=${encodeURIComponent(seen)}`;
      const state = await (await request(path, {signal: leave.signal})).json();
      seen = state.seen;
      report(null);
      await draw(state);
    } catch (error) {
      if (error.status === 503) {
        await pause(1500);   // More pages are open than may wait at the same time, so they take turns.
      } else if (error.name !== 'AbortError') {
        seen = null;
        report(error);
        await pause(700);
      }
    } finally {
      clearTimeout(silence);
      document.removeEventListener('visibilitychange', hide);
    }
  }
}

const pause = time => new Promise(go => setTimeout(go, time));

function shown() {
  if (!document.hidden) return;
  return new Promise(go => document.addEventListener('visibilitychange', go, {once: true}));
}
