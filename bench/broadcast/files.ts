import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import {
  type ChatFile,
  chatFileIvBytes,
  chatFileKeyInfo,
  type ChatFilesNow,
} from '@frontrow/contract/broadcast/chat-files.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { chatFileEveryMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import type { RunningServer } from '../read/product.ts';
import { percentile, print } from '../report.ts';
import { createHttpClient } from './http-client.ts';
import { exactNow, sentIn } from './listener.ts';
import { onNewProduct } from '../new-product.ts';
import { seedCrowd } from './room.ts';
import { messagesPerSecond, startWriting, writers } from './sockets.ts';

/** Goals: percent of a core, which is what 2,000 sockets cost; and from sending to reading. */
const shareMax = 27;
const p99MsMax = 3 * chatFileEveryMs;

export interface FilesProfile {
  readonly readers: number;
  readonly readMs: number;
}

interface Read {
  requests: number;
  readonly failures: string[];
  missing: number;
  twice: number;
  readonly tookMs: number[];
}

/** What a page does, but each file is opened once for all: what is measured is the server. */
function createReaders(port: number, eventUuid: string, token: string) {
  const client = createHttpClient();
  const ask = (path: string, headers?: IncomingHttpHeaders): Promise<{ status: number; body: Buffer }> =>
    client.get(`http://127.0.0.1:${port}/api/events/${eventUuid}/${path}`, headers);
  const keys = new Map<number, Promise<Buffer>>();
  const keyOf = (number: number): Promise<Buffer> => {
    const key = keys.get(number) ?? ask(`hls/keys/${number}`, { [accessTokenHeader]: token }).then(({ body }) => body);
    keys.set(number, key);
    return key;
  };
  const opened = new Map<number, Promise<ChatFile>>();
  const open = async (number: number, bytes: Buffer): Promise<ChatFile> => {
    const iv = Buffer.alloc(chatFileIvBytes);
    iv.writeUInt32BE(number, chatFileIvBytes - 4);
    const own = Buffer.from(hkdfSync('sha256', await keyOf(bytes.readUInt32BE()), '', chatFileKeyInfo, 16));
    const decipher = createDecipheriv('aes-128-gcm', own, iv);
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([decipher.update(bytes.subarray(4, -16)), decipher.final()]);
    return JSON.parse(inflateRawSync(plain).toString()) as ChatFile;
  };
  /** Until told; answers how often this reader has read each message. */
  const read = async (until: () => number, seen: Read): Promise<Map<number, number>> => {
    const had = new Map<number, number>();
    let last = -1;
    const load = async (path: string): Promise<Buffer> => {
      const { status, body } = await ask(path);
      seen.requests += 1;
      if (status !== 200) seen.failures.push(`${path} ${status}`);
      return body;
    };
    await pause(Math.random() * chatFileEveryMs);
    while (performance.now() < until()) {
      const { file } = JSON.parse((await load('chat/latest')).toString()) as ChatFilesNow;
      if (last < 0) last = file - 1;
      for (let number = last + 1; number <= file; number += 1) {
        const bytes = await load(`chat/files/${number}`);
        const content = opened.get(number) ?? open(number, bytes);
        opened.set(number, content);
        for (const one of (await content).updates) {
          if (one.name !== 'newMessage') continue;
          const { nth, at } = sentIn(one.update.message.message);
          had.set(nth, (had.get(nth) ?? 0) + 1);
          seen.tookMs.push(exactNow() - at);
        }
      }
      last = Math.max(last, file);
      await pause(chatFileEveryMs);
    }
    return had;
  };
  return { read, end: client.close };
}

async function measure(
  server: RunningServer,
  { readers, readMs }: FilesProfile,
  { eventUuid, tokens }: { readonly eventUuid: string; readonly tokens: readonly string[] },
) {
  const crowd = createReaders(server.port, eventUuid, tokens.at(-1)!);
  try {
    const seen: Read = { requests: 0, failures: [], missing: 0, twice: 0, tookMs: [] };
    let until = performance.now() + readMs;
    const [before, began] = [await server.spent(), performance.now()];
    const reading = Array.from({ length: readers }, () => crowd.read(() => until, seen));
    // Everyone has read the first file, which may be of before.
    await pause(2 * chatFileEveryMs);
    const writing = startWriting(server.port, eventUuid, tokens.slice(0, writers));
    await pause(Math.max(0, until - performance.now()));
    until = performance.now() + 4 * chatFileEveryMs;
    const { taken, refused } = await writing.stop();
    const share = ((await server.spent()).cpu - before.cpu) / 10 / (performance.now() - began);
    const perSecond = (seen.requests * 1000) / (performance.now() - began);
    for (const had of await Promise.all(reading)) {
      seen.missing += taken.filter((number) => !had.has(number)).length;
      seen.twice += [...had.values()].filter((times) => times > 1).length;
    }
    return { ...seen, sent: taken.length, refused, share, perSecond };
  } finally {
    crowd.end();
  }
}

/** The chat of one broadcast, read as files. True when every reader has every message once and the goals are met. */
export async function measureFiles(profile: FilesProfile): Promise<boolean> {
  const people = profile.readers + writers;
  const env = { BROADCAST_VIEWERS_MAX: String(people) };
  return onNewProduct({ port: '4594', env }, async ({ db, startServer }) => {
    const crowd = await seedCrowd(db, people);
    await db.query(`UPDATE room_member SET chat_by = 'files', delivery = 'hls' WHERE event_id = $1`, [crowd.eventUuid]);
    const token = crowd.tokens.at(-1)!;
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    await db.query('INSERT INTO room_login (event_id, user_id, session_id, session_version) VALUES ($1, $2, $3, 0)', [
      crowd.eventUuid,
      crowd.viewerIds.at(-1),
      sid,
    ]);
    await db.query('ANALYZE');
    const found = await measure(await startServer(), profile, crowd);
    const p99 = percentile(found.tookMs, 99);
    print(`broadcast: ${profile.readers} readers of chat files, ${messagesPerSecond} messages a second`, [
      ['messages', `${found.sent} to each, ${found.refused.length} refused ${found.refused[0] ?? ''}`],
      ['missing, more than once', `${found.missing}, ${found.twice}`],
      [
        'requests a second, failed',
        `${found.perSecond.toFixed(0)}, ${found.failures.length} ${found.failures[0] ?? ''}`,
      ],
      [
        'from sending to reading: median, p99',
        `${percentile(found.tookMs, 50).toFixed(0)} ms, ${p99.toFixed(0)} ms (goal ≤ ${p99MsMax})`,
      ],
      ['processor of the server', `${found.share.toFixed(1)} % of a core (goal ≤ ${shareMax})`],
    ]);
    const isExact = found.missing + found.twice + found.failures.length + found.refused.length === 0 && found.sent > 0;
    return isExact && p99 <= p99MsMax && found.share <= shareMax;
  });
}
