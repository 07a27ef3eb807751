import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { previewEnd, type Span } from '@frontrow/core/broadcast/replay-sale.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { FastifyInstance } from 'fastify';
import { answerPrivateFile } from '../../../http/files/media-files.ts';
import { type RateLimit, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { removeReplay } from './delete-replays.ts';
import { findKey, openSegment, sealedRange } from '../hls/segment-keys.ts';
import { codecsOf, headWithIndex } from './mp4-head.ts';
import { webmHeadWithCues } from './webm-head.ts';
import { readReplay } from './replay-from-recording.ts';
import { playedRoute } from './replay-played.ts';
import { cutReplay, undoCut } from './replay-cuts.ts';
import { noteWatched, publishReplay, spansOf } from './replay-offer.ts';
import {
  readReplayChat,
  requireWatcher,
  takenDownBecause,
  viewerOf,
  watcherOf,
  type WatchQuery,
} from './replay-access.ts';

/** Per network. A player makes a few requests for each seek. */
const watchLimit: RateLimit = { max: 1_200, windowMs: minutes(1) };

interface PieceRow {
  file_key: string;
  bytes: number;
  begins_ms: number;
  length_ms: number;
  ordinal: number;
  key_number: number | null;
}

/** The parts of replays as files that players read in byte ranges. */
export const replayFiles =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const limited = app.limit(watchLimit, 'replay file');
    for (const path of ['/recordings/:part.mp4', '/recordings/:part.webm'])
      app.get<{ Params: { part: string }; Querystring: WatchQuery }>(
        path,
        { schema: { hide: true }, onRequest: async (request) => limited(request) },
        async (request, reply) => {
          const { part } = request.params;
          const viewer = isUuid(part) ? viewerOf(deps, part, request.query) : undefined;
          if (viewer === undefined) throw refuse('replay_address_old');
          const found = await deps.db.one<FoundPart>(
            'SELECT event_id, head, mime_type, begins_at FROM recording_part WHERE id = $1 AND in_replay',
            [part],
          );
          if (!found) throw refuse('replay_gone');
          const watching = await requireWatcher(deps, found.event_id, viewer);
          const endsAt = watching.mode === 'preview' ? previewEnd(await spansOf(deps.db, found.event_id)) : undefined;
          const file = await fileOf(deps, part, found, endsAt);
          const range = answerPrivateFile(request, reply, { size: file.size, type: found.mime_type });
          if (!range) return reply.send();
          return reply.send(
            Readable.from(request.method === 'HEAD' ? [] : read(deps, file, { ...range, ...watching })),
          );
        },
      );
  };

interface FoundPart {
  event_id: string;
  head: Buffer;
  mime_type: string;
  begins_at: Date;
}

interface ReplayFile {
  readonly part: string;
  readonly eventUuid: string;
  /** Epoch milliseconds. */
  readonly beginsAt: number;
  readonly head: Buffer;
  readonly pieces: readonly PieceRow[];
  readonly size: number;
}

/** The file as this watcher gets it: without pieces that touch a cut, and in a preview without those after `endsAt`. */
async function fileOf(
  { db }: Pick<BroadcastDeps, 'db'>,
  part: string,
  found: FoundPart,
  endsAt: number | undefined,
): Promise<ReplayFile> {
  const rows = await db.query<PieceRow & { served: boolean }>(
    `SELECT s.ordinal, s.file_key, s.bytes, s.begins_ms, s.length_ms, s.key_number,
       NOT r.is_cut AND ($2::bigint IS NULL OR upper(r.span) <= $2) AS served
     FROM recording_piece s JOIN replay_piece r ON r.part_id = s.part_id AND r.ordinal = s.ordinal
     WHERE s.part_id = $1 ORDER BY s.ordinal`,
    [part, endsAt ?? null],
  );
  // What follows a missing piece cannot be played.
  const pieces = rows.filter((row, index) => row.ordinal === index && row.served);
  if (pieces.length === 0) throw refuse('replay_gone');
  const withIndex = found.mime_type === 'video/webm' ? webmHeadWithCues : headWithIndex;
  const full = withIndex(
    found.head,
    pieces.map((row) => ({ bytes: row.bytes, beginsMs: row.begins_ms, lengthMs: row.length_ms })),
  );
  return {
    part,
    eventUuid: found.event_id,
    beginsAt: found.begins_at.getTime(),
    head: full,
    pieces,
    size: pieces.reduce((sum, { bytes }) => sum + bytes, full.length),
  };
}

/** A stretch of a recorded part, as one file. */
export interface Stretch {
  /** The moment that is second 0 of its timestamps. It may begin earlier than was asked for, and end later. */
  readonly fileBeginsAt: number;
  /** The codecs of the part, the same for parts whose pieces may follow each other in one file. */
  readonly codecs: string;
  readonly bytes: AsyncGenerator<Buffer>;
}

