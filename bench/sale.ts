/**
 * A thousand tickets, twelve thousand buyers, one event, over real HTTP: ours against a naive transaction per request on the same
 * stack and rows, and against a call that does nothing. `npm run bench sale`. Correctness first, then ratios of the same run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/process/embedded/postgres.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { type LoadResult, post, sendAll } from './sale/load.ts';
import { seedEvent, seedPeople, tokenFor } from './sale/people.ts';
import { median, percentile, print } from './report.ts';

const tickets = 1_000;
const buyers = 12_000;
const connections = 256;
const rounds = 3;
const priceMinor = 1_200;
/** Goals: ours ≥ 15 × naive, ≥ 0.35 × doing nothing. */
const naiveRatioMin = 15;
const noopRatioMin = 0.35;
const secret = 'a-bench-secret-of-more-than-32-characters';

const lanes = { ours: '/api/events/purchase', naive: '/bench/naive', noop: '/bench/noop' } as const;
type Lane = keyof typeof lanes;
const order = ['noop', 'ours', 'naive'] as const;
const kinds = { free: 0, paid: priceMinor } as const;
type Kind = keyof typeof kinds;

interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's processor per request: what holds also where other programs share the machine. */
  readonly cpu: number;
  /** Answers other than a ticket or sold out; only the naive lane may have some. */
  readonly shed: number;
}

/** One-row commits per second over 20 connections: what the disk and the database give to anybody. */
async function rawCommits(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query('CREATE TABLE bench_commit (id bigserial PRIMARY KEY, at timestamptz NOT NULL)');
  const endAt = performance.now() + 2_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (; performance.now() < endAt; done++) await pool.query('INSERT INTO bench_commit (at) VALUES (now())');
    }),
  );
  await pool.query('DROP TABLE bench_commit');
  await pool.end();
  return done / 2;
}

async function cpuOf(port: number): Promise<number> {
  const { user, system } = (await (await fetch(`http://127.0.0.1:${port}/bench/cpu`)).json()) as {
    user: number;
    system: number;
  };
  return user + system;
}

