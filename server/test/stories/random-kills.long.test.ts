import { randomInt, randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@frontrow/contract/api.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { rng } from '@frontrow/artwork/shapes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../actors.ts';
import { newEvent, type TestEvent } from '../events.ts';
import { testApp, type TestApp } from '../harness.ts';
import { brokenInvariants, expectInvariants } from '../invariants.ts';
import { type TestEngine, startEngine } from '../live-engine.ts';
import { mortalServer, type MortalServer } from '../killable-server.ts';
import { startedAgo } from '../tickets.ts';

/** Told in the test's name; TEST_SEED=… tells the same story again, as far as the system's own chance lets it. */
const seed = process.env['TEST_SEED'] ?? String(randomInt(1e9));
const kills = Number(process.env['TEST_KILLS'] ?? 500);
const chance = rng(seed);

const livesMsMax = 700;
const workers = 8;
const eventsOnSale = 5;
const answerMsMax = 2_000;
/** So often the database's time moves on: a key that a dead process had in hand is free again after a minute. */
const killsPerMinute = 8;
const killsPerLook = 20;
/** What must hold at any moment, whatever is still to be done by a job. */
const always = /^(T0[1-7]|M0[1-6]|L0[12346]|S0[134]|R0[1578]|A0)/;

let app: TestApp;
let server: MortalServer;
let engine: TestEngine;
let admins: TestActor[];
beforeAll(async () => {
  const tested = await testApp();
  // Who asks a real process has a token of the real time.
  app = { ...tested, clock: { ...tested.clock, now: () => Date.now() } };
  engine = await startEngine();
  const { url, apiKey, apiSecret } = engine.engine;
  server = await mortalServer({
    DATABASE_URL: app.databaseUrl,
    FRONTROW_SECRET: app.kit.config.secret,
    LIVEKIT_URL: url,
    LIVEKIT_API_KEY: apiKey,
    LIVEKIT_API_SECRET: apiSecret,
  });
  admins = await Promise.all(Array.from({ length: 12 }, () => newAdmin(app)));
});
afterAll(async () => {
  await engine.stop();
  await app.close();
});

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: { order?: { order_uuid: string }; ticket?: { ticket_uuid: string } | null };
}
interface Asked {
  readonly what: string;
  readonly call: CallName;
  readonly as?: TestActor;
  readonly body: object;
  readonly key: string;
  /** Refusals that may be its answer, also of the second time. */
  readonly refusals: readonly string[];
  readonly done?: (answer: Answer) => void;
}

