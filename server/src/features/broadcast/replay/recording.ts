import { statfs } from 'node:fs/promises';
import {
  recordingFreeBytesMin,
  recordingHeadBytesMax,
  recordingLateMsMax,
  recordingPieceBytesMax,
  recordingPiecesMax,
} from '@frontrow/core/broadcast/limits.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { refusals, refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { keepFiles, noteUnwritten } from '../../../media/unwritten-files.ts';
import { isStorageFull } from '../../../ports/storage.ts';
import { listenerRecordsNow, segmentsNow } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { currentKey, sealSegment } from '../hls/segment-keys.ts';
import { listenerCheck } from '../stream-keys.ts';

type PieceDeps = Pick<BroadcastDeps, 'db' | 'storage' | 'ids' | 'config' | 'log' | 'rooms'>;

/** A fragment of a recorded part. */
interface Piece {
  readonly part: string;
  readonly ordinal: number;
  /** With the first piece of a part: its initialization section. */
  readonly head: Buffer | undefined;
  readonly bytes: Buffer;
  readonly beginsMs: number;
  readonly lengthMs: number;
  /** How long ago the part began. */
  readonly ageMs: number;
  /** The same as a point in time, where it is known exactly. */
  readonly beganAt?: number;
}

/** The track that a recorder's piece belongs to. */
export interface TrackOfPiece {
  readonly kind: 'camera' | 'screen' | 'audio';
  readonly publisherId: number;
  readonly mimeType: 'video/mp4' | 'video/webm' | 'audio/mp4';
}

interface PlaceOfPiece {
  readonly eventUuid: string;
  /** False: only for live viewers. */
  readonly isRecording: boolean;
}

/**
 * Stores a piece of a recording; a piece that arrives twice is kept once. Throws `recording_disk_full`,
 * `recording_not_kept`.
 */
