import { mayBeRecorded } from '@frontrow/core/broadcast/recording-rules.ts';
import {
  recordersRoomsMax,
  recordingHeadBytesMax,
  recordingLateMsMax,
  recordingPieceBytesMax,
  recordingPiecesMax,
} from '@frontrow/core/broadcast/limits.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recorderRecordsNow, userIdOf } from '../../rooms/index.ts';
import { type BroadcastDeps, ingestIdentity } from '../broadcast-deps.ts';
import { listenerCheck } from '../stream-keys.ts';
import { keepPiece } from './recording.ts';

/** A recorder asks several times within this; another one takes the rooms of one that does not. */
const recorderSilentMsMax = 2_000;

interface RoomRow {
  event_id: string;
  kind: 0 | 1;
  source: 'encoder' | 'camera' | null;
  host_id: number;
  agreed: string[];
}

/** The rooms that this recorder has from now on: those it had, and those no other one records. */
async function claimRooms({ db }: Pick<BroadcastDeps, 'db'>, recorder: string): Promise<RoomRow[]> {
  await db.query(
    `INSERT INTO room_recorder (event_id, recorder)
     SELECT r.event_id, $1 FROM room r JOIN event e ON e.id = r.event_id
       LEFT JOIN room_recorder x ON x.event_id = r.event_id
     WHERE ${recorderRecordsNow} AND r.closed_at IS NULL
       AND (x.event_id IS NULL OR x.recorder = $1 OR x.seen_at < app_now() - $2 * interval '1 ms')
     ORDER BY x.recorder = $1 DESC NULLS LAST, r.event_id LIMIT $3
     ON CONFLICT (event_id) DO UPDATE SET recorder = excluded.recorder, seen_at = app_now()
       WHERE room_recorder.recorder = $1 OR room_recorder.seen_at < app_now() - $2 * interval '1 ms'`,
    [recorder, recorderSilentMsMax, recordersRoomsMax],
  );
  return db.query<RoomRow>(
    `SELECT r.event_id, e.kind, r.source, e.host_id,
       coalesce((SELECT array_agg(m.user_id::text) FROM room_member m WHERE m.event_id = r.event_id
         AND m.recording_agreed_at IS NOT NULL AND m.removed_at IS NULL), '{}') AS agreed
     FROM room_recorder x JOIN room r ON r.event_id = x.event_id JOIN event e ON e.id = r.event_id
     WHERE x.recorder = $1 AND x.seen_at >= app_now() - $2 * interval '1 ms' AND ${recorderRecordsNow}
     ORDER BY r.event_id`,
    [recorder, recorderSilentMsMax],
  );
}

/** The engine's names of those who are recorded: of a broadcast what its audience sees. */
const identitiesIn = ({ kind, source, host_id: hostId, agreed }: RoomRow): string[] =>
  kind === 1 && source === 'encoder' ? [ingestIdentity] : [hostId, ...agreed].map((id) => `u:${id}`);

const within = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const asked = z.object({
  file: z.uuid().toLowerCase(),
  kind: z.enum(['camera', 'screen', 'audio']),
  identity: z.string().min(1).max(40),
  mimeType: z.enum(['video/mp4', 'video/webm', 'audio/mp4']),
  beganAt: within(0, Number.MAX_SAFE_INTEGER),
  ordinal: within(0, recordingPiecesMax),
  headBytes: within(0, recordingHeadBytesMax),
  beginsMs: within(0, days(1)),
  lengthMs: within(1, days(1)),
});
type Asked = z.infer<typeof asked>;

interface PlaceRow {
  host_id: number;
  recording: boolean;
  known: boolean;
  over: boolean;
  agreed: boolean;
  began_ago: number;
}

/**
 * Whose track a piece is of. The first piece of a file is taken while the event is recorded and its person agrees, the
 * rest of it also a while after the end. Throws `recording_off`.
 */
async function publisherOf(
  { db }: Pick<BroadcastDeps, 'db'>,
  eventUuid: string,
  { file, identity, beganAt, beginsMs }: Asked,
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

/** What our recorders ask, and where they hand over pieces: they have neither the database nor the storage. */
export const recorderRoutes =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const fromRecorder = listenerCheck(deps);
    await app.register(async (door) => {
      door.addHook('onRoute', (route) => void (route.config = { ...route.config, ownLimit: true }));
      // Before the first byte of a body is taken.
      door.addHook('onRequest', async (request) => {
        if (!fromRecorder(request)) throw refuse('listener_only');
      });
      door.addContentTypeParser(
        'application/octet-stream',
        { parseAs: 'buffer', bodyLimit: recordingPieceBytesMax },
        (_request, body, done) => done(null, body),
      );
      door.post('/recorder/rooms', { schema: { hide: true } }, async (request, reply) => {
        const { success, data } = z.object({ recorder: z.uuid() }).safeParse(request.body);
        if (!success) throw refuse('bad_input', { detail: 'That is no recorder.' });
        const rooms = await claimRooms(deps, data.recorder);
        const now = await deps.db.one<{ now: number }>(
          'SELECT floor(extract(epoch FROM app_now()) * 1000)::bigint AS now',
        );
        return reply.send({
          data: {
            now: now!.now,
            rooms: rooms.map((room) => ({ event_uuid: room.event_id, identities: identitiesIn(room) })),
          },
        });
      });
      door.post<{ Params: { event: string } }>(
        '/recorder/rooms/:event/token',
        { schema: { hide: true } },
        async (request, reply) => {
          const { event } = request.params;
          const recorded = z.uuid().safeParse(event).success
            ? await deps.db.one(
                `SELECT 1 FROM room r JOIN event e ON e.id = r.event_id WHERE r.event_id = $1 AND ${recorderRecordsNow}`,
                [event],
              )
            : undefined;
          if (!recorded) throw refuse('recording_off');
          return reply.send({ data: await deps.video.admitRecorder(event) });
        },
      );
      door.post<{ Params: { event: string } }>(
        '/recorder/rooms/:event/pieces',
        { schema: { hide: true }, bodyLimit: recordingPieceBytesMax },
        async (request, reply) => {
          const { success, data } = asked.safeParse(request.query);
          const { event } = request.params;
          const body = request.body as Buffer | undefined;
          const isWhole = success && z.uuid().safeParse(event).success;
          if (!isWhole || !Buffer.isBuffer(body) || body.length <= data.headBytes)
            throw refuse('bad_input', { detail: 'That is no piece of a recording.' });
          const publisherId = await publisherOf(deps, event, data);
          const { file, headBytes, kind, mimeType, ordinal, beginsMs, lengthMs, beganAt } = data;
          const head = headBytes > 0 ? body.subarray(0, headBytes) : undefined;
          const piece = {
            part: file,
            ordinal,
            head,
            bytes: body.subarray(headBytes),
            beginsMs,
            lengthMs,
            ageMs: 0,
            beganAt,
          };
          await keepPiece(deps, { eventUuid: event, isRecording: true }, piece, { kind, publisherId, mimeType });
          return reply.send({ data: {} });
        },
      );
    });
  };
