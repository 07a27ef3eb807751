import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { AnswerOf, CallName } from '@frontrow/contract/api.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { chatSocketsMaxDefault } from '@frontrow/core/broadcast/limits.ts';
import { broadcastViewersMaxDefault } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { createApp, type App, type Overrides } from '../src/app.ts';
import type { Config } from '../src/process/config.ts';
import { type Db, openDb } from '../src/db/db.ts';
import type { Clock } from '../src/ports/clock.ts';
import { silentLog } from '../src/ports/log.ts';
import { templateDatabase } from './global-setup.ts';
import { brokenInvariants } from './invariants.ts';

/** A clock that tests move by hand; it moves the process's and the database's time together. */
export interface TestClock extends Clock {
  advance(ms: number): Promise<void>;
  /**
   * Time stands still but for `advance` until the test ends, so that a story of seconds does not depend on how fast the
   * machine is.
   */
  hold(): Promise<void>;
  /** Time goes on from where it was held. */
  release(): Promise<void>;
}

export interface TestApp extends App {
  readonly clock: TestClock;
  readonly databaseUrl: string;
  /** One call in process. `as` is an access token; the answer's `data` or the refusal's lines. */
  call<N extends CallName>(name: N, request?: TestRequest): Promise<TestAnswer<AnswerOf<N>>>;
  /** Facts delivered and every job run until nothing is left. */
  quiesce(): Promise<void>;
  close(): Promise<void>;
}

export interface TestRequest {
  readonly as?: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** The network address it comes from, where it is not this machine. */
  readonly from?: string;
}

export interface TestAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly errors: readonly { message: string; code: string; field?: string }[];
  readonly headers: Record<string, unknown>;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A separate database for one test file, cloned from the migrated template. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Next to the write-ahead log, which the other way writes every page to: nothing of it must survive a crash.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** The same, opened; closing it drops it. */