/** What was recorded of a part between two moments, decrypted, without pieces in a cut. Throws `replay_gone`. */
export async function stretchOf(deps: BroadcastDeps, part: string, { from, to }: Span): Promise<Stretch> {
  const found = await deps.db.one<FoundPart>(
    'SELECT event_id, head, mime_type, begins_at FROM recording_part WHERE id = $1 AND in_replay',
    [part],
  );
  const pieces = await deps.db.query<PieceRow>(
    `SELECT s.ordinal, s.file_key, s.bytes, s.begins_ms, s.length_ms, s.key_number
     FROM recording_piece s JOIN replay_piece r ON r.part_id = s.part_id AND r.ordinal = s.ordinal
     WHERE s.part_id = $1 AND NOT r.is_cut AND r.span && int8range($2, $3) ORDER BY s.ordinal`,
    [part, from, to],
  );
  if (!found || pieces.length === 0) throw refuse('replay_gone');
  const { event_id: eventUuid, head, begins_at: beginsAt } = found;
  const size = pieces.reduce((sum, { bytes }) => sum + bytes, head.length);
  const file = { part, eventUuid, beginsAt: beginsAt.getTime(), head, pieces, size };
  return {
    fileBeginsAt: file.beginsAt,
    codecs: codecsOf(head),
    bytes: read(deps, file, { start: 0, end: size - 1, replayTicket: undefined, isAppAdmin: false }),
  };
}

interface Reading {
  readonly start: number;
  readonly end: number;
  /** Whose share of the replay grows by what is sent. */
  readonly replayTicket: string | undefined;
  readonly isAppAdmin: boolean;
}

/** Piece after piece: each is opened once the one before it was read. */
async function* read(
  deps: BroadcastDeps,
  file: ReplayFile,
  { start, end, replayTicket, isAppAdmin }: Reading,
): AsyncGenerator<Buffer> {
  const { head, pieces } = file;
  if (start < head.length) yield head.subarray(start, Math.min(end + 1, head.length));
  const keys = new Map<number, Buffer | undefined>();
  let at = head.length;
  for (const piece of pieces) {
    const first = Math.max(start - at, 0);
    const last = Math.min(end - at, piece.bytes - 1);
    at += piece.bytes;
    if (first > last) continue;
    // A whole file takes long enough that the replay may be taken down halfway.
    if (!isAppAdmin && (await takenDownBecause(deps.db, file.eventUuid)) !== undefined)
      throw refuse('replay_taken_down');
    if (replayTicket !== undefined) {
      const from = file.beginsAt + piece.begins_ms;
      await noteWatched(deps.db, replayTicket, [{ from, to: from + piece.length_ms }]);
    }
    const number = piece.key_number;
    // Recordings made before live HLS are not encrypted.
    if (number === null) {
      yield* (await deps.storage.read(piece.file_key, first, last)) as AsyncIterable<Buffer>;
      continue;
    }
    if (!keys.has(number)) keys.set(number, await findKey(deps, file.eventUuid, number));
    const key = keys.get(number);
    if (!key) throw new Error(`key ${number} of a recording is missing`);
    const { from, to } = sealedRange(first, last);
    const sealed = await buffer(await deps.storage.read(piece.file_key, from, to));
    yield openSegment(key, { part: file.part, ordinal: piece.ordinal }, sealed, { first, last });
  }
}

/** Watching an event afterwards. */
export const replayRoutes = (deps: BroadcastDeps): AnyRoute[] => [
  route({
    call: 'GET /events/:uuid/replay',
    who: 'anyone',
    limit: readLimit,
    handle: ({ actor, params }) => readReplay(deps, actor, params.uuid),
  }),
  route({
    call: 'GET /events/:uuid/replay/chat',
    who: 'anyone',
    limit: readLimit,
    handle: async ({ actor, params, query }) => {
      const watcherId = await watcherOf(deps, actor, params.uuid);
      return { messages: await readReplayChat(deps, watcherId, params.uuid, query) };
    },
  }),
  playedRoute(deps),
  route({
    call: 'POST /events/replay/publish',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await publishReplay(deps, actor, body.event_uuid, { access: body.access, price: body.price });
      return readReplay(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/replay/cut',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await cutReplay(deps, actor, body.event_uuid, { from: body.from, to: body.to });
      return readReplay(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/replay/restore',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await undoCut(deps, actor, body.event_uuid, body.cut_uuid);
      return readReplay(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/replay/remove',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await removeReplay(deps, actor, body.event_uuid);
      return {};
    },
  }),
];
