import { connect, type Socket } from 'node:net';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { eventPollLimit } from './limits.ts';

let app: TestApp;
let host: TestActor;
let port: number;
let parsed = 0;
let path: string;
let etag: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp();
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port);
  app.http.server.on('request', () => parsed++);
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/api/events/${(await newEvent(app, host)).id}`;
  etag = (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('etag')!;
  parsed = 0;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Answer {
  readonly status: number;
  readonly head: string;
}

/** One connection, and its answers in their order. */
function open(): { write(text: string): void; answer(): Promise<Answer> } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  async function* read(): AsyncGenerator<Answer, never> {
    let left = '';
    for await (const data of socket as AsyncIterable<Buffer>) {
      left += data.toString('latin1');
      for (let end = left.indexOf('\r\n\r\n'); end >= 0; end = left.indexOf('\r\n\r\n')) {
        const head = left.slice(0, end);
        const stop = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (left.length < stop) break;
        left = left.slice(stop);
        yield { status: Number(head.slice(9, 12)), head };
      }
    }
    throw new Error('the server hung up');
  }
  const answers = read();
  return {
    write: (text) => void socket.write(text),
    answer: async () => (await answers.next()).value,
  };
}
const poll = (more = ''): string => `GET ${path} HTTP/1.1\r\nHost: here\r\nIf-None-Match: ${etag}\r\n${more}\r\n`;
const undated = ({ head }: Answer): string => head.replace(/date: .*/i, '');

test('who asks the very same again is told the same bytes, and nothing is parsed', async () => {
  const { write, answer } = open();
  const told: Answer[] = [];
  for (let n = 0; n < 8; n++) {
    write(poll());
    told.push(await answer());
  }
  expect(told[0]!.status).toBe(304);
  expect(told[0]!.head).toMatch(/\r\nkeep-alive: timeout=\d+/i);
  expect(told[7]!.head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/i);
  for (const each of told) expect(undated(each)).toBe(undated(told[0]!));
  expect(parsed).toBe(1);
});

test('what came in together with the first question is not forgotten', async () => {
  const { write, answer } = open();
  write(`${poll()}GET /api/hosts/nobody HTTP/1.1\r\nX-Asks: `);
  expect((await answer()).status).toBe(304);
  write(poll());
  expect((await answer()).status).toBe(404);
});

test('nor where the first question is written so tightly that both are as long as it usually is', async () => {
  const { write, answer } = open();
  const more = 'GET /api/hosts/nobody HTTP/1.1\r\nX-Asks: ';
  const tight = 'X:1\r\n'.repeat(more.length - 2);
  write(`GET ${path} HTTP/1.1\r\nHost:here\r\nIf-None-Match:${etag}\r\n${tight}\r\n${more}`);
  expect((await answer()).status).toBe(304);
  write(poll('X: 1\r\n'.repeat(more.length - 2)));
  expect((await answer()).status).toBe(404);
});

test('a change shows at once', async () => {
  const { write, answer } = open();
  for (let n = 0; n < 2; n++) {
    write(poll());
    expect((await answer()).status).toBe(304);
  }
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: path.slice('/api/events/'.length) } });
  write(poll());
  expect((await answer()).status).toBe(200);
});

test('a session that ends does not end a poll of what everybody may read, and opens nothing else', async () => {
  const viewer = await newViewer(app);
  const { write, answer } = open();
  for (let n = 0; n < 3; n++) {
    write(poll(`${accessTokenHeader}: ${viewer.token}\r\n`));
    expect((await answer()).status).toBe(304);
  }
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [viewer.id]);
  await app.clock.advance(2_100);
  write(poll(`${accessTokenHeader}: ${viewer.token}\r\n`));
  expect((await answer()).status).toBe(304);
  expect((await app.call('GET /user/profile', { as: viewer.token })).status).toBe(401);
});

test('it is counted, and who is over the limit is told so', async () => {
  const viewer = await newViewer(app);
  const { write, answer } = open();
  const statuses: number[] = [];
  for (let n = 0; n < eventPollLimit.max + 1; n++) {
    write(poll(`${accessTokenHeader}: ${viewer.token}\r\n`));
    statuses.push((await answer()).status);
  }
  expect(statuses.indexOf(429)).toBe(eventPollLimit.max);
  expect(parsed).toBeLessThan(10);
});

test('what looks like the question is a body where a body is awaited', async () => {
  const { write, answer } = open();
  for (let n = 0; n < 2; n++) {
    write(poll());
    expect((await answer()).status).toBe(304);
  }
  write(
    `POST /api/auth/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${poll().length}\r\n\r\n`,
  );
  await expect.poll(() => parsed).toBe(2);
  write(poll());
  expect((await answer()).status).toBe(400);
  await expect(answer()).rejects.toThrow('hung up');
});

test('answers keep the order of their questions while an earlier one waits', async () => {
  const { write, answer } = open();
  for (let n = 0; n < 2; n++) {
    write(poll());
    expect((await answer()).status).toBe(304);
  }
  const asked = [`GET /api/hosts/nobody HTTP/1.1\r\nHost: here\r\n\r\n`, poll(), poll()];
  await app.db.tx(async (tx) => {
    await tx.query('LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE');
    for (const [n, question] of asked.entries()) {
      write(question);
      await expect.poll(() => parsed).toBe(2 + n);
    }
  });
  const statuses: number[] = [];
  for (const _ of asked) statuses.push((await answer()).status);
  expect(statuses).toEqual([404, 304, 304]);
});

test('questions in pieces, and several at once, are each answered once', async () => {
  const { write, answer } = open();
  for (let n = 0; n < 2; n++) {
    write(poll());
    expect((await answer()).status).toBe(304);
  }
  write(poll().slice(0, 20));
  write(poll().slice(20) + poll() + poll().slice(0, 20));
  write(poll().slice(20));
  write(poll());
  for (let n = 0; n < 4; n++) expect((await answer()).status).toBe(304);
});

test('what follows a question in the same bytes is answered before the next one', async () => {
  const { write, answer } = open();
  for (let n = 0; n < 2; n++) {
    write(poll());
    expect((await answer()).status).toBe(304);
  }
  const before = parsed;
  await app.db.tx(async (tx) => {
    await tx.query('LOCK TABLE app_user IN ACCESS EXCLUSIVE MODE');
    write(`${poll()}GET /api/hosts/nobody HTTP/1.1\r\nHost: here\r\n\r\n`);
    expect((await answer()).status).toBe(304);
    await expect.poll(() => parsed).toBe(before + 2);
    write(poll());
    await expect.poll(() => parsed).toBe(before + 3);
  });
  expect([(await answer()).status, (await answer()).status]).toEqual([404, 304]);
});

test('a question with a body is not taken for its own body', async () => {
  const { write, answer } = open();
  const head = (length: number): string => poll(`Content-Length: ${length}\r\n`);
  const long = head(head(100).length);
  for (const text of [poll(), poll(), long]) {
    write(text);
    expect((await answer()).status).toBe(304);
  }
  write(long);
  write(`GET /api/hosts/nobody HTTP/1.1\r\nHost: here\r\n\r\n`);
  expect((await answer()).status).toBe(404);
});

test('after an upgrade nothing of the connection is read as a question, not even as somebody else’s', async () => {
  const first = open();
  for (let n = 0; n < 2; n++) {
    first.write(poll());
    expect((await first.answer()).status).toBe(304);
  }
  first.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect((await first.answer()).status).toBe(101);
  const second = open();
  second.write(poll());
  expect((await second.answer()).status).toBe(304);
  const before = parsed;
  first.write(`GET /api/hosts/nobody HTTP/1.1\r\nHost: here\r\n\r\n`);
  await expect(first.answer()).rejects.toThrow('hung up');
  second.write(poll());
  expect((await second.answer()).status).toBe(304);
  expect(parsed).toBeLessThan(before + 2);
});

test('who wants the connection closed gets it closed', async () => {
  const { write, answer } = open();
  write(poll('Connection: close\r\n'));
  expect((await answer()).head).toMatch(/connection: close/i);
  await expect(answer()).rejects.toThrow('hung up');
});
