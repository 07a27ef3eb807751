import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { check, until } from './steps.mjs';

/** The site of a stack that was brought up, asked as a browser asks it, and people who use it. */
const agent = new Agent({ keepAlive: true });
const answersWithinMs = 30_000;
const askEveryMs = 300;

/**
 * @typedef {{ status: number, ms: number, text: string, data: any }} Answer
 * @typedef {{ method?: string, body?: unknown, form?: FormData, token?: string }} Asked
 * @typedef {(path: string, asked?: Asked) => Promise<Answer>} Ask
 */

/** @param {string} domain @param {number} port @returns {Ask} */
export const siteAt =
  (domain, port) =>
  async (path, { method = 'GET', body, form, token } = {}) => {
    const encoded = form && new Response(form);
    const bytes = encoded ? Buffer.from(await encoded.arrayBuffer()) : body && Buffer.from(JSON.stringify(body));
    const headers = {
      host: domain,
      ...(bytes && { 'content-length': bytes.length }),
      ...(bytes && { 'content-type': encoded?.headers.get('content-type') ?? 'application/json' }),
      ...(token !== undefined && { 'access-token': token }),
    };
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, servername: domain, path, method, headers, agent };
      // The proxy's own CA signed its certificate.
      const asked = request({ ...options, rejectUnauthorized: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.on('error', reject);
        answer.on('end', () => {
          const isJson = answer.headers['content-type']?.startsWith('application/json');
          const data = isJson ? JSON.parse(text).data : undefined;
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, text, data });
        });
      });
      asked.setTimeout(answersWithinMs, () => asked.destroy(new Error(`no answer from ${path}`)));
      asked.on('error', reject);
      asked.end(bytes);
    });
  };

/** @param {Answer} answer @param {string} what */
const good = ({ status, text, data }, what) => {
  check(status < 300, `${what}: ${status} ${text.slice(0, 300)}`);
  return data;
};

/** @param {Ask} ask @param {string} name @returns {Promise<{ token: string, email: string }>} */
export async function signUp(ask, name) {
  const email = `${name}@example.com`;
  const person = { email, username: name, password: 'Curtain-up-7', name: 'Lia', surname: 'Stern' };
  const body = { ...person, date_of_birth: '1990-05-01', accept_terms: true };
  const answer = await ask('/api/auth/signup', { method: 'POST', body });
  return { token: good(answer, 'sign-up').access_token, email };
}

/** A broadcast that starts tomorrow, free. @param {Ask} ask @param {string} token @param {string} picture */
export async function publish(ask, token, picture) {
  const day = 86_400_000;
  const at = Math.ceil(Date.now() / day) * day + day / 2;
  const form = new FormData();
  const fields = {
    event_cover_image: picture,
    event_title: 'Kitchen songs',
    event_description: 'A late set, and a turn for you.',
    event_date: String(at),
    event_start_hour: '12:00',
    public: 'true',
    event_opening_ticketing: 'true',
    event_rally_coins: '[]',
    event_rally_nfts_collections: '[]',
    event_num_attendees_streaming: '1000',
    event_price_ticket_streaming: '0',
    event_ticket_type_streaming: '4',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return good(await ask('/api/events/create', { method: 'POST', form, token }), 'publish');
}

/** @param {Ask} ask @param {string} token @param {string} event */
export async function buy(ask, token, event) {
  const body = { event_uuid: event, type: 'streaming' };
  return good(await ask('/api/events/purchase', { method: 'POST', body, token }), 'a free ticket').ticket;
}

/** Where the host's encoder sends to. @param {Ask} ask @param {string} token @param {string} event */
export const ingest = (ask, token, event) =>
  until('an address for RTMP', async () => good(await ask(`/api/events/${event}/ingest`, { token }), 'ingest'));

/** Everything that is asked at once, again and again, until `end`. @param {Ask} ask @param {readonly string[]} paths */
export function visitors(ask, paths) {
  let isOver = false;
  const seen = { answers: 0, slowestMs: 0, /** @type {string[]} */ failed: [] };
  const loops = paths.map(async (path) => {
    while (!isOver) {
      try {
        const { status, ms } = await ask(path);
        seen.answers += 1;
        seen.slowestMs = Math.max(seen.slowestMs, ms);
        if (status !== 200) seen.failed.push(`${path}: ${status} after ${Math.round(ms)} ms`);
        // Within the limits of one address.
        await pause(askEveryMs);
      } catch (error) {
        seen.failed.push(`${path}: ${/** @type {Error} */ (error).message}`);
      }
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
    return seen;
  };
}
