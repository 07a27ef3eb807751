/**
 * Reading: an event's page against the same bytes from bare `node:http`, ten thousand people who poll it, and lists and search among
 * a million events. `npm run bench read`. Correctness first, then ratios of the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/embedded/postgres.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { blast, gather, get, lengthOf, poll } from './read/load.ts';
import { wholeTableReads } from './read/plans.ts';
import { type RunningServer, startServer } from './read/product.ts';
import { filterCombinations, searches, typos } from './read/questions.ts';
import { checkSeed, events, seedEvents } from './read/seed.ts';
import { median, percentile, print } from './report.ts';

const rounds = 5;
const load = { connections: 32, seconds: 2 };
const pollers = { people: 10_000, everyMs: 3_000, seconds: 9 };
const pageTurns = 1_000;
/** Goals. */
const pageRatioMin = 0.85;
const unchangedRatioMin = 1;
const pollCoreMax = 0.1;
const listMsMax = 10;
const searchMsMax = 50;
const typoMsMax = 100;

type Query = Readonly<Record<string, string>>;
let failed = false;
const goal = (met: boolean, text: string): string => {
  if (!met) failed = true;
  return `${text}${met ? '' : '  MISSED'}`;
};

async function ask<T>(url: string): Promise<{ data: T; ms: number }> {
  const began = performance.now();
  const answer = await fetch(url);
  const body = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(body)}`);
  return { data: body.data, ms: performance.now() - began };
}

const at = (server: RunningServer, path: string, query: Query = {}): string =>
  `http://127.0.0.1:${server.port}/api${path}?${new URLSearchParams(query)}`;

const times = (values: readonly number[]): string =>
  `p50 ${median(values).toFixed(1)} ms  p95 ${percentile(values, 95).toFixed(1)} ms  p99 ${percentile(values, 99).toFixed(1)} ms  worst ${Math.max(...values).toFixed(0)} ms`;

async function servePages(db: pg.Client, ours: RunningServer): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM event WHERE state = 0 AND starts_at > app_now() ORDER BY starts_at LIMIT 1',
  );
  const path = `/api/events/${rows[0]!.id}`;
  const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`);
  const body = await answer.text();
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
  );
  const bare = await startServer('bare-server.ts', {}, { body, headers });
  try {
    const etag = headers['etag']!;
    const requests = { whole: get(path), unchanged: get(path, { 'if-none-match': etag }) };
    const same = await (await fetch(`http://127.0.0.1:${bare.port}${path}`)).text();
    const told = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: { 'if-none-match': etag } });
    if (same !== body || told.status !== 304) throw new Error('the two do not answer the same');
    for (const [kind, request] of Object.entries(requests)) {
      const runs = { ours: [] as Run[], bare: [] as Run[] };
      for (const server of [bare, ours]) await blast(server.port, request, { ...load, seconds: 1 });
      for (let round = 0; round < rounds; round++)
        for (const [name, server] of [
          ['bare', bare],
          ['ours', ours],
        ] as const)
          runs[name].push(await measured(server, request));
      const rate = median(runs.ours.map((run) => run.perSecond)) / median(runs.bare.map((run) => run.perSecond));
      const cpu = median(runs.bare.map((run) => run.cpu)) / median(runs.ours.map((run) => run.cpu));
      const min = kind === 'whole' ? pageRatioMin : unchangedRatioMin;
      const line = (which: readonly Run[]): string =>
        `${median(which.map((run) => run.perSecond)).toFixed(0)}/s  ${median(which.map((run) => run.cpu)).toFixed(1)} µs of processor each`;
      print(
        `An event's page, ${kind === 'whole' ? `${body.length} bytes` : 'unchanged (304)'}, ${load.connections} connections, median of ${rounds}`,
        [
          ['bare node:http', line(runs.bare)],
          ['ours', line(runs.ours)],
          ['rate, ours / bare', rate.toFixed(2)],
          ['processor, bare / ours', goal(cpu >= min, `${cpu.toFixed(2)} (goal ≥ ${min})`)],
        ],
      );
    }
    const idle = await idleShare(ours);
    const sockets = await gather(ours.port, pollers.people);
    const length = await lengthOf(ours.port, requests.unchanged);
    const before = await ours.cpu();
    const began = performance.now();
    const { sent, answers } = await poll(sockets, { request: requests.unchanged, length, ...pollers });
    const seconds = (performance.now() - began) / 1000;
    const used = (await ours.cpu()) - before - idle * seconds * 1e6;
    for (const socket of sockets) socket.destroy();
    if (sent !== answers) throw new Error(`${sent} asked, ${answers} were told`);
    const core = ((used / sent) * (pollers.people / (pollers.everyMs / 1000))) / 1e6;
    print(`${pollers.people} people polling every ${pollers.everyMs / 1000} s, each over a connection of their own`, [
      ['asked and told', `${sent} in ${seconds.toFixed(1)} s`],
      [
        'processor',
        `${(used / sent).toFixed(1)} µs each; doing nothing ${(100 * idle).toFixed(1)} % of a core, not counted`,
      ],
      ['of a core', goal(core <= pollCoreMax, `${(100 * core).toFixed(1)} % (goal ≤ ${100 * pollCoreMax} %)`)],
    ]);
  } finally {
    bare.stop();
  }
}