export async function keepPiece(
  deps: PieceDeps,
  { eventUuid, isRecording }: PlaceOfPiece,
  piece: Piece,
  track?: TrackOfPiece,
): Promise<void> {
  const { number: keyNumber, key: segmentKey } = await currentKey(deps, eventUuid);
  // Its name is a secret: a bucket may be readable by everyone.
  const key = `recordings/${eventUuid}/${deps.ids.secret()}.m4s`;
  await noteUnwritten(deps.db, [key]);
  // Encrypted once, so that live viewers, caches and buckets always get the same bytes.
  await store(deps, eventUuid, key, sealSegment(segmentKey, piece, piece.bytes));
  await deps.db.tx(async (tx) => {
    if (piece.head)
      await tx.query(
        `INSERT INTO recording_part (id, event_id, begins_at, head, in_replay, kind, publisher_id, mime_type)
         VALUES ($1, $2, coalesce(to_timestamp($3::double precision / 1000), app_now() - $4 * interval '1 ms'), $5, $6,
           $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
        [
          piece.part,
          eventUuid,
          piece.beganAt ?? null,
          piece.ageMs,
          piece.head,
          isRecording,
          track?.kind ?? 'stream',
          track?.publisherId ?? null,
          track?.mimeType ?? 'video/mp4',
        ],
      );
    const kept = await tx.one(
      `INSERT INTO recording_piece (part_id, ordinal, file_key, bytes, begins_ms, length_ms, key_number)
       SELECT id, $3, $4, $5, $6, $7, $8 FROM recording_part WHERE id = $1 AND event_id = $2
       ON CONFLICT (part_id, ordinal) DO NOTHING RETURNING part_id`,
      [piece.part, eventUuid, piece.ordinal, key, piece.bytes.length, piece.beginsMs, piece.lengthMs, keyNumber],
    );
    // If the piece was stored before, this file stays noted and will be deleted.
    if (kept) await keepFiles(tx, [key]);
  });
}

interface PlaceRow {
  event_id: string;
  /** The session is open, or ended a moment ago. */
  recent: boolean;
  recording: boolean;
  stored: boolean;
  known: boolean;
  over: boolean;
}

/**
 * The event whose stream is being stored. The rest of a part is also accepted after the end. Throws `ingest_gone`,
 * `recording_off`.
 */
async function placeOfPiece({ db }: Pick<PieceDeps, 'db'>, sessionId: string, piece: Piece): Promise<PlaceOfPiece> {
  const row = await db.one<PlaceRow>(
    `SELECT s.event_id, s.ended_at IS NULL OR s.ended_at > app_now() - $2 * interval '1 ms' AS recent,
       ${listenerRecordsNow} AS recording, ${listenerRecordsNow} OR ${segmentsNow} AS stored,
       EXISTS (SELECT 1 FROM recording_part p WHERE p.id = $3 AND p.event_id = s.event_id) AS known,
       coalesce(e.finished_at < app_now() - $4 * interval '1 ms', false) AS over
     FROM ingest_session s JOIN event e ON e.id = s.event_id JOIN room r ON r.event_id = s.event_id
     WHERE s.id = $1 AND s.via = 'rtmp'`,
    [sessionId, recordingLateMsMax, piece.part, piece.ageMs - piece.beginsMs],
  );
  if (!row?.recent) throw refuse('ingest_gone');
  if (row.over || !(piece.head ? row.stored || row.known : row.known)) throw refuse('recording_off');
  return { eventUuid: row.event_id, isRecording: row.recording };
}

async function store(deps: PieceDeps, eventUuid: string, key: string, bytes: Buffer): Promise<void> {
  if (!(await hasDiskSpace(deps, bytes.length))) throw await stopFull(deps, eventUuid);
  try {
    await deps.storage.put(key, bytes, 'video/mp4');
  } catch (error) {
    if (isStorageFull(error)) throw await stopFull(deps, eventUuid);
    deps.log.warn({ error: String(error) }, 'a piece of a recording was not stored');
    throw refuse('recording_not_kept', {}, { retryAfter: 1 });
  }
}

/** What must stay free on the disk that everything lives on. A bucket has no such limit. */
async function hasDiskSpace({ config }: Pick<PieceDeps, 'config'>, bytes: number): Promise<boolean> {
  if (config.s3 !== undefined) return true;
  const disk = await statfs(config.home);
  return disk.bavail * disk.bsize >= recordingFreeBytesMin + bytes;
}

/** The recording ends and its host reads why; the stream continues. */
async function stopFull({ rooms }: Pick<PieceDeps, 'rooms'>, eventUuid: string): Promise<Error> {
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

export const within = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** What the query of every posted piece says. */
export const pieceQuery = z.object({
  ordinal: within(0, recordingPiecesMax),
  headBytes: within(0, recordingHeadBytesMax),
  beginsMs: within(0, days(1)),
  lengthMs: within(1, days(1)),
});

/** A piece that was posted. Throws `bad_input`. */
export function readPiece<T extends z.infer<typeof pieceQuery>>(
  schema: z.ZodType<T>,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
): T & Pick<Piece, 'head' | 'bytes'> {
  const { success, data } = schema.safeParse(query);
  if (!success || !Buffer.isBuffer(body) || body.length <= data.headBytes)
    throw refuse('bad_input', { detail: 'This is not a piece of a recording.' });
  const { headBytes } = data;
  return {
    ...data,
    head: headBytes > 0 ? body.subarray(0, headBytes) : undefined,
    bytes: body.subarray(headBytes),
  };
}

/**
 * Adds routes for our RTMP listener or recorder. It calls for everyone from one address, so they have no rate limit;
 * all other callers are refused before a body is read.
 */
export async function addListenerRoutes(
  app: FastifyInstance,
  deps: BroadcastDeps,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  const fromListener = listenerCheck(deps);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, ownLimit: true }));
    scope.addHook('onRequest', async (request) => {
      if (!fromListener(request)) throw refuse('listener_only');
    });
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: recordingPieceBytesMax },
      (_request, body, done) => done(null, body),
    );
    add(scope);
  });
}

const postedByListener = pieceQuery.extend({ part: z.uuid().toLowerCase(), ageMs: within(0, days(1)) });

/** Stores what our RTMP listener records: it has access to neither the database nor the storage. */
export const recordingRoutes =
  (deps: BroadcastDeps) =>
  (app: FastifyInstance): Promise<void> =>
    addListenerRoutes(app, deps, (scope) => {
      scope.post<{ Params: { session: string } }>(
        '/whip/sessions/:session/recording',
        { schema: { hide: true }, bodyLimit: recordingPieceBytesMax },
        async (request, reply) => {
          const piece = readPiece(postedByListener, request);
          await keepPiece(deps, await placeOfPiece(deps, request.params.session, piece), piece);
          return reply.send({ data: {} });
        },
      );
    });
