import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import { io } from 'socket.io-client';
import { onConnection } from '../../db/db.ts';
import { freshDatabase, until } from '../../../test/harness.ts';
import { signUpPassword } from '../../../test/sign-up.ts';
import { anyFreePort } from '../../../test/ingest/stage.ts';
import { begin, portWhenReady, type Started, startWithinMs } from '../../../test/started-process.ts';

/** A renewal starts three processes one after the other: one that migrates, and two that answer calls. */
const renewedWithinMs = 3 * startWithinMs;

let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let product: Started;
let port: number;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'frontrow-several-'));
  database = await freshDatabase();
  product = begin(home, {
    DATABASE_URL: database.url,
    // Given, because no one holds it while the processes start, and others look for a port from 3000 on.
    PORT: String(await anyFreePort()),
    FRONTROW_PROCESSES: '2',
    FRONTROW_ROLES: 'web,worker',
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 'secret',
  });
  port = await portWhenReady(product);
}, startWithinMs);
afterAll(async () => {
  const ended = new Promise((resolve) => product.child.once('exit', resolve));
  product.child.kill('SIGTERM');
  if ((await ended) !== 0) throw new Error(`it did not end in order:\n${product.said()}`);
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Of the processes that answer, the oldest first. */
const pids = (): number[] => {
  const { pid } = product.child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
};

/** A call on a separate connection: its status, or `lost`. */
const call = (path = '/api/languages/all'): Promise<number | 'lost'> =>
  new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path, headers: { connection: 'close' } });
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', () => resolve('lost'));
    asked.setTimeout(5_000, () => asked.destroy());
    asked.end();
  });

/** Whether the database takes new connections; those there are stay. */
const allowConnections = async (isAllowed: boolean): Promise<void> => {
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  await onConnection(url.href, (sql) => sql.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAllowed}`));
};

/** Somebody has so many windows open; `hungUp` when each was hung up on. */
async function openWindows(count: number): Promise<{ readonly hungUp: Promise<unknown> }> {
  const url = `http://127.0.0.1:${port}`;
  const person = { email: 'windows@mail.com', username: 'windows', name: 'Lia', surname: 'Stern' };
  const more = { password: signUpPassword, date_of_birth: '1990-05-01', accept_terms: true };
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, ...more }),
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  const options = { transports: ['websocket'], reconnection: false, forceNew: true };
  const sockets = Array.from({ length: count }, () =>
    io(`${url}${activityNamespace}`, { ...options, auth: { token: data.access_token } }),
  );
  const all = (event: 'connect' | 'disconnect') =>
    Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once(event, resolve))));
  const hungUp = all('disconnect');
  await all('connect');
  return { hungUp };
}

const callers = 4;
/** Of each caller: without it they take the processors that new processes need to start. */
const betweenCallsMs = 50;
/** Calls one after the other, several at a time, until `work` is done; answers what they were answered. */
async function whileCalling(
  work: (answered: () => number) => Promise<void>,
  path?: string,
): Promise<Map<number | 'lost', number>> {
  const answers = new Map<number | 'lost', number>();
  let isOver = false;
  const loops = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const answer = await call(path);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await pause(betweenCallsMs);
    }
  });
  try {
    await work(() => answers.get(200) ?? 0);
  } finally {
    isOver = true;
    await Promise.all(loops);
  }
  return answers;
}

test('whichever process is asked for numbers answers with those of all', async () => {
  const calls = 10;
  for (let n = 0; n < calls; n += 1) expect(await call()).toBe(200);
  const counted = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })).text();
    return Number(/^http_request_seconds_count\{[^}]*languages\/all[^}]*\} (\d+)$/m.exec(text)?.[1]);
  };
  expect([await counted(), await counted()]).toEqual([calls, calls]);
});

test(
  'each process is replaced by a new one, no request is lost, and open sockets are sent to the new ones',
  async () => {
    const before = pids();
    expect(before).toHaveLength(2);
    const { hungUp } = await openWindows(4);
    const answers = await whileCalling(async () => {
      product.child.kill('SIGUSR2');
      await until('all are new', () => product.said().includes('All processes are new.'), renewedWithinMs);
    });
    expect(Array.from(answers.keys())).toEqual([200]);
    await hungUp;
    expect(product.said(), 'no process kept its sockets until it was killed').not.toContain('did not end in time');
    const after = pids();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  },
  renewedWithinMs + startWithinMs,
);

test(
  'the schema is brought to what the new program needs before the first worker is replaced',
  async () => {
    const renewals = () => product.said().split('All processes are new.').length;
    const before = renewals();
    await onConnection(database.url, async (sql) => {
      await sql.query('DROP FUNCTION leave_waitlist');
      await sql.query(`DELETE FROM stored_function WHERE name = 'leave_waitlist'`);
    });
    product.child.kill('SIGUSR2');
    await until('all are new', () => renewals() > before, renewedWithinMs);
    const found = await onConnection(database.url, (sql) =>
      sql.query(`SELECT 1 FROM pg_proc WHERE proname = 'leave_waitlist'`),
    );
    expect(found).toHaveLength(1);
  },
  renewedWithinMs + startWithinMs,
);

test(
  'where a new process does not start, the ones before go on',
  async () => {
    const before = pids();
    await allowConnections(false);
    onTestFinished(() => allowConnections(true));
    // A call that needs the database would fail as soon as it needs one more connection.
    const answers = await whileCalling(async () => {
      product.child.kill('SIGUSR2');
      await until('it says so', () => product.said().includes('the one before goes on: '), renewedWithinMs);
      await until('the new one is gone', () => pids().length === 2, renewedWithinMs);
    }, '/healthz');
    expect(Array.from(answers.keys())).toEqual([200]);
    expect(pids()).toEqual(before);
  },
  renewedWithinMs + startWithinMs,
);

test(
  'a process that is killed takes along no more than its own requests, and is started again',
  async () => {
    const [killed] = pids();
    const answers = await whileCalling(async (answered) => {
      await until('calls are answered', () => answered() > 20);
      process.kill(killed!, 'SIGKILL');
      await until('it is there again', () => pids().length === 2 && !pids().includes(killed!), renewedWithinMs);
      const before = answered();
      await until('calls are answered again', () => answered() > before + 200, renewedWithinMs);
    });
    expect(Array.from(answers.keys()).filter((answer) => answer !== 200 && answer !== 'lost')).toEqual([]);
    expect(answers.get('lost') ?? 0).toBeLessThanOrEqual(callers);
    expect(product.said()).toContain('Process 1 of 2 ended: starting it again.');
    expect(await call()).toBe(200);
  },
  renewedWithinMs + startWithinMs,
);
