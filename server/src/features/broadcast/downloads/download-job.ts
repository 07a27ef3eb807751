import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recordingFreeBytesMin } from '@frontrow/core/broadcast/limits.ts';
import {
  downloadAttemptsMax,
  downloadSilentMsMax,
  replayDownloadKeptMs,
} from '@frontrow/core/broadcast/replay-download.ts';
import type { EpisodeProblem } from '@frontrow/core/broadcast/podcast.ts';
import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../../jobs/runner.ts';
import { keepFiles, noteUnwritten } from '../../../media/unwritten-files.ts';
import type { FfmpegProgram } from '../../../ports/rtmp-ingest.ts';
import { isStorageFull } from '../../../ports/storage.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { deleteFiles } from '../replay/delete-replays.ts';
import { noteFilesOf } from '../replay/replay-download.ts';
import { makeAudio, noSound, podcastAudioType } from './make-audio.ts';
import { makeVideo } from './make-video.ts';
import { FfmpegError } from './run-ffmpeg.ts';

interface Claimed {
  id: string;
  event_id: string;
  form: 'video' | 'audio';
}

/** The file that this process makes. `worker` is a name that no other run has, so that only this one finishes it. */
type Work = Claimed & { worker: string };

type Problem = EpisodeProblem;
/** Why the work ends early: the app stops, nobody wants the video anymore, or the disk fills up. */
type Abort = 'stopping' | 'dropped' | 'disk_full';

/** A run of the job ends after this, and the work goes on: one that runs for long would be taken for one that hangs. */
const runMsMax = minutes(5);
const heartbeatMs = seconds(1);
/** What is written is at most this many times what was recorded. */
const writtenTimes = 2;

/**
 * Makes videos of replays and the sound of podcasts, one at a time in the whole installation, on the processes that
 * have ffmpeg. One whose process died is made again by another.
 */
export function makeDownloads(deps: BroadcastDeps): Job {
  let making: Promise<void> | undefined;
  return {
    name: 'make downloads of replays',
    role: 'rtmp',
    everyMs: seconds(2),
    async run(stopping) {
      const ffmpeg = deps.rtmp?.ffmpeg;
      if (!ffmpeg) return;
      making ??= makeAll(deps, ffmpeg, stopping).finally(() => (making = undefined));
      // Its error is this run's, or was logged where no run waits for it.
      making.catch(() => undefined);
      await Promise.race([making, pause(runMsMax, undefined, { ref: false })]);
    },
  };
}

async function makeAll(deps: BroadcastDeps, ffmpeg: FfmpegProgram, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const claimed = await claimNext(deps);
    if (!claimed) return;
    await makeOne(deps, ffmpeg, claimed, stopping);
  }
}

/**
 * The next file to make while none is made: one whose process died, or else the video that was asked for first, because
 * someone waits for it. The sound of podcasts comes after those.
 */
const claimNext = ({ db, ids }: Pick<BroadcastDeps, 'db' | 'ids'>): Promise<Work | undefined> =>
  db.tx(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('replay download', 0))");
    await tx.query(
      `UPDATE replay_download SET status = 'failed', problem = 'failed', ended_at = app_now()
       WHERE status = 'running' AND seen_at < app_now() - $1 * interval '1 ms' AND attempts >= $2`,
      [downloadSilentMsMax, downloadAttemptsMax],
    );
    const worker = ids.uuid();
    const claimed = await tx.one<Claimed>(
      `UPDATE replay_download SET status = 'running', worker = $1, seen_at = app_now(), attempts = attempts + 1,
         progress = 0
       WHERE id = (
         SELECT d.id FROM replay_download d
         WHERE d.status = 'running' AND d.seen_at < app_now() - $2 * interval '1 ms'
           OR d.status = 'queued' AND NOT EXISTS (SELECT 1 FROM replay_download r WHERE r.status = 'running')
         ORDER BY d.status = 'queued', d.form, d.asked_at, d.id LIMIT 1)
       RETURNING id, event_id, form`,
      [worker, downloadSilentMsMax],
    );
    return claimed && { ...claimed, worker };
  });

