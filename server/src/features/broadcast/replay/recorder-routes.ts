import { mayBeRecorded } from '@frontrow/core/broadcast/recording-rules.ts';
import { recordersRoomsMax, recordingLateMsMax, recordingPieceBytesMax } from '@frontrow/core/broadcast/limits.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { identityOf, recorderRecordsNow, recorderSegmentsNow, userIdOf } from '../../rooms/index.ts';
import { type BroadcastDeps, ingestIdentity } from '../broadcast-deps.ts';
import { addListenerRoutes, keepPiece, pieceQuery, readPiece, within } from './recording.ts';

/** A recorder asks several times within this. If it does not, another one takes over its rooms. */
const recorderSilentMsMax = 2_000;

interface RoomRow {
  event_id: string;
  kind: 0 | 1;
  source: 'encoder' | 'camera' | null;
  host_id: number;
  agreed: string[];
  keeps: boolean;
  streams: boolean;
}

/** What a recorder is needed for: a replay, or viewers by HLS. */
const neededNow = `(${recorderRecordsNow} OR ${recorderSegmentsNow})`;

/** Assigns rooms to this recorder: those it already had, and those that no other one records. */
async function claimRooms({ db }: Pick<BroadcastDeps, 'db'>, recorder: string): Promise<RoomRow[]> {
  await db.query(
    `INSERT INTO room_recorder (event_id, recorder)
     SELECT r.event_id, $1 FROM room r JOIN event e ON e.id = r.event_id
       LEFT JOIN room_recorder x ON x.event_id = r.event_id
     WHERE ${neededNow} AND r.closed_at IS NULL
       AND (x.event_id IS NULL OR x.recorder = $1 OR x.seen_at < app_now() - $2 * interval '1 ms')
     ORDER BY x.recorder = $1 DESC NULLS LAST, r.event_id LIMIT $3
     ON CONFLICT (event_id) DO UPDATE SET recorder = excluded.recorder, seen_at = app_now()
       WHERE room_recorder.recorder = $1 OR room_recorder.seen_at < app_now() - $2 * interval '1 ms'`,
    [recorder, recorderSilentMsMax, recordersRoomsMax],
  );
  return db.query<RoomRow>(
    `SELECT r.event_id, e.kind, r.source, e.host_id, ${recorderRecordsNow} AS keeps, ${recorderSegmentsNow} AS streams,
       coalesce((SELECT array_agg(m.user_id::text) FROM room_member m WHERE m.event_id = r.event_id
         AND m.recording_agreed_at IS NOT NULL AND m.removed_at IS NULL), '{}') AS agreed
     FROM room_recorder x JOIN room r ON r.event_id = x.event_id JOIN event e ON e.id = r.event_id
     WHERE x.recorder = $1 AND x.seen_at >= app_now() - $2 * interval '1 ms' AND ${neededNow}
     ORDER BY r.event_id`,
    [recorder, recorderSilentMsMax],
  );
}

/** Whose stream the viewers of a broadcast see. */
const shownIn = ({ source, host_id: hostId }: Pick<RoomRow, 'source' | 'host_id'>): string =>
  source === 'encoder' ? ingestIdentity : identityOf(hostId);

/** What a recorder does in this room. In a broadcast it receives only the stream that its viewers see. */
const orderFor = (room: RoomRow) => ({
  event_uuid: room.event_id,
  identities:
    room.kind === 1 ? [shownIn(room)] : [identityOf(room.host_id), ...room.agreed.map((id) => identityOf(Number(id)))],
  keeps: room.keeps,
  stream: room.streams ? shownIn(room) : null,
});

const postedByRecorder = pieceQuery.extend({
  file: z.uuid().toLowerCase(),
  kind: z.enum(['camera', 'screen', 'audio', 'stream']),
  identity: z.string().min(1).max(40),
  mimeType: z.enum(['video/mp4', 'video/webm', 'audio/mp4']),
  beganAt: within(0, Number.MAX_SAFE_INTEGER),
});
type PostedPiece = z.infer<typeof postedByRecorder>;

interface PlaceRow {
  host_id: number;
  recording: boolean;
  known: boolean;
  over: boolean;
  agreed: boolean;
  began_ago: number;
}

/**
 * The account whose track a piece belongs to. The first piece of a file is accepted while the event is recorded and the
 * person agrees, later ones also for a while after the end. Throws `recording_off`.
 */
