import { statfs } from 'node:fs/promises';
import { recordingFreeBytesMin, recordingLateMsMax } from '@frontrow/core/broadcast/limits.ts';
import { refuse, refusals } from '@frontrow/core/refuse.ts';
import { keepFiles, noteUnwritten } from '../../../media/unwritten-files.ts';
import { recordingNow } from '../../rooms/index.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

type PieceKit = Pick<BroadcastKit, 'db' | 'storage' | 'ids' | 'config' | 'log' | 'rooms'>;

/** A fragment as our listener hands it over. */
export interface Piece {
  readonly part: string;
  readonly ordinal: number;
  /** Of the first piece of a part: what a player must know before it. */
  readonly head: Buffer | undefined;
  readonly bytes: Buffer;
  readonly beginsMs: number;
  readonly lengthMs: number;
  /** How long ago the part began. */
  readonly ageMs: number;
}

/**
 * Stores a piece of a recording; the same one twice is kept once. Throws `ingest_gone`, `recording_off`,
 * `recording_disk_full`, `recording_not_kept`.
 */
export async function keepPiece(kit: PieceKit, sessionId: string, piece: Piece): Promise<void> {
  const eventUuid = await eventOfPiece(kit, sessionId, piece);
  // Its name is a secret: a bucket may be readable by everybody.
  const key = `recordings/${eventUuid}/${kit.ids.secret()}.m4s`;
  await noteUnwritten(kit.db, [key]);
  await store(kit, eventUuid, key, piece.bytes);
  await kit.db.tx(async (tx) => {
    if (piece.head)
      await tx.query(
        `INSERT INTO recording_part (id, event_id, begins_at, head)
         VALUES ($1, $2, app_now() - $3 * interval '1 ms', $4) ON CONFLICT (id) DO NOTHING`,
        [piece.part, eventUuid, piece.ageMs, piece.head],
      );
    const kept = await tx.one(
      `INSERT INTO recording_piece (part_id, ordinal, file_key, bytes, begins_ms, length_ms)
       SELECT id, $3, $4, $5, $6, $7 FROM recording_part WHERE id = $1 AND event_id = $2
       ON CONFLICT (part_id, ordinal) DO NOTHING RETURNING part_id`,
      [piece.part, eventUuid, piece.ordinal, key, piece.bytes.length, piece.beginsMs, piece.lengthMs],
    );
    // One that was kept before stays noted, and its second file goes.
    if (kept) await keepFiles(tx, [key]);
  });
}

interface PlaceRow {
  event_id: string;
  /** The session is open, or ended a moment ago. */
  recent: boolean;
  recording: boolean;
  known: boolean;
  over: boolean;
}

/** The event that is being recorded; the rest of a part is taken also after its end. */
async function eventOfPiece({ db }: Pick<PieceKit, 'db'>, sessionId: string, piece: Piece): Promise<string> {
  const row = await db.one<PlaceRow>(
    `SELECT s.event_id, s.ended_at IS NULL OR s.ended_at > app_now() - $2 * interval '1 ms' AS recent,
       ${recordingNow} AS recording,
       EXISTS (SELECT 1 FROM recording_part p WHERE p.id = $3 AND p.event_id = s.event_id) AS known,
       coalesce(e.finished_at < app_now() - $4 * interval '1 ms', false) AS over
     FROM ingest_session s JOIN event e ON e.id = s.event_id JOIN room r ON r.event_id = s.event_id
     WHERE s.id = $1 AND s.via = 'rtmp'`,
    [sessionId, recordingLateMsMax, piece.part, piece.ageMs - piece.beginsMs],
  );
  if (!row?.recent) throw refuse('ingest_gone');
  if (row.over || !(piece.head ? row.recording || row.known : row.known)) throw refuse('recording_off');
  return row.event_id;
}

async function store(kit: PieceKit, eventUuid: string, key: string, bytes: Buffer): Promise<void> {
  if (!(await hasRoom(kit, bytes.length))) throw await stopFull(kit, eventUuid);
  try {
    await kit.storage.put(key, bytes, 'video/mp4');
  } catch (error) {
    if (isFull(error)) throw await stopFull(kit, eventUuid);
    kit.log.warn({ error: String(error) }, 'a piece of a recording was not stored');
    throw refuse('recording_not_kept', {}, { retryAfter: 1 });
  }
}

/** Of the disk that everything lives on; a bucket has no end. */
async function hasRoom({ config }: Pick<PieceKit, 'config'>, bytes: number): Promise<boolean> {
  if (config.s3 !== undefined) return true;
  const disk = await statfs(config.home);
  return disk.bavail * disk.bsize >= recordingFreeBytesMin + bytes;
}

function isFull(error: unknown): boolean {
  const codes = [error, (error as { cause?: unknown }).cause].map((one) => (one as { code?: unknown })?.code);
  return codes.some((code) => code === 'ENOSPC' || code === 'EDQUOT');
}

/** The recording ends and its host reads why; the stream goes on. */
async function stopFull({ rooms }: Pick<PieceKit, 'rooms'>, eventUuid: string): Promise<Error> {
  await rooms.change(eventUuid, async ({ tx, log }) => {
    const stopped = await tx.one(
      `UPDATE room SET recording = false, recording_problem = $2 WHERE event_id = $1 AND recording
       RETURNING event_id`,
      [eventUuid, refusals.recording_disk_full.message],
    );
    if (stopped) await log('updateEvent', { change: 'recording', enabled: false });
  });
  return refuse('recording_disk_full');
}