async function makeOne(
  deps: BroadcastDeps,
  ffmpeg: FfmpegProgram,
  claimed: Work,
  stopping: () => boolean,
): Promise<void> {
  const { log, config } = deps;
  const { id, event_id: eventUuid } = claimed;
  const abort = new AbortController();
  // Nothing else is being made, so what lies here is of a process that died.
  const folders = join(config.home, 'downloads');
  const folder = join(folders, claimed.worker);
  const progress = { share: 0 };
  const heartbeat = setInterval(() => void beat(deps, claimed, progress.share, abort, stopping), heartbeatMs);
  try {
    await rm(folders, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await requireDiskSpace(deps, eventUuid);
    const making = {
      eventUuid,
      ffmpeg,
      folder,
      signal: abort.signal,
      progressed: (share: number) => void (progress.share = share),
    };
    const made =
      claimed.form === 'video'
        ? { path: await makeVideo(deps, making), lengthMs: null }
        : await makeAudio(deps, making);
    await keep(deps, claimed, made);
  } catch (error) {
    const why = abort.signal.aborted ? (abort.signal.reason as Abort) : undefined;
    if (why === 'stopping') return void (await giveBack(deps, claimed));
    if (why === 'dropped') return;
    const problem: Problem = why ?? (isFull(error) ? 'disk_full' : error === noSound ? 'no_sound' : 'failed');
    log.warn(
      { event: eventUuid, form: claimed.form, problem, error: String(error) },
      'a replay was not made into a file',
    );
    await deps.db.query(
      `UPDATE replay_download SET status = 'failed', problem = $3, ended_at = app_now()
       WHERE id = $1 AND worker = $2 AND status = 'running'`,
      [id, claimed.worker, problem],
    );
  } finally {
    clearInterval(heartbeat);
    await rm(folder, { recursive: true, force: true });
  }
}

const isFull = (error: unknown): boolean =>
  isStorageFull(error) || (error instanceof FfmpegError && error.isDiskFull) || error === diskFull;

const diskFull = new Error('too little room on the disk');

/** Before anything is written: a recording that is going on needs the rest of the disk. */
async function requireDiskSpace(
  { db, config }: Pick<BroadcastDeps, 'db' | 'config'>,
  eventUuid: string,
): Promise<void> {
  const recorded = await db.one<{ bytes: number }>(
    'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM replay_piece WHERE event_id = $1 AND NOT is_cut',
    [eventUuid],
  );
  if ((await freeBytes(config.home)) < recordingFreeBytesMin + writtenTimes * (recorded?.bytes ?? 0)) throw diskFull;
}

async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/** Says that this process is alive and how far it is, and ends the work that is not wanted anymore. Never throws. */
async function beat(
  { db, config, log }: Pick<BroadcastDeps, 'db' | 'config' | 'log'>,
  { id, worker }: Work,
  share: number,
  abort: AbortController,
  stopping: () => boolean,
): Promise<void> {
  const stop = (why: Abort): void => abort.abort(why);
  if (stopping()) return stop('stopping');
  try {
    const mine = await db.one(
      `UPDATE replay_download SET seen_at = app_now(), progress = $3
       WHERE id = $1 AND worker = $2 AND status = 'running' RETURNING id`,
      [id, worker, Math.floor(share * 100)],
    );
    if (!mine) return stop('dropped');
    if ((await freeBytes(config.home)) < recordingFreeBytesMin / 2) stop('disk_full');
  } catch (error) {
    log.warn({ error: String(error) }, 'the progress of a download was not noted');
  }
}

interface Made {
  readonly path: string;
  /** Of sound alone. */
  readonly lengthMs: number | null;
}

/** Stores the file, unless the replay has changed since. */
async function keep(deps: BroadcastDeps, { id, event_id, form, worker }: Work, made: Made): Promise<void> {
  const { path, lengthMs } = made;
  // Its name is a secret, and of no kind that is served to everyone.
  const key = `recordings/${event_id}/${deps.ids.secret()}.download`;
  const { size } = await stat(path);
  await noteUnwritten(deps.db, [key]);
  await deps.storage.putFile(key, path, form === 'video' ? 'video/mp4' : podcastAudioType);
  const kept = await deps.db.tx(async (tx) => {
    const row = await tx.one(
      `UPDATE replay_download SET status = 'ready', progress = 100, file_key = $3, bytes = $4, length_ms = $5,
         ended_at = app_now()
       WHERE id = $1 AND worker = $2 AND status = 'running' RETURNING id`,
      [id, worker, key, size, lengthMs],
    );
    if (row) await keepFiles(tx, [key]);
    return row !== undefined;
  });
  if (!kept) await deleteFiles(deps, [key]);
}

/** Leaves the work to the next process. It does not count as an attempt, because this one was stopped in it. */
const giveBack = ({ db }: Pick<BroadcastDeps, 'db'>, { id, worker }: Work): Promise<unknown> =>
  db.query(
    `UPDATE replay_download SET seen_at = '-infinity', attempts = attempts - 1
     WHERE id = $1 AND worker = $2 AND status = 'running'`,
    [id, worker],
  );

const downloadsMax = 100;

/** Deletes videos a week after they were made. */
export const purgeDownloads = (deps: Pick<BroadcastDeps, 'db' | 'storage' | 'log'>): Job => ({
  name: 'delete downloads of replays',
  everyMs: hours(1),
  async run() {
    const files = await deps.db.tx(async (tx) => {
      const gone = await tx.query<{ file_key: string | null }>(
        `DELETE FROM replay_download WHERE id IN (
           SELECT id FROM replay_download WHERE form = 'video' AND ended_at < app_now() - $1 * interval '1 ms'
           ORDER BY ended_at LIMIT ${downloadsMax} FOR UPDATE SKIP LOCKED)
         RETURNING file_key`,
        [replayDownloadKeptMs],
      );
      return noteFilesOf(tx, gone);
    });
    await deleteFiles(deps, files);
  },
});
