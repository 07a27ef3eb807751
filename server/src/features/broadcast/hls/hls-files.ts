import { livePlaylist } from '@frontrow/core/broadcast/live-playlist.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { LRUCache } from 'lru-cache';
import { sharedReads } from '../../../db/batcher.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';

type FileDeps = Pick<BroadcastDeps, 'db' | 'storage'>;

interface SegmentRow {
  part_id: string;
  ordinal: number;
  key_number: number;
  part_begins_at: Date;
  begins_ms: number;
  length_ms: number;
}

interface Playlists {
  readonly whole: Buffer;
  readonly tail: Buffer;
}

/** A segment is stored every second at most; until then, everyone gets the same bytes. */
const playlistKeptMs = 900;
const playlistsKept = 200;
/** The newest segments of all live broadcasts, so that the storage is read once for all viewers. */
const segmentBytesKept = 64 * 1024 * 1024;
/** A segment that its host cuts out after the event is served no longer than this. */
const segmentKeptMs = minutes(1);

/** The files of live HLS. Caches may keep all of them: segments play with keys only. */
export interface HlsFiles {
  /** `tail`: without the older segments, for a player that has them. Throws `hls_not_yet`. */
  playlist(eventUuid: string, tail: boolean): Promise<Buffer>;
  /** Throws `not_found`. */
  file(eventUuid: string, part: string, name: string): Promise<Buffer>;
}

export function createHlsFiles({ db, storage }: FileDeps): HlsFiles {
  const playlists = new LRUCache<string, Playlists>({ max: playlistsKept, ttl: playlistKeptMs });
  const read = sharedReads((eventUuid: string) => readPlaylists({ db }, eventUuid));
  const files = new LRUCache<string, Buffer>({
    maxSize: segmentBytesKept,
    ttl: segmentKeptMs,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: async (address) => readFile({ db, storage }, address),
  });
  return {
    async playlist(eventUuid, tail) {
      let found = playlists.get(eventUuid);
      if (!found) {
        found = await read(eventUuid);
        if (!found) throw refuse('hls_not_yet', {}, { retryAfter: 1 });
        playlists.set(eventUuid, found);
      }
      return tail ? found.tail : found.whole;
    },
    async file(eventUuid, part, name) {
      const bytes = await files.fetch(`${eventUuid}/${part}/${name}`);
      if (!bytes) throw refuse('not_found');
      return bytes;
    },
  };
}

async function readPlaylists({ db }: Pick<FileDeps, 'db'>, eventUuid: string): Promise<Playlists | undefined> {
  const rows = await db.query<SegmentRow>(
    `SELECT s.part_id, s.ordinal, s.key_number, p.begins_at AS part_begins_at, s.begins_ms, s.length_ms
     FROM recording_part p JOIN recording_piece s ON s.part_id = p.id
     WHERE p.event_id = $1 AND p.kind = 'stream' AND s.key_number IS NOT NULL ORDER BY s.stored_order`,
    [eventUuid],
  );
  if (rows.length === 0) return undefined;
  const event = await db.one<{ ended: boolean }>('SELECT state = 2 AS ended FROM event WHERE id = $1', [eventUuid]);
  const segments = rows.map((row) => ({
    partId: row.part_id,
    ordinal: row.ordinal,
    keyNumber: row.key_number,
    partBeginsAt: row.part_begins_at.getTime(),
    beginsMs: row.begins_ms,
    lengthMs: row.length_ms,
  }));
  const ended = event?.ended ?? true;
  return {
    whole: Buffer.from(livePlaylist(segments, { ended, tail: false })),
    tail: Buffer.from(livePlaylist(segments, { ended, tail: true })),
  };
}

/** A part's initialization section is in its row. Segments are served as they are stored: encrypted. */
async function readFile({ db, storage }: FileDeps, address: string): Promise<Buffer | undefined> {
  const [eventUuid, part, name] = address.split('/') as [string, string, string];
  if (name === 'init.mp4') {
    const row = await db.one<{ head: Buffer }>(
      `SELECT p.head FROM recording_part p WHERE p.id = $1 AND p.event_id = $2 AND p.kind = 'stream' AND EXISTS (
         SELECT 1 FROM recording_piece s WHERE s.part_id = p.id AND s.key_number IS NOT NULL)`,
      [part, eventUuid],
    );
    return row?.head;
  }
  const row = await db.one<{ file_key: string }>(
    `SELECT s.file_key FROM recording_part p JOIN recording_piece s ON s.part_id = p.id
     WHERE p.id = $1 AND p.event_id = $2 AND p.kind = 'stream' AND s.ordinal = $3 AND s.key_number IS NOT NULL
       AND NOT EXISTS (
         SELECT 1 FROM replay_piece r WHERE r.part_id = s.part_id AND r.ordinal = s.ordinal AND r.is_cut)`,
    [part, eventUuid, Number.parseInt(name, 10)],
  );
  const found = row && (await storage.get(row.file_key));
  return found && Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength);
}