async function until(probe: () => Promise<boolean>): Promise<void> {
  while (!(await probe())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function startServer(databaseUrl: string, home: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL('sale/server.ts', import.meta.url), {
    // As `npm start` runs the product (scripts/launch/server-process.mjs).
    execArgv: ['--max-semi-space-size=8', '--no-parallel-scavenge', '--no-allocation-site-pretenuring'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      FRONTROW_HOME: home,
      FRONTROW_DEMO: 'off',
      FRONTROW_SECRET: secret,
      PORT: process.env['PORT'] ?? '4590',
      PUBLIC_URL: 'http://127.0.0.1:4590',
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, port };
}

/** What was sold must be exactly what there was, and everybody else told so. Throws otherwise. */
async function checkSale(db: pg.Client, lane: Lane, eventId: string, result: LoadResult): Promise<void> {
  const told = [...result.statuses].map(([status, n]) => `${status}×${n}`).join(' ');
  const { rows } = await db.query<{ sold: number; held: number; tickets: number }>(
    'SELECT sold, held, (SELECT count(*)::int FROM ticket WHERE event_id = $1 AND voided_at IS NULL) AS tickets FROM event WHERE id = $1',
    [eventId],
  );
  const { sold, held, tickets: made } = rows[0]!;
  if (lane === 'naive' && sold + held <= tickets && made === sold) return;
  const right =
    sold === tickets &&
    held === 0 &&
    made === tickets &&
    result.statuses.get(200) === tickets &&
    result.statuses.get(409) === buyers - tickets;
  if (!right) throw new Error(`${lane} sold ${sold}, holds ${held}, made ${made} tickets, answered ${told}`);
}

const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
const postgres = await startPostgres({
  dir: join(dir, 'postgres'),
  port: 0,
  log: { info: () => {}, warn: (line) => void process.stderr.write(`${line}\n`) },
});
let child: ChildProcess | undefined;
let failed = false;
try {
  await migrate(postgres.url, silentLog);
  const db = new pg.Client({ connectionString: postgres.url });
  db.on('error', () => {});
  await db.connect();
  const { hostId, buyerIds } = await seedPeople(db, buyers);
  await db.query('ANALYZE');
  const commits = await rawCommits(postgres.url);
  const server = await startServer(postgres.url, join(dir, 'home'));
  child = server.child;

  // One session per buyer, as in life: a token is verified at its first request and known for the rest of its ten minutes.
  let tokens: string[] = [];
  const runOnce = async (lane: Lane, kind: Kind): Promise<Run> => {
    const eventId = await seedEvent(db, hostId, tickets, kinds[kind]);
    const requests = buyerIds.map((_id, n) =>
      post(lanes[lane], tokens[n]!, {
        event_uuid: eventId,
        type: 'streaming',
        ...(kind === 'paid' && { stripe_token: 'pm_card_visa' }),
      }),
    );
    const cpuBefore = await cpuOf(server.port);
    const result = await sendAll(server.port, requests, connections);
    const cpu = ((await cpuOf(server.port)) - cpuBefore) / buyers;
    if (lane !== 'noop') await checkSale(db, lane, eventId, result);
    // The mails of this sale are sent and its webhooks have come before the next begins, so that no lane pays for another.
    for (const waiting of ['outbox WHERE sent_at IS NULL', 'sandbox_webhook WHERE delivered_at IS NULL'])
      await until(async () => (await db.query(`SELECT 1 FROM ${waiting} LIMIT 1`)).rows.length === 0);
    return {
      perSecond: buyers / result.seconds,
      p50: percentile(result.times, 50),
      p99: percentile(result.times, 99),
      cpu,
      shed: buyers - (result.statuses.get(200) ?? 0) - (result.statuses.get(409) ?? 0),
    };
  };

  for (const kind of ['free', 'paid'] as const) {
    tokens = buyerIds.map((id) => tokenFor(secret, id));
    // Once each unmeasured: a server that sells has run for a while, and its code is compiled.
    for (const lane of order) await runOnce(lane, kind);
    const runs: Record<Lane, Run[]> = { ours: [], naive: [], noop: [] };
    for (let round = 0; round < rounds; round++) for (const lane of order) runs[lane].push(await runOnce(lane, kind));
    const rate = (lane: Lane): number => median(runs[lane].map((run) => run.perSecond));
    const line = (lane: Lane): string =>
      `${rate(lane).toFixed(0)}/s  p50 ${median(runs[lane].map((run) => run.p50)).toFixed(0)} ms  p99 ${median(runs[lane].map((run) => run.p99)).toFixed(0)} ms  cpu ${median(runs[lane].map((run) => run.cpu)).toFixed(0)} µs  shed ${median(runs[lane].map((run) => run.shed))}`;
    // Of one round each: what ran right after each other met the same machine.
    const over = (lane: Lane): number =>
      median(runs.ours.map((run, round) => run.perSecond / runs[lane][round]!.perSecond));
    const overNaive = over('naive');
    const overNoop = over('noop');
    if (overNaive < naiveRatioMin || overNoop < noopRatioMin) failed = true;
    print(
      `${kind}: ${tickets} tickets, ${buyers} buyers, ${connections} connections, median of ${rounds}; every sale exact: 0 oversold, 0 undersold`,
      [
        ['raw commits', `${commits.toFixed(0)}/s`],
        ['doing nothing', line('noop')],
        ['ours', line('ours')],
        ['naive', line('naive')],
        ['ours / naive', `${overNaive.toFixed(1)} (goal ≥ ${naiveRatioMin})`],
        ['ours / nothing', `${overNoop.toFixed(2)} (goal ≥ ${noopRatioMin})`],
      ],
    );
  }
  const broken = await brokenInvariants({ query: async (text) => (await db.query(text)).rows });
  print('Invariants after all sales', [['broken', broken.length === 0 ? 'none' : broken.join('\n')]]);
  if (broken.length > 0) failed = true;
  await db.end();
} finally {
  child?.removeAllListeners('exit');
  child?.kill('SIGKILL');
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