/** What the server uses while nobody asks: jobs and their queries. */
async function idleShare(server: RunningServer): Promise<number> {
  const before = await server.cpu();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return ((await server.cpu()) - before) / 5e6;
}

interface Run {
  readonly perSecond: number;
  readonly cpu: number;
}

async function measured(server: RunningServer, request: Buffer): Promise<Run> {
  const before = await server.cpu();
  const { perSecond, answers } = await blast(server.port, request, load);
  return { perSecond, cpu: ((await server.cpu()) - before) / answers };
}

type List = AnswerOf<'GET /events'>;

async function readLists(db: pg.Client, ours: RunningServer): Promise<void> {
  const first: number[] = [];
  const deep: number[] = [];
  const now = Date.now();
  for (let n = 0; n < 300; n++) first.push((await ask<List>(at(ours, '/events', { from: String(now - n) }))).ms);
  // Turned page by page as a reader would: every event once, in order.
  const seen = new Set<string>();
  let last = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= pageTurns + 300; page++) {
    const { data, ms } = await ask<List>(at(ours, '/events', cursor === undefined ? {} : { cursor }));
    if (page > pageTurns) deep.push(ms);
    for (const { event } of data.events) {
      if (seen.has(event.event_uuid) || event.event_date < last) throw new Error('pages overlap or jump');
      seen.add(event.event_uuid);
      last = event.event_date;
    }
    cursor = data.next_cursor ?? undefined;
  }
  const combinations = filterCombinations(now);
  const filtered: number[] = [];
  const whole = new Set<string>();
  for (const query of combinations) {
    filtered.push((await ask<List>(at(ours, '/events', query))).ms);
    for (const line of await wholeTableReads(db, query)) whole.add(`${line} for ${JSON.stringify(query)}`);
  }
  print(`Lists of ${events} events, one request at a time, nothing cached`, [
    ['first page', goal(percentile(first, 99) <= listMsMax, `${times(first)} (goal p99 ≤ ${listMsMax} ms)`)],
    [
      `pages after the ${pageTurns}th`,
      goal(percentile(deep, 99) <= listMsMax, `${times(deep)} (goal p99 ≤ ${listMsMax} ms)`),
    ],
    [`all ${combinations.length} combinations of filters`, times(filtered)],
    [
      'plans that read a whole table',
      goal(whole.size === 0, whole.size === 0 ? 'none' : [...whole].slice(0, 3).join('; ')),
    ],
  ]);
}

type Found = AnswerOf<'GET /search'>;

async function readSearch(ours: RunningServer): Promise<void> {
  const measure = async (queries: readonly Query[]): Promise<{ times: number[]; found: number; corrected: number }> => {
    const all = [];
    for (const query of queries) all.push(await ask<Found>(at(ours, '/search', query)));
    return {
      times: all.map(({ ms }) => ms),
      found: all.filter(({ data }) => data.events.length > 0).length,
      corrected: all.filter(({ data }) => data.corrected !== null).length,
    };
  };
  await measure(searches(20));
  const right = await measure(searches(400));
  const wrong = await measure(typos(400));
  if (wrong.found < 0.9 * 400) throw new Error(`only ${wrong.found} of 400 words typed wrong found anything`);
  print(`Search among ${events} events, one request at a time`, [
    ['searches', `400, ${right.found} found something`],
    [
      'as typed',
      goal(percentile(right.times, 95) <= searchMsMax, `${times(right.times)} (goal p95 ≤ ${searchMsMax} ms)`),
    ],
    ['typed wrong', `400, ${wrong.found} found something, ${wrong.corrected} corrected`],
    [
      'typed wrong',
      goal(percentile(wrong.times, 95) <= typoMsMax, `${times(wrong.times)} (goal p95 ≤ ${typoMsMax} ms)`),
    ],
  ]);
}

const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
const postgres = await startPostgres({
  dir: join(dir, 'postgres'),
  port: 0,
  log: { info: () => {}, warn: (line) => void process.stderr.write(`${line}\n`) },
});
let ours: RunningServer | undefined;
try {
  await migrate(postgres.url, silentLog);
  const db = new pg.Client({ connectionString: postgres.url });
  db.on('error', () => {});
  await db.connect();
  const began = performance.now();
  await seedEvents(db);
  await checkSeed(db);
  print('Seed', [
    [
      `${events} events`,
      `${((performance.now() - began) / 1000).toFixed(0)} s; what triggers would have written is there`,
    ],
  ]);
  ours = await startServer('../sale/server.ts', {
    DATABASE_URL: postgres.url,
    FRONTROW_HOME: join(dir, 'home'),
    FRONTROW_DEMO: 'off',
    FRONTROW_SECRET: 'a-bench-secret-of-more-than-32-characters',
    PORT: process.env['PORT'] ?? '4591',
    PUBLIC_URL: 'http://127.0.0.1:4591',
  });
  await servePages(db, ours);
  await readLists(db, ours);
  await readSearch(ours);
  await db.end();
} finally {
  ours?.stop();
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