async function publisherOf(
  { db }: Pick<BroadcastDeps, 'db'>,
  eventUuid: string,
  { file, identity, beganAt, beginsMs }: PostedPiece,
): Promise<number> {
  const userId = userIdOf(identity);
  const row = await db.one<PlaceRow>(
    `SELECT e.host_id, ${recorderRecordsNow} OR e.finished_at > app_now() - $3 * interval '1 ms' AS recording,
       EXISTS (SELECT 1 FROM recording_part p WHERE p.id = $2 AND p.event_id = e.id) AS known,
       coalesce(to_timestamp($5::double precision / 1000) > e.finished_at, false) AS over,
       EXISTS (SELECT 1 FROM room_member m WHERE m.event_id = e.id AND m.user_id = $4
         AND m.recording_agreed_at IS NOT NULL) AS agreed,
       extract(epoch FROM app_now()) * 1000 - $6 AS began_ago
     FROM event e JOIN room r ON r.event_id = e.id WHERE e.id = $1 AND r.replay_removed_at IS NULL`,
    [eventUuid, file, recordingLateMsMax, userId ?? null, beganAt + beginsMs, beganAt],
  );
  if (!row || row.over || row.began_ago < -recordingLateMsMax || row.began_ago > days(1)) throw refuse('recording_off');
  const isHost = identity === ingestIdentity || userId === row.host_id;
  if (!row.known && !(row.recording && mayBeRecorded({ isHost, agreed: row.agreed }))) throw refuse('recording_off');
  return isHost ? row.host_id : userId!;
}

/**
 * A segment for viewers by HLS. The first one of a file is accepted while they need it, later ones also for a while
 * after the end. Throws `recording_off`.
 */
async function requireStream(
  { db }: Pick<BroadcastDeps, 'db'>,
  eventUuid: string,
  { file, identity, beganAt, beginsMs }: PostedPiece,
): Promise<void> {
  const row = await db.one<{
    source: RoomRow['source'];
    host_id: number;
    streams: boolean;
    known: boolean;
    late: boolean;
  }>(
    `SELECT r.source, e.host_id, ${recorderSegmentsNow} AS streams,
       EXISTS (SELECT 1 FROM recording_part p WHERE p.id = $2 AND p.event_id = e.id) AS known,
       coalesce(to_timestamp($3::double precision / 1000) > e.finished_at, false)
         OR e.finished_at < app_now() - $4 * interval '1 ms' AS late
     FROM event e JOIN room r ON r.event_id = e.id WHERE e.id = $1 AND r.replay_removed_at IS NULL`,
    [eventUuid, file, beganAt + beginsMs, recordingLateMsMax],
  );
  const isWanted = row && (row.known || (row.streams && identity === shownIn(row)));
  if (!isWanted || row.late) throw refuse('recording_off');
}

/** What our recorders ask for, and where they post pieces: they have access to neither the database nor the storage. */
export const recorderRoutes =
  (deps: BroadcastDeps) =>
  (app: FastifyInstance): Promise<void> =>
    addListenerRoutes(app, deps, (scope) => {
      scope.post('/recorder/rooms', { schema: { hide: true } }, async (request, reply) => {
        const { success, data } = z.object({ recorder: z.uuid() }).safeParse(request.body);
        if (!success) throw refuse('bad_input', { detail: 'This is not the id of a recorder.' });
        const rooms = await claimRooms(deps, data.recorder);
        const now = await deps.db.one<{ now: number }>(
          'SELECT floor(extract(epoch FROM app_now()) * 1000)::bigint AS now',
        );
        return reply.send({
          data: {
            now: now!.now,
            rooms: rooms.map(orderFor),
          },
        });
      });
      scope.post<{ Params: { event: string } }>(
        '/recorder/rooms/:event/token',
        { schema: { hide: true } },
        async (request, reply) => {
          const { event } = request.params;
          const recorded = z.uuid().safeParse(event).success
            ? await deps.db.one(
                `SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1 AND ${neededNow}`,
                [event],
              )
            : undefined;
          if (!recorded) throw refuse('recording_off');
          return reply.send({ data: await deps.video.admitRecorder(event) });
        },
      );
      scope.post<{ Params: { event: string } }>(
        '/recorder/rooms/:event/pieces',
        { schema: { hide: true }, bodyLimit: recordingPieceBytesMax },
        async (request, reply) => {
          const { event } = request.params;
          const posted = readPiece(postedByRecorder, request);
          if (!z.uuid().safeParse(event).success) throw refuse('recording_off');
          const { file, kind, mimeType } = posted;
          const piece = { ...posted, part: file, ageMs: 0 };
          if (kind === 'stream') {
            await requireStream(deps, event, posted);
            await keepPiece(deps, { eventUuid: event, isRecording: false }, piece);
          } else {
            const publisherId = await publisherOf(deps, event, posted);
            await keepPiece(deps, { eventUuid: event, isRecording: true }, piece, { kind, publisherId, mimeType });
          }
          return reply.send({ data: {} });
        },
      );
    });
