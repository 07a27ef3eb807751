/**
 * The rush for an event that sells out in seconds: scripted visitors of its waiting page, who ask for the line as the
 * page does, and buy when they are let in. `npm run bench rush` (20,000 visitors, 1,000 seats; `npm run bench rush
 * 2000 100`: fewer). It counts only when each seat is sold once, to the first people in line, and every tenth visitor's
 * further tabs gained nothing.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { requireFiles } from './broadcast/open-files.ts';
import { benchSecret, type BenchProduct, onNewProduct } from './new-product.ts';
import { percentile, print } from './report.ts';
import { seedEvent, seedPeople, tokenFor } from './sale/people.ts';

const visitors = Number(process.argv[2] ?? 20_000);
const seats = Number(process.argv[3] ?? 1_000);
/** A page may take this long for 95 of 100 requests. */
const p95Max = 300;
/** Visitors come over this time before the opening, and ask again after this long, as the page does. */
const comingMs = 20_000;
const farMs = 10_000;
const nearMs = 2_000;
const nearPlaces = 200;
const rushMsMax = 180_000;
const connectionsMax = 2_000;
const tabsOfBots = 3;
const port = process.env['PORT'] ?? '4594';

const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });

interface Answer<T> {
  readonly status: number;
  readonly data: T;
}

function ask<T>(path: string, token?: string, body?: object): Promise<Answer<T>> {
  const sent = body && JSON.stringify(body);
  const headers: IncomingHttpHeaders & Record<string, string> = {
    ...(token && { 'access-token': token }),
    ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': String(sent.length) }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: `/api${path}`, agent, headers, method: sent === undefined ? 'GET' : 'POST' },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, data: JSON.parse(text).data as T }));
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(sent);
  });
}

interface Line {
  readonly open: boolean;
  readonly admitted_through: number;
  readonly seats_left: number;
}
interface Place {
  readonly place: number | null;
  readonly admitted_until: number | null;
}

interface Seen {
  readonly tookMs: number[];
  /** How many answers were neither good nor the expected refusal, by call and status. */
  readonly failures: Map<string, number>;
}

/** One visitor, from the first look at the waiting page until they have a ticket or nothing is left. */
async function wait(uuid: string, token: string, { tabs, until }: { tabs: number; until: number }, seen: Seen) {
  const fail = (kind: string): undefined => void seen.failures.set(kind, (seen.failures.get(kind) ?? 0) + 1);
  const timed = async <T>(what: string, work: () => Promise<Answer<T>>): Promise<T | undefined> => {
    const began = performance.now();
    const { status, data } = await work();
    seen.tookMs.push(performance.now() - began);
    if (status === 200) return data;
    return fail(`${what} ${status}`);
  };
  const readPlace = () => timed('place', () => ask<Place>('/events/queue', token, { event_uuid: uuid }));
  await pause(Math.random() * comingMs);
  await Promise.all(Array.from({ length: tabs }, readPlace));
  let own: Place | undefined;
  await pause(Math.random() * farMs);
  while (performance.now() < until) {
    const line = await timed('line', () => ask<Line>(`/events/${uuid}/queue`));
    if (line?.open) own ??= await readPlace();
    const place = own?.place ?? Infinity;
    if (line && place <= line.admitted_through) {
      const { status } = await ask('/events/purchase', token, { event_uuid: uuid, type: 'streaming' });
      if (status !== 200) fail(`purchase ${status}`);
      return;
    }
    if (line?.open && line.seats_left === 0) return;
    await pause(own && line && place - line.admitted_through <= nearPlaces ? nearMs : farMs);
  }
}

async function isExact(db: pg.Client, uuid: string): Promise<{ tickets: number; places: number; isInOrder: boolean }> {
  const { rows } = await db.query<{ tickets: number; places: number; last: number }>(
    `SELECT (SELECT count(DISTINCT holder_id)::int FROM ticket WHERE event_id = $1 AND voided_at IS NULL) AS tickets,
       (SELECT count(*)::int FROM queue_place WHERE event_id = $1) AS places,
       (SELECT max(p.place) FROM ticket t JOIN queue_place p ON p.event_id = t.event_id AND p.user_id = t.holder_id
        WHERE t.event_id = $1) AS last`,
    [uuid],
  );
  const [row] = rows;
  return { tickets: row!.tickets, places: row!.places, isInOrder: row!.last === seats };
}

async function measure({ db, startServer }: BenchProduct): Promise<boolean> {
  const { hostId, buyerIds } = await seedPeople(db, visitors);
  const uuid = await seedEvent(db, hostId, seats, 0);
  await db.query('ANALYZE');
  const server = await startServer();
  await db.query(`UPDATE event SET sales_open_at = app_now() + $2 * interval '1 ms' WHERE id = $1`, [uuid, comingMs]);
  const seen: Seen = { tookMs: [], failures: new Map() };
  const [before, began] = [await server.spent(), performance.now()];
  const until = began + rushMsMax;
  await Promise.all(
    buyerIds.map((id, nth) =>
      wait(uuid, tokenFor(benchSecret, id), { tabs: nth % 10 === 0 ? tabsOfBots : 1, until }, seen),
    ),
  );
  const tookMs = performance.now() - began;
  const cpu = ((await server.spent()).cpu - before.cpu) / 10 / tookMs;
  const { tickets, places, isInOrder } = await isExact(db, uuid);
  const p95 = percentile(seen.tookMs, 95);
  print(`rush: ${visitors} visitors of a waiting page, ${seats} seats`, [
    ['tickets, each to another person', `${tickets} of ${seats}`],
    ['places, with every tenth visitor in three tabs', `${places} of ${visitors}`],
    ['sold to the first people in line', isInOrder ? 'yes' : 'no'],
    ['failed', [...seen.failures].map(([kind, count]) => `${kind}: ${count}`).join(', ') || 'none'],
    ['from the first visitor to the end', `${(tookMs / 1000).toFixed(1)} s`],
    ['requests a second', ((seen.tookMs.length * 1000) / tookMs).toFixed(0)],
    [
      'a request of the page: median, p95',
      `${percentile(seen.tookMs, 50).toFixed(0)} ms, ${p95.toFixed(0)} ms (goal < ${p95Max})`,
    ],
    ['processor of the server', `${cpu.toFixed(0)} % of a core`],
    ['the machine', `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`],
  ]);
  return tickets === seats && places === visitors && isInOrder && seen.failures.size === 0 && p95 < p95Max;
}

requireFiles(connectionsMax * 2);
try {
  process.exitCode = (await onNewProduct({ port, env: { BROADCAST_VIEWERS_MAX: '100000' } }, measure)) ? 0 : 1;
} finally {
  agent.destroy();
}
