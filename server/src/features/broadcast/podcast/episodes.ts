import { episodeRetryMs, type EpisodeProblem, podcastEpisodesMax } from '@frontrow/core/broadcast/podcast.ts';
import { replaySettlesMs } from '@frontrow/core/broadcast/limits.ts';
import type { DownloadStatus } from '@frontrow/core/broadcast/replay-download.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../../db/db.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { canMakeDownloads, noteFilesOf } from '../replay/replay-download.ts';
import { deleteFiles } from '../replay/delete-replays.ts';

/** What `podcast_replays` is asked with besides the host. */
const which = [podcastEpisodesMax, replaySettlesMs] as const;

/** An episode that can be heard. */
export interface Episode {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly finished_at: Date;
  /** Our own name of it. */
  readonly category: string | null;
  /** As in BCP 47. */
  readonly language: string | null;
  /** A new one whenever the sound is made again: an address always has the same bytes. */
  readonly file_id: string;
  readonly bytes: number;
  readonly length_ms: number;
  readonly made_at: Date;
}

/** The episodes of a host's podcast, the latest first; none where the host does not offer one. */
export const episodesOf = (sql: Sql, hostId: number): Promise<Episode[]> =>
  sql.query<Episode>(
    `SELECT e.id, e.title, e.description, e.finished_at, c.slug AS category, l.code AS language, d.id AS file_id,
       d.bytes, d.length_ms, d.ended_at AS made_at
     FROM podcast_replays($1, $2, $3) AS episode (id)
       JOIN event e ON e.id = episode.id
       JOIN replay_download d ON d.event_id = e.id AND d.form = 'audio' AND d.status = 'ready'
       LEFT JOIN category c ON c.ide = e.category_ide
       LEFT JOIN language l ON l.ide = e.lang_ides[1]
     ORDER BY e.finished_at DESC, e.id`,
    [hostId, ...which],
  );

/** An episode as its host sees it, while it is made and after. */
export interface OwnEpisode {
  readonly id: string;
  readonly title: string;
  /** When its recording began, as on the page of the replay. */
  readonly recorded_at: Date;
  /** Null until its sound is queued. */
  readonly status: DownloadStatus | null;
  /** In percent. */
  readonly progress: number | null;
  readonly problem: EpisodeProblem | null;
  readonly length_ms: number | null;
}

/** Of a host who offers a podcast, the latest first. */
export const ownEpisodesOf = (sql: Sql, hostId: number): Promise<OwnEpisode[]> =>
  sql.query<OwnEpisode>(
    `SELECT e.id, e.title, d.status, d.progress, d.problem, d.length_ms,
       (SELECT min(p.begins_at) FROM recording_part p WHERE p.event_id = e.id) AS recorded_at
     FROM podcast_replays($1, $2, $3) AS episode (id)
       JOIN event e ON e.id = episode.id
       LEFT JOIN replay_download d ON d.event_id = e.id AND d.form = 'audio'
     ORDER BY e.finished_at DESC, e.id`,
    [hostId, ...which],
  );

/** The file of an episode that anyone may hear now; undefined for any other. */
export const episodeFile = (sql: Sql, fileId: string): Promise<{ file_key: string; ended_at: Date } | undefined> =>
  sql.one<{ file_key: string; ended_at: Date }>(
    `SELECT d.file_key, d.ended_at FROM replay_download d JOIN event e ON e.id = d.event_id
     WHERE d.id = $1 AND d.form = 'audio' AND d.status = 'ready'
       AND EXISTS (SELECT 1 FROM podcast_replays(e.host_id, $2, $3) AS episode (id) WHERE episode.id = e.id)`,
    [fileId, ...which],
  );

/** Of a run of the job. */
const episodesAtOnce = 50;

/**
 * Has the sound of new episodes made, and deletes that of replays that are no longer episodes. Each request for a file
 * checks that, too (`episodeFile`), so no one hears it between two runs.
 */
export const followPodcasts = (deps: BroadcastDeps): Job => ({
  name: 'follow podcasts',
  everyMs: seconds(5),
  async run(stopping) {
    await dropEpisodes(deps);
    if (!canMakeDownloads(deps)) return;
    const wanted = await deps.db.query<{ id: string; host_id: number }>(
      `SELECT e.id, e.host_id FROM podcast_replays(NULL, $1, $2) AS episode (id) JOIN event e ON e.id = episode.id
       WHERE NOT EXISTS (SELECT 1 FROM replay_download d WHERE d.event_id = e.id AND d.form = 'audio')
       ORDER BY e.finished_at, e.id LIMIT ${episodesAtOnce}`,
      [...which],
    );
    for (const { id, host_id: hostId } of wanted) {
      if (stopping()) return;
      await queueEpisode(deps, id, hostId);
    }
  },
});

/** Under the lock that cuts and deletions hold until they commit, so that none is missed by what begins here. */
const queueEpisode = ({ db, events, ids }: BroadcastDeps, eventUuid: string, hostId: number): Promise<void> =>
  db.tx(async (tx) => {
    await events.lockPublished(tx, eventUuid);
    await tx.query(
      `INSERT INTO replay_download (event_id, id, form)
       SELECT episode.id, $5, 'audio' FROM podcast_replays($1, $2, $3) AS episode (id) WHERE episode.id = $4
       ON CONFLICT (event_id, form) DO NOTHING`,
      [hostId, ...which, eventUuid, ids.uuid()],
    );
  });

/** What is offered no longer, and what failed so long ago that it is tried again. */
async function dropEpisodes(deps: Pick<BroadcastDeps, 'db' | 'storage' | 'log'>): Promise<void> {
  const files = await deps.db.tx(async (tx) => {
    const gone = await tx.query<{ file_key: string | null }>(
      `DELETE FROM replay_download WHERE id IN (
         SELECT d.id FROM replay_download d
         WHERE d.form = 'audio' AND (
           NOT EXISTS (SELECT 1 FROM podcast_replays(NULL, $1, $2) AS episode (id) WHERE episode.id = d.event_id)
           OR d.problem = 'disk_full' AND d.ended_at < app_now() - $3 * interval '1 ms'
           OR d.problem = 'failed' AND d.ended_at < app_now() - $4 * interval '1 ms')
         ORDER BY d.id LIMIT ${episodesAtOnce} FOR UPDATE SKIP LOCKED)
       RETURNING file_key`,
      [...which, episodeRetryMs.disk_full, episodeRetryMs.failed],
    );
    return noteFilesOf(tx, gone);
  });
  await deleteFiles(deps, files);
}