export async function freshDb(): Promise<Db> {
  const database = await freshDatabase();
  const db = openDb({ url: database.url, log: silentLog });
  return {
    ...db,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

export function testConfig(home: string, overrides: Partial<Config> = {}): Config {
  return {
    production: false,
    host: '127.0.0.1',
    port: 0,
    portGiven: true,
    publicUrl: 'http://localhost:3000',
    home,
    demo: false,
    processes: 1,
    roles: ['web', 'worker', 'rtmp'],
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseMigrationUrl: undefined,
    databaseReadUrl: undefined,
    livekit: undefined,
    redisUrl: undefined,
    captionsUrl: undefined,
    tracesUrl: undefined,
    smtpUrl: undefined,
    smtpTls: undefined,
    mailBounceAddress: undefined,
    mailFrom: 'Frontrow <hello@frontrow.test>',
    s3: undefined,
    stripe: undefined,
    paypal: undefined,
    payouts: { stripeWebhookSecret: undefined, paypalWebhookId: undefined, sepaDebtor: undefined },
    instagram: undefined,
    openId: undefined,
    rally: undefined,
    chains: [],
    walletConnectId: undefined,
    walletPasses: { apple: undefined, google: undefined },
    rtmp: { port: 0, portGiven: false, publicUrl: undefined, tls: undefined },
    sandboxInProduction: false,
    broadcastViewersMax: broadcastViewersMaxDefault,
    broadcastWebrtcViewersMax: broadcastViewersMaxDefault,
    broadcastChatSocketsMax: chatSocketsMaxDefault,
    lateRefund: 'on_request',
    secret: 'a-test-secret-of-more-than-32-characters',
    sealing: { secret: undefined, accepted: undefined },
    signing: { secret: undefined, accepted: undefined },
    metricsToken: undefined,
    supportUrl: 'https://frontrow.test/support',
    helpUrl: 'https://frontrow.test/help',
    appStoreUrl: undefined,
    playStoreUrl: undefined,
    ...overrides,
  };
}

/** From the real time to the next quarter of an hour, in ms. */
const toNextQuarter = (): number => minutes(15) - (Date.now() % minutes(15));

/**
 * The whole product in process on its own database. Background work runs only in `quiesce()`. Its time begins on a
 * quarter of an hour, as events do, so that no story depends on the minute it runs in. `close()` throws if an invariant
 * does not hold; `apart` names those that a story breaks on purpose, and why.
 */
export async function testApp(
  options: {
    config?: Partial<Config>;
    overrides?: Partial<Overrides>;
    apart?: Readonly<Record<string, string>>;
    /** Anyone who may move the clock, where the app works as someone who may not. */
    ownerUrl?: string;
  } = {},
): Promise<TestApp> {
  const database = await freshDatabase();
  const home = await mkdtemp(join(tmpdir(), 'frontrow-home-'));
  const owner = options.ownerUrl === undefined ? undefined : openDb({ url: options.ownerUrl, log: silentLog });
  let offsetMs = toNextQuarter();
  let heldAt: number | undefined;
  // PostgreSQL refuses two that replace one function at once, and the older offset must not be the last that is
  // written.
  let written: Promise<unknown> = Promise.resolve();
  const tellDatabase = async (): Promise<void> => {
    const [base, ms] = heldAt === undefined ? ['statement_timestamp()', offsetMs] : ["timestamptz 'epoch'", heldAt];
    written = written.then(() =>
      (owner ?? app.db).query(
        // Kept parsed: the planner parses a text again for every statement that asks for the time.
        `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE
           RETURN ${base} + interval '${ms} milliseconds'`,
      ),
    );
    await written;
  };
  const clock: TestClock = {
    now: () => heldAt ?? Date.now() + offsetMs,
    async advance(ms) {
      if (heldAt === undefined) offsetMs += ms;
      else heldAt += ms;
      await tellDatabase();
    },
    async hold() {
      onTestFinished(() => clock.release());
      heldAt = clock.now();
      await tellDatabase();
    },
    async release() {
      if (heldAt === undefined) return;
      offsetMs = clock.now() - Date.now();
      heldAt = undefined;
      await tellDatabase();
    },
  };
  const app = await createApp(testConfig(home, options.config), {
    databaseUrl: database.url,
    log: silentLog,
    clock,
    // Whether someone built the pages must not change what a test sees.
    pages: join(home, 'no-pages'),
    // The newest email is the one that was caused last.
    mailsAtOnce: 1,
    statementTimeoutMs: seconds(60),
    ...options.overrides,
  });
  await clock.advance(0);
  app.ready();
  const quiesce = async (): Promise<void> => {
    // What is waiting first: most often the jobs record nothing more, and one round of them is enough.
    await app.facts.drain();
    for (let round = 0; round < 5; round++) {
      await app.jobs.runAll();
      if ((await app.facts.drain()) === 0) return;
    }
  };

  return {
    ...app,
    clock,
    databaseUrl: database.url,
    async call(name, { as, body, query, params = {}, headers = {}, from } = {}) {
      const [method, path] = name.split(' ') as ['GET' | 'POST', string];
      const url = `/api${path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ''))}`;
      const response = await app.http.inject({
        method,
        url,
        ...(query && { query }),
        ...(from !== undefined && { remoteAddress: from }),
        headers: { ...(as && { [accessTokenHeader]: as }), ...headers },
        ...(method === 'POST' && { payload: body ?? {} }),
      });
      const parsed = (response.body ? JSON.parse(response.body) : {}) as { data?: never; errors?: [] };
      return {
        status: response.statusCode,
        data: parsed.data as never,
        errors: parsed.errors ?? [],
        headers: response.headers,
      };
    },
    quiesce,
    async close() {
      await quiesce();
      const broken = (await brokenInvariants(app.db)).filter(
        (line) => !Object.hasOwn(options.apart ?? {}, line.slice(0, 3)),
      );
      await app.stop();
      await owner?.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
      if (broken.length > 0) throw new Error(`invariants broken at the end\n${broken.join('\n')}`);
    },
  };
}

const pollMs = 20;

/** Waits until `probe` answers something truthy; throws with `what` after `timeoutMs`. */
export async function until<T>(what: string, probe: () => Promise<T> | T, timeoutMs = 30_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
