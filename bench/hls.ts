/**
 * Live HLS: scripted viewers who fetch playlist, segments and keys of one broadcast, and how many keys one process
 * hands out, each with its ticket checked. `npm run bench hls` (2,000 viewers for 30 seconds; `npm run bench hls 300
 * 500`: 500 for five minutes). It counts only when every viewer has every segment, no request failed, and a viewer
 * without a ticket got no key.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ingestListenerSecret } from '../server/src/keys.ts';
import { createHttpClient } from './broadcast/http-client.ts';
import { requireFiles } from './broadcast/open-files.ts';
import { seedCrowd } from './broadcast/room.ts';
import { benchSecret, type BenchProduct, onNewProduct } from './new-product.ts';
import type { RunningServer } from './read/product.ts';
import { percentile, print } from './report.ts';

const watchedSeconds = Number(process.argv[2] ?? 30);
const viewers = Number(process.argv[3] ?? 2_000);
const segmentMs = 2_000;
/** A quarter of a megabit a second: what is measured are requests, not the loopback's bytes. */
const segmentBytes = 64 * 1024;
/** A viewer who gets no new segment for this long has nothing left to show. */
const stalledMs = 8_000;
/** Percent of a core that the viewers add. */
const shareMax = 35;
/** Keys a second, with the viewers and the database on the same processors. */
const keysMin = 2_000;
const keyLanes = 64;
const keyMs = 5_000;
const port = process.env['PORT'] ?? '4593';

const client = createHttpClient();
const ask = (path: string, headers?: IncomingHttpHeaders): Promise<{ status: number; body: Buffer }> =>
  client.get(`http://127.0.0.1:${port}${path}`, headers);

