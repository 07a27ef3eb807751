import { Readable } from 'node:stream';
import type { WireReplayDownload } from '@frontrow/contract/broadcast/api.ts';
import { replaySettlesMs } from '@frontrow/core/broadcast/limits.ts';
import { requireReplayOwner } from '@frontrow/core/broadcast/recording-rules.ts';
import {
  type DownloadStatus,
  replayDownloadKeptMs,
  requireDownloader,
} from '@frontrow/core/broadcast/replay-download.ts';
import type { Account, Actor } from '@frontrow/core/kernel/actor.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { FastifyInstance } from 'fastify';
import { answerPrivateFile } from '../../../http/files/media-files.ts';
import { type RateLimit, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { canMakeDownloads, downloadsAllowed } from '../replay/replay-download.ts';
import { noteWatched, spansOf } from '../replay/replay-offer.ts';
import {
  downloadAddress,
  goodUntil,
  requireWatcher,
  viewerOf,
  watcherOf,
  type WatchQuery,
} from '../replay/replay-access.ts';

/** Per network. A browser that goes on with a download asks for its rest. */
const fileLimit: RateLimit = { max: 300, windowMs: minutes(1) };

interface DownloadRow {
  id: string;
  status: DownloadStatus;
  progress: number;
  problem: 'disk_full' | 'failed' | 'no_sound' | null;
  bytes: number | null;
  ended_at: Date | null;
  ahead: number;
}

/** The event whose replay this person may download. Throws what watching it and core's rule throw. */
async function requireMayDownload(deps: BroadcastDeps, eventUuid: string, viewer: number) {
  const watching = await requireWatcher(deps, eventUuid, viewer);
  const isHost = watching.event.hostId === viewer;
  const allowed = await downloadsAllowed(deps.db, eventUuid);
  requireDownloader({ isHost, watch: watching.mode }, { allowed });
  return { ...watching, allowed };
}

/** How far the video of a replay is, for those who may download it. */
async function readDownload(deps: BroadcastDeps, actor: Actor, eventUuid: string): Promise<WireReplayDownload> {
  const viewer = await watcherOf(deps, actor, eventUuid);
  const { allowed } = await requireMayDownload(deps, eventUuid, viewer);
  const row = await deps.db.one<DownloadRow>(
    `SELECT d.id, d.status, d.progress, d.problem, d.bytes, d.ended_at, (
       SELECT count(*)::int FROM replay_download o
       WHERE d.status = 'queued' AND (o.status = 'running'
         OR o.status = 'queued' AND o.form = 'video' AND o.asked_at < d.asked_at)) AS ahead
     FROM replay_download d WHERE d.event_id = $1 AND d.form = 'video'`,
    [eventUuid],
  );
  const until = goodUntil(deps);
  return {
    state: row?.status ?? 'none',
    progress: row?.progress ?? 0,
    ahead: row?.ahead ?? 0,
    // `no_sound` is for podcasts alone: a silent replay still has its video.
    problem: row?.problem === 'no_sound' ? 'failed' : (row?.problem ?? null),
    available: canMakeDownloads(deps),
    viewers_allowed: allowed,
    file:
      row?.status === 'ready'
        ? {
            url: downloadAddress(deps, row.id, viewer, until),
            bytes: row.bytes!,
            addresses_until: until,
            kept_until: row.ended_at!.getTime() + replayDownloadKeptMs,
          }
        : null,
  };
}

/**
 * Has a video made of a replay, unless one is there or on its way. Throws what `requireMayDownload` throws,
 * `replay_not_yet`, `replay_gone`, `replay_download_unavailable`.
 */
async function prepareDownload(deps: BroadcastDeps, actor: Actor, eventUuid: string): Promise<void> {
  const { event } = await requireMayDownload(deps, eventUuid, await watcherOf(deps, actor, eventUuid));
  if (event.now - (event.finishedAt ?? event.now) < replaySettlesMs) throw refuse('replay_not_yet');
  if (!canMakeDownloads(deps)) throw refuse('replay_download_unavailable');
  await deps.db.tx(async (tx) => {
    // Cuts and deletions hold the same lock until they commit, so that none is missed by what begins here.
    await deps.events.lockPublished(tx, eventUuid);
    if ((await spansOf(tx, eventUuid)).length === 0) throw refuse('replay_gone');
    await tx.query("DELETE FROM replay_download WHERE event_id = $1 AND form = 'video' AND status = 'failed'", [
      eventUuid,
    ]);
    await tx.query(
      'INSERT INTO replay_download (event_id, id) VALUES ($1, $2) ON CONFLICT (event_id, form) DO NOTHING',
      [eventUuid, deps.ids.uuid()],
    );
  });
}

/** The host allows everyone who watches the whole replay to download it, or only themselves. Audited. */
async function allowDownloads(deps: BroadcastDeps, actor: Account, eventUuid: string, enabled: boolean): Promise<void> {
  await deps.db.tx(async (tx) => {
    const event = await deps.events.lockPublished(tx, eventUuid);
    if (!event) throw refuse('event_not_found');
    requireReplayOwner({ isHost: event.hostId === actor.id });
    const changed = await tx.one(
      'UPDATE room SET replay_downloads = $2 WHERE event_id = $1 AND replay_downloads <> $2 RETURNING event_id',
      [eventUuid, enabled],
    );
    if (!changed) return;
    await deps.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'replay_downloads_switched',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid, enabled: enabled ? 'on' : 'off' },
    });
  });
}

