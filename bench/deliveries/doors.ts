import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type pg from 'pg';
import { seedEvent, tokenFor } from '../sale/people.ts';
import type { Receiver, Told } from './start-receiver.ts';

const patienceMs = 120_000;

/** An event at whose door tickets are scanned, and the server that hears of each. */
export interface Door {
  readonly eventId: string;
  readonly endpointId: string;
  /** Name and port of the server. */
  readonly receiver: string;
  readonly secret: string;
}

interface DoorsParts {
  readonly db: pg.Client;
  readonly port: number;
  readonly secret: string;
  readonly receiver: Receiver;
  /** Events of each host; a host has one endpoint and a server for it. */
  readonly eventsEach: number;
}

/** Hosts with an endpoint each, added by the product's own call, and their events. */
export async function openDoors({ db, port, secret, receiver, eventsEach }: DoorsParts): Promise<Door[]> {
  const doors: Door[] = [];
  for (const [n, receiverPort] of receiver.ports.entries()) {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO app_user (username, username_skeleton, email_norm, password_hash, role)
       VALUES ('door' || $1, 'door' || $1, 'door' || $1 || '@bench.test', 'x', 1) RETURNING id`,
      [n],
    );
    const hostId = Number(rows[0]!.id);
    const answer = await fetch(`http://127.0.0.1:${port}/api/webhook_endpoints`, {
      method: 'POST',
      headers: { 'access-token': tokenFor(secret, hostId), 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiverPort}/hooks`, events: ['ticket.checked_in'] }),
    });
    if (!answer.ok) throw new Error(`an endpoint was refused: ${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { endpoint: { id: string }; secret: string } };
    for (let event = 0; event < eventsEach; event++)
      doors.push({
        eventId: await seedEvent(db, hostId, 40, 0),
        endpointId: data.endpoint.id,
        receiver: `127.0.0.1:${receiverPort}`,
        secret: data.secret,
      });
  }
  return doors;
}

/**
 * Scans tickets, the doors in turn, and waits until the webhooks of all are queued; none is sent before `send`. Answers
 * the seconds that queueing took.
 */
export async function scan(db: pg.Client, doors: readonly Door[], scans: number): Promise<number> {
  await until(db, 'SELECT count(*)::int AS n FROM webhook_lane WHERE isfinite(next_at)', 0);
  // A lane that is due later keeps its time when more is queued.
  await db.query(
    `INSERT INTO webhook_lane (endpoint_id, lane, next_at)
     SELECT endpoint, lane, app_now() + interval '1 hour' FROM unnest($1::uuid[], $2::text[]) AS door (endpoint, lane)
     ORDER BY endpoint, lane ON CONFLICT (endpoint_id, lane) DO UPDATE SET next_at = EXCLUDED.next_at`,
    [doors.map(({ endpointId }) => endpointId), doors.map(({ eventId }) => eventId)],
  );
  const began = performance.now();
  const batch = randomUUID();
  await db.query(
    `INSERT INTO outbox (dedupe_key, topic, payload)
     SELECT 'bench:' || $1 || n, 'TicketCheckedIn', jsonb_build_object(
       'eventUuid', ($2::text[])[n % $3 + 1], 'ticketId', gen_random_uuid(), 'at', n / $3)
     FROM generate_series(0, $4::int - 1) n ORDER BY n`,
    [batch, doors.map(({ eventId }) => eventId), doors.length, scans],
  );
  await until(db, "SELECT count(*)::int AS n FROM webhook_delivery WHERE state = 'pending'", scans);
  return (performance.now() - began) / 1000;
}

/** Asks until the number is this one. */
async function until(db: pg.Client, counts: string, wanted: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { rows } = await db.query<{ n: number }>(counts);
    if (rows[0]!.n === wanted) return;
    if (performance.now() - began > patienceMs) throw new Error(`not ${wanted} but ${rows[0]!.n}: ${counts}`);
    await pause(50);
  }
}

/** From now on what is queued is sent. */
export async function send(db: pg.Client): Promise<void> {
  await db.query(
    `UPDATE webhook_lane SET next_at = app_now() WHERE (endpoint_id, lane) IN (
       SELECT endpoint_id, lane FROM webhook_lane WHERE isfinite(next_at) ORDER BY endpoint_id, lane FOR UPDATE)`,
  );
}

/**
 * Throws unless each scan was told once, with a unique id, to its host's server alone, signed with that host's
 * secret, and those of an event in their order.
 */
export function checkTold(told: readonly Told[], doors: readonly Door[], scans: number): void {
  const doorOf = new Map(doors.map((door) => [door.eventId, door]));
  const ids = new Set(told.map(({ headers }) => headers['webhook-id']));
  if (ids.size !== scans || told.length !== scans)
    throw new Error(`of ${scans} webhooks ${told.length} came, with ${ids.size} ids`);
  const next = new Map<string, number>();
  for (const { headers, host, text } of told) {
    const { data } = JSON.parse(text) as { data: { event_uuid: string; checked_in: number } };
    const door = doorOf.get(data.event_uuid);
    if (door?.receiver !== host) throw new Error(`a webhook about ${data.event_uuid} came to ${host}`);
    new Webhook(door.secret).verify(text, headers);
    const expected = next.get(data.event_uuid) ?? 0;
    if (data.checked_in !== expected)
      throw new Error(`scan ${data.checked_in} of ${data.event_uuid} came, not ${expected}`);
    next.set(data.event_uuid, expected + 1);
  }
}