/** Posts segments as our listener does, until it is stopped. */
function stream(session: string): { stop(): Promise<number> } {
  const part = randomUUID();
  let stopped = false;
  let ordinal = 0;
  const posting = (async () => {
    for (; !stopped; ordinal += 1) {
      const head = ordinal === 0 ? randomBytes(800) : Buffer.alloc(0);
      const body = new Uint8Array(Buffer.concat([head, randomBytes(segmentBytes)]));
      const query = new URLSearchParams({
        part,
        ordinal: String(ordinal),
        headBytes: String(head.length),
        beginsMs: String(ordinal * segmentMs),
        lengthMs: String(segmentMs),
        ageMs: String((ordinal + 1) * segmentMs),
      });
      const post = () =>
        fetch(`http://127.0.0.1:${port}/whip/sessions/${session}/recording?${query.toString()}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/octet-stream',
            'x-ingest-listener': ingestListenerSecret(benchSecret),
          },
          body,
        });
      // The connection may have been idle for too long; our listener sends a segment again as well.
      const answer = await post().catch(post);
      if (!answer.ok) throw new Error(`a segment was refused with ${answer.status}: ${await answer.text()}`);
      await pause(segmentMs);
    }
  })();
  // Where the bench fails first, its own error is the one to show.
  posting.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await posting;
      return ordinal;
    },
  };
}

type Crowd = Awaited<ReturnType<typeof seedCrowd>>;

interface Watched {
  stalls: number;
  /** How many requests failed, by kind of file and status. */
  readonly failures: Map<string, number>;
  requests: number;
  readonly tookMs: number[];
}

/** A player: the end of the playlist every two seconds, each new segment, and each new key. */
async function watch(eventUuid: string, token: string, until: number, seen: Watched): Promise<void> {
  const base = `/api/events/${eventUuid}/hls`;
  const had = new Set<string>();
  let freshAt = performance.now();
  const load = async (path: string, headers: IncomingHttpHeaders = {}): Promise<Buffer> => {
    const began = performance.now();
    const { status, body } = await ask(`${base}/${path}`, headers);
    seen.requests += 1;
    seen.tookMs.push(performance.now() - began);
    if (status !== 200) {
      const kind = `${path.split(/[/.]/)[0]} ${status}`;
      seen.failures.set(kind, (seen.failures.get(kind) ?? 0) + 1);
    }
    return body;
  };
  await pause(Math.random() * segmentMs);
  while (performance.now() < until) {
    const began = performance.now();
    const text = (await load('live.m3u8?_HLS_skip=YES')).toString();
    const wanted = [...text.matchAll(/URI="(keys\/\d+)"|^(segments\/\S+m4s)$/gm)].map(([, key, file]) => key ?? file!);
    // As players do: the first time the last three segments alone.
    const fresh = wanted.slice(had.size === 0 ? -6 : 0).filter((uri) => !had.has(uri));
    for (const uri of new Set(fresh)) {
      had.add(uri);
      await load(uri, uri.startsWith('keys/') ? { 'access-token': token } : {});
    }
    for (const uri of wanted) had.add(uri);
    const now = performance.now();
    if (fresh.some((uri) => uri.startsWith('segments/'))) freshAt = now;
    else if (now - freshAt > stalledMs) {
      seen.stalls += 1;
      freshAt = now;
    }
    await pause(Math.max(0, segmentMs - (performance.now() - began)));
  }
}

interface Rush {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Keys as fast as they come, of all viewers in turn. */
async function rush(eventUuid: string, tokens: readonly string[], server: RunningServer): Promise<Rush> {
  const [before, began] = [await server.spent(), performance.now()];
  const until = began + keyMs;
  let next = 0;
  let handed = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const token = tokens[(next += 1) % tokens.length]!;
      const { status, body } = await ask(`/api/events/${eventUuid}/hls/keys/0`, { 'access-token': token });
      if (status !== 200 || body.length !== 16) throw new Error(`a key was refused with ${status}: ${body.toString()}`);
      handed += 1;
    }
  };
  await Promise.all(Array.from({ length: keyLanes }, lane));
  const spentMs = ((await server.spent()).cpu - before.cpu) / 1000;
  return { perSecond: (handed * 1000) / (performance.now() - began), perCpuSecond: (handed * 1000) / spentMs };
}

/** An RTMP encoder's session, and the login with which each viewer is in the room. */
async function openSession(db: pg.Client, { eventUuid, viewerIds, tokens }: Crowd): Promise<string> {
  const session = randomUUID();
  // There is no engine that could list it: a session that has just begun is waited for.
  await db.query(
    `INSERT INTO ingest_session (id, event_id, key_version, via, opened_at)
     VALUES ($1, $2, 1, 'rtmp', app_now() + interval '1 hour')`,
    [session, eventUuid],
  );
  const logins = tokens.map(
    (token) => (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid,
  );
  await db.query(
    `INSERT INTO room_login (event_id, user_id, session_id, session_version)
     SELECT $1, u, s, 0 FROM unnest($2::bigint[], $3::uuid[]) AS given (u, s)`,
    [eventUuid, viewerIds, logins],
  );
  return session;
}

interface Measured extends Watched {
  /** Percent of a core that the viewers add. */
  readonly added: number;
  readonly keys: Rush;
  readonly statusAfterRefund: number;
}

async function measure({ db, startServer }: BenchProduct): Promise<Measured> {
  const crowd = await seedCrowd(db, viewers + 1);
  const { eventUuid, viewerIds } = crowd;
  const session = await openSession(db, crowd);
  const tokens = crowd.tokens.slice(0, -1);
  const refunded = crowd.tokens.at(-1)!;
  await db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', [
    eventUuid,
    viewerIds.at(-1),
  ]);
  await db.query('ANALYZE');
  const server = await startServer();
  const share = async (work: () => Promise<unknown>): Promise<number> => {
    const [before, began] = [await server.spent(), performance.now()];
    await work();
    return ((await server.spent()).cpu - before.cpu) / 10 / (performance.now() - began);
  };
  const source = stream(session);
  await pause(3 * segmentMs);
  const quiet = await share(() => pause(5_000));
  const seen: Watched = { stalls: 0, failures: new Map(), requests: 0, tookMs: [] };
  const until = performance.now() + watchedSeconds * 1000;
  const busy = await share(() => Promise.all(tokens.map((token) => watch(eventUuid, token, until, seen))));
  const keys = await rush(eventUuid, tokens, server);
  const refusal = await ask(`/api/events/${eventUuid}/hls/keys/0`, { 'access-token': refunded });
  await source.stop();
  return { ...seen, added: busy - quiet, keys, statusAfterRefund: refusal.status };
}

function report({ stalls, failures, requests, tookMs, added, keys, statusAfterRefund }: Measured): boolean {
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...failures].map(([kind, count]) => `${kind}: ${count}`).join(', ');
  print(`hls: ${viewers} viewers of one broadcast for ${watchedSeconds} s`, [
    ['requests a second, failed', `${(requests / watchedSeconds).toFixed(0)}, ${failed} ${kinds}`],
    ['viewers without a new segment for 8 s', String(stalls)],
    ['percent of a core that they add', `${added.toFixed(1)} (goal ≤ ${shareMax})`],
    ['a request: median, p99', `${percentile(tookMs, 50).toFixed(1)} ms, ${percentile(tookMs, 99).toFixed(1)} ms`],
    ['keys a second, each checked', `${keys.perSecond.toFixed(0)} (goal ≥ ${keysMin})`],
    ['keys for each second of its processor', keys.perCpuSecond.toFixed(0)],
    ['a key after the refund', String(statusAfterRefund)],
    ['the machine', `${cpus().length} processors, load ${loadavg()[0]!.toFixed(1)}`],
  ]);
  const isExact = failed === 0 && stalls === 0 && statusAfterRefund === 403;
  return isExact && added <= shareMax && keys.perSecond >= keysMin;
}

requireFiles(viewers * 2);
const env = { BROADCAST_VIEWERS_MAX: '100000', BROADCAST_WEBRTC_VIEWERS_MAX: '20' };
try {
  process.exitCode = report(await onNewProduct({ port, env }, measure)) ? 0 : 1;
} finally {
  client.close();
}