/** Downloading a replay as one video. */
export const downloadRoutes = (deps: BroadcastDeps): AnyRoute[] => [
  route({
    call: 'GET /events/:uuid/replay/download',
    who: 'anyone',
    limit: readLimit,
    handle: ({ actor, params }) => readDownload(deps, actor, params.uuid),
  }),
  route({
    call: 'POST /events/replay/prepare_download',
    who: 'anyone',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await prepareDownload(deps, actor, body.event_uuid);
      return readDownload(deps, actor, body.event_uuid);
    },
  }),
  route({
    call: 'POST /events/replay/allow_downloads',
    who: 'account',
    limit: writeLimit,
    handle: async ({ actor, body }) => {
      await allowDownloads(deps, actor, body.event_uuid, body.enabled);
      return readDownload(deps, actor, body.event_uuid);
    },
  }),
];

/** The file behind a signed address; who may download is asked again each time. */
export const downloadFile =
  (deps: BroadcastDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const limited = app.limit(fileLimit, 'replay download');
    app.get<{ Params: { id: string }; Querystring: WatchQuery }>(
      '/recordings/downloads/:id.mp4',
      { schema: { hide: true }, onRequest: async (request) => limited(request) },
      async (request, reply) => {
        const { id } = request.params;
        const viewer = isUuid(id) ? viewerOf(deps, id, request.query) : undefined;
        if (viewer === undefined) throw refuse('replay_address_old');
        const found = await deps.db.one<{ event_id: string; file_key: string; bytes: number }>(
          `SELECT event_id, file_key, bytes FROM replay_download
           WHERE id = $1 AND form = 'video' AND status = 'ready'`,
          [id],
        );
        if (!found) throw refuse('replay_download_gone');
        const { replayTicket, event } = await requireMayDownload(deps, found.event_id, viewer);
        void reply.header('content-disposition', attachmentOf(event.title));
        const range = answerPrivateFile(request, reply, { size: found.bytes, type: 'video/mp4' });
        if (!range) return reply.send();
        if (request.method === 'HEAD') return reply.send(Readable.from([]));
        // The file has all of it: no refund of the replay ticket from now on.
        if (replayTicket !== undefined)
          await noteWatched(deps.db, replayTicket, await spansOf(deps.db, found.event_id));
        return reply.send(await deps.storage.read(found.file_key, range.start, range.end));
      },
    );
  };

/** The title as the file's name (RFC 6266), without what a file system refuses. */
function attachmentOf(title: string): string {
  const name = `${title.replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ').trim() || 'replay'}.mp4`;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.codePointAt(0)!.toString(16)}`);
  return `attachment; filename="replay.mp4"; filename*=UTF-8''${encoded}`;
}
