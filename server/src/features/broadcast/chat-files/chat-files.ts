import {
  type ChatFile,
  chatFileHeadBytes,
  chatFileIvBytes,
  chatFileKeyInfo,
  type ChatFilesNow,
} from '@frontrow/contract/broadcast/chat-files.ts';
import { chatFileEveryMs, chatFilesKept } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { LRUCache } from 'lru-cache';
import { createCipheriv, hkdfSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { sharedReads } from '../../../db/batcher.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { currentKey } from '../hls/segment-keys.ts';

type FileDeps = Pick<BroadcastDeps, 'db' | 'config' | 'ids' | 'clock' | 'rooms'>;

interface NewestRow {
  room_seq: number;
  /** Null before the first file. */
  number: number | null;
  seq: number | null;
  moments_until: Date | null;
  due: boolean;
  wanted: boolean;
}

/** The end of the room is in a file, too, although nobody has a seat any more. */
const writtenAfterEnd = `r.closed_at > app_now() - interval '1 minute'`;
/** How long the number of the newest file is answered from memory. */
const newestKeptMs = 900;
const roomsKept = 200;
const fileBytesKept = 32 * 1024 * 1024;

/** The chat of broadcasts as files. Caches may keep all of them: they are sealed with the keys of live HLS. */
export interface ChatFiles {
  /** Throws `not_found` while no one reads the room by files. */
  newest(eventUuid: string): Promise<Buffer>;
  /** Throws `not_found`. */
  file(eventUuid: string, number: number): Promise<Buffer>;
}

export function createChatFiles(deps: FileDeps): ChatFiles {
  const { db, clock } = deps;
  const known = new LRUCache<string, { readonly until: number; readonly answer: Buffer }>({ max: roomsKept });
  const read = sharedReads((eventUuid: string) => readNewest(deps, eventUuid));
  const files = new LRUCache<string, Buffer>({
    maxSize: fileBytesKept,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: async (address) => {
      const [eventUuid, number] = address.split('/') as [string, string];
      const row = await db.one<{ body: Buffer }>('SELECT body FROM chat_file WHERE event_id = $1 AND number = $2', [
        eventUuid,
        Number(number),
      ]);
      return row?.body;
    },
  });
  return {
    async newest(eventUuid) {
      const kept = known.get(eventUuid);
      if (kept && clock.now() < kept.until) return kept.answer;
      const until = clock.now() + newestKeptMs;
      const newest = await read(eventUuid);
      if (!newest) throw refuse('not_found');
      const answer = Buffer.from(JSON.stringify(newest));
      known.set(eventUuid, { until, answer });
      return answer;
    },
    async file(eventUuid, number) {
      const bytes = await files.fetch(`${eventUuid}/${number}`);
      if (!bytes) throw refuse('not_found');
      return bytes;
    },
  };
}

/** Writes the next file first, where it is due. It is done when someone asks: no reader, no file. */
async function readNewest(deps: FileDeps, eventUuid: string): Promise<ChatFilesNow | undefined> {
  const row = await deps.db.one<NewestRow>(
    `SELECT r.seq AS room_seq, f.number, f.seq, f.moments_until,
       coalesce(f.made_at <= app_now() - $2 * interval '1 ms', true) AS due,
       (r.closed_at IS NULL AND EXISTS (SELECT 1 FROM room_member m
          WHERE m.event_id = r.event_id AND m.chat_by = 'files' AND m.seat_until > app_now()))
         OR (f.number IS NOT NULL AND ${writtenAfterEnd}) IS TRUE AS wanted
     FROM room r JOIN event e ON e.id = r.event_id AND e.kind = 1
     LEFT JOIN LATERAL (SELECT c.number, c.seq, c.moments_until, c.made_at FROM chat_file c
       WHERE c.event_id = r.event_id ORDER BY c.number DESC LIMIT 1) f ON true
     WHERE r.event_id = $1`,
    [eventUuid, chatFileEveryMs],
  );
  if (!row || (!row.wanted && row.number === null)) return undefined;
  const key = await currentKey(deps, eventUuid);
  const file = row.wanted && row.due ? await writeNext(deps, eventUuid, row, key) : row.number!;
  return { file, key: key.number };
}

/** Answers the number of the newest file. Where nothing happened, that is the one before. */
async function writeNext(
  { db, clock, rooms }: FileDeps,
  eventUuid: string,
  { room_seq: roomSeq, number: last, seq: covered, moments_until: heardUntil }: NewestRow,
  { number: keyNumber, key }: { readonly number: number; readonly key: Buffer },
): Promise<number> {
  const now = clock.now();
  const heard = heardUntil?.getTime() ?? now;
  // The clock of the process that wrote the last one may be ahead.
  const from = heard < now ? heard : now - chatFileEveryMs;
  const moments = rooms.momentsBetween(eventUuid, from, now);
  if (last !== null && roomSeq === covered && moments.length === 0) return last;
  const changes = await rooms.changesAfter(eventUuid, covered ?? roomSeq);
  const content: ChatFile = { ...changes, moments };
  const number = last === null ? 0 : last + 1;
  const body = sealChatFile(key, { file: number, key: keyNumber }, content);
  // Of processes that write the same file at the same time, the first one's is served, and nobody sees the others.
  await db.query(
    `INSERT INTO chat_file (event_id, number, seq, moments_until, body) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (event_id, number) DO NOTHING`,
    [eventUuid, number, changes.seq, new Date(now), body],
  );
  await db.query('DELETE FROM chat_file WHERE event_id = $1 AND number <= $2', [eventUuid, number - chatFilesKept]);
  return number;
}

const keyBytes = 16;

interface Numbers {
  /** Of the file. With one key each number is sealed and published once. */
  readonly file: number;
  readonly key: number;
}

/** The bytes of a file as they are served (`contract/src/broadcast/chat-files.ts`). `key`: that of the segments. */
function sealChatFile(key: Buffer, numbers: Numbers, content: ChatFile): Buffer {
  const head = Buffer.alloc(chatFileHeadBytes);
  head.writeUInt32BE(numbers.key);
  const iv = Buffer.alloc(chatFileIvBytes);
  iv.writeUInt32BE(numbers.file, chatFileIvBytes - 4);
  const own = Buffer.from(hkdfSync('sha256', key, '', chatFileKeyInfo, keyBytes));
  const cipher = createCipheriv('aes-128-gcm', own, iv);
  const sealed = [cipher.update(deflateRawSync(JSON.stringify(content))), cipher.final()];
  return Buffer.concat([head, ...sealed, cipher.getAuthTag()]);
}