/** Undefined when no answer came, or "try again later". */
async function ask(url: string, { call, as, body, key }: Asked): Promise<Answer | undefined> {
  const sent = await fetch(`${url}/api${call.slice('POST '.length)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(as && { [accessTokenHeader]: as.token }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerMsMax),
  })
    .then(async (answer) => ({ status: answer.status, said: (await answer.json()) as Record<string, never> }))
    .catch(() => undefined);
  if (!sent) return undefined;
  const { status, said } = sent;
  const code = (said['errors'] as { code: string }[] | undefined)?.[0]?.code;
  if ([429, 503].includes(status) || code === 'request_in_progress') return undefined;
  return { status, code, data: said['data'] ?? {} };
}

/** Notes what was answered; anything but what was asked for, or one of its refusals, is a fault. */
const faults: object[] = [];
const answers: Record<string, number> = {};
function note({ what, refusals, done }: Asked, answer: Answer): void {
  const word = answer.status < 300 ? 'yes' : (answer.code ?? String(answer.status));
  answers[`${what}: ${word}`] = (answers[`${what}: ${word}`] ?? 0) + 1;
  if (word === 'yes') done?.(answer);
  else if (!refusals.includes(word)) faults.push({ what, word });
}

const tickets = new Map<string, string>();
const said: string[] = [];
const started: string[] = [];
const refundAsked = new Set<string>();
const refunded = new Set<string>();
const unanswered: Asked[] = [];
let sales: TestEvent[] = [];
let rooms: { event: TestEvent; host: TestActor }[] = [];

const overs = ['event_over', 'event_cancelled', 'ticketing_closed'];
async function sale(): Promise<Asked> {
  if (sales.length < eventsOnSale || chance.chance(0.03)) {
    const event = await newEvent(app, await newHost(app), {
      capacity: chance.int(3, 20),
      priceMinor: chance.chance(0.7) ? 1200 : 0,
    });
    sales = [...sales.slice(-eventsOnSale + 1), event];
  }
  const event = chance.pick(sales);
  const row = await app.db.one<{ price_minor: number }>('SELECT price_minor FROM event WHERE id = $1', [event.id]);
  const paid = row!.price_minor > 0;
  const body = { event_uuid: event.id, type: 'interactive', ...(paid && { stripe_token: 'pm_card_visa' }) };
  const refusals = ['sold_out', ...overs];
  if (chance.chance(0.15)) {
    const email = `kill-${randomUUID()}@mail.test`;
    const more = { body: { ...body, email }, refusals: [...refusals, 'too_many_holds'] };
    return { what: 'guest buys', call: 'POST /events/purchase_no_login', key: randomUUID(), ...more };
  }
  return {
    what: paid ? 'buys' : 'takes',
    call: 'POST /events/purchase',
    as: await newViewer(app),
    body,
    key: randomUUID(),
    refusals,
    done: ({ data }) => void tickets.set(data.order!.order_uuid, data.ticket?.ticket_uuid ?? 'none'),
  };
}

async function opening(): Promise<Asked> {
  const host = await newHost(app);
  const event = await startedAgo(app, await newEvent(app, host), 0);
  const done = (): void => {
    started.push(event.id);
    rooms = [...rooms.slice(-3), { event, host }];
  };
  const refusals = ['start_refused', ...overs];
  const call = 'POST /events/streaming/start_streaming' as const;
  return { what: 'starts', call, as: host, body: { event_uuid: event.id }, key: randomUUID(), refusals, done };
}

function chat(): Asked {
  const { event, host } = chance.pick(rooms);
  const message = `said ${randomUUID()}`;
  const body = { event_uuid: event.id, message };
  const refusals = ['room_closed', 'room_not_open', 'event_not_live', 'chat_flood', ...overs];
  const call = 'POST /events/streaming/messages_new' as const;
  return { what: 'says', call, as: host, body, key: randomUUID(), refusals, done: () => void said.push(message) };
}

function refund(): Asked {
  const order = chance.pick([...tickets.keys()]);
  refundAsked.add(order);
  const body = { order_uuid: order, reason: 'Asked for' };
  const done = (): void => void refunded.add(order);
  const call = 'POST /admin/orders/refund' as const;
  const refusals = ['order_not_refundable'];
  return { what: 'refunds', call, as: chance.pick(admins), body, key: randomUUID(), refusals, done };
}

async function something(): Promise<Asked> {
  const dice = chance();
  if (dice < 0.2 && rooms.length > 0) return chat();
  if (dice < 0.35 && tickets.size > 0) return refund();
  if (dice < 0.42) return opening();
  return sale();
}

/** Someone at a browser that asks again with the same key when nothing was heard, and later once more. */
async function work(over: () => boolean): Promise<void> {
  while (!over()) {
    const again = unanswered.length > 0 && chance.chance(0.3);
    const asked = again ? unanswered.shift()! : await something();
    await server.up();
    const answer = await ask(server.url, asked);
    if (answer) note(asked, answer);
    else unanswered.push(asked);
  }
}

test(
  `${kills} kills at any moment (seed ${seed}): nothing that was answered is lost, nothing is done twice`,
  async () => {
    let over = false;
    const people = Array.from({ length: workers }, () => work(() => over));
    for (let kill = 1; kill <= kills; kill++) {
      await pause(chance.int(1, livesMsMax));
      await server.killAndStart();
      if (kill % killsPerMinute === 0) await app.clock.advance(minutes(1));
      const broken = kill % killsPerLook === 0 ? await brokenInvariants(app.db) : [];
      expect({ kill, faults, broken: broken.filter((name) => always.test(name)) }).toEqual({
        kill,
        faults: [],
        broken: [],
      });
    }
    over = true;
    await Promise.all(people);
    await app.clock.advance(minutes(2));
    for (let round = 0; round < 5 && unanswered.length > 0; round++) {
      const rest = unanswered.splice(0);
      for (const asked of rest) {
        const answer = await ask(server.url, asked);
        if (answer) note(asked, answer);
        else unanswered.push(asked);
      }
      await app.clock.advance(minutes(2));
    }
    await server.end();
    expect({ faults, left: unanswered.map(({ what }) => what) }).toEqual({ faults: [], left: [] });

    await app.clock.advance(minutes(16));
    await expectInvariants(app);
    await app.clock.advance(seconds(61));
    await expectInvariants(app);
    const held = await app.db.query<{ order_id: string; id: string; live: boolean }>(
      'SELECT order_id, id, voided_at IS NULL AS live FROM ticket',
    );
    const byOrder = new Map(held.map((ticket) => [ticket.order_id, ticket]));
    const lost = [...tickets].filter(([order, id]) => {
      const found = byOrder.get(order);
      return found?.id !== id || (found.live ? refunded.has(order) : !refundAsked.has(order));
    });
    const lines = new Set(
      (await app.db.query<{ body: string }>('SELECT body FROM chat_message')).map(({ body }) => body),
    );
    const live = new Set(
      (await app.db.query<{ id: string }>('SELECT id FROM event WHERE started_at IS NOT NULL')).map(({ id }) => id),
    );
    expect({
      tickets: lost,
      said: said.filter((line) => !lines.has(line)),
      started: started.filter((id) => !live.has(id)),
    }).toEqual({ tickets: [], said: [], started: [] });
    process.stdout.write(`${kills} kills, seed ${seed}: ${JSON.stringify(answers)}\n`);
  },
  minutes(25),
);
