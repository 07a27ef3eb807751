import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { scenesOf } from '@frontrow/core/broadcast/replay-composition.ts';
import type { Sql } from '../../../db/db.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { lengthOfMovie, sampleEntriesOf } from '../replay/mp4-head.ts';
import { skipsOf } from '../replay/replay-cuts.ts';
import { type PartRow, partsOf } from '../replay/replay-from-recording.ts';
import { soundForm } from './scene-args.ts';
import {
  addSound,
  countAt,
  forFastStart,
  inPieces,
  lastShare,
  type Making,
  runFfmpeg,
  streamsOf,
  TrackFiles,
  trackOf,
  writeStreams,
} from './scene-sound.ts';
import { SoundTrack } from './sound-track.ts';

/** AAC in MP4, as podcast apps name it. */
export const podcastAudioType = 'audio/x-m4a';

/** Nothing of the replay is heard. */
export const noSound = new Error('the replay has no sound');

/** A replay as sound alone. */
interface Sound {
  readonly path: string;
  readonly lengthMs: number;
}

/**
 * Makes one M4A of what is heard in a replay, without what was cut out. AAC of an encoder is copied as it was sent;
 * everything else is mixed as for a video, without anyone who did not agree to be heard in a podcast. Throws `noSound`,
 * `FfmpegError`, and what reading the recording throws.
 */
export async function makeAudio(deps: BroadcastDeps, making: Making): Promise<Sound> {
  const audible = await audibleParts(deps.db, making.eventUuid);
  const parts = (await partsOf(deps.db, making.eventUuid)).filter(({ id }) => audible.has(id));
  if (parts.length === 0) throw noSound;
  const isCopied = parts.every(({ id, kind }) => kind === 'stream' && audible.get(id) === 'mp4a');
  const streams = isCopied ? await streamsOf(deps, parts) : undefined;
  const inputs = streams ? await writeStreams(making, streams) : ['-i', await mix(deps, making, parts)];
  const path = join(making.folder, 'episode.m4a');
  // Whatever an encoder wrote about itself stays out of a public file.
  const soundAlone = ['-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1'];
  await runFfmpeg(making, [...inputs, ...soundAlone, ...forFastStart, path]);
  return { path, lengthMs: await lengthOf(path) };
}

interface HeadRow {
  id: string;
  kind: PartRow['kind'];
  head: Buffer;
}

/** The parts that have sound which may be heard in a podcast, and its codec (a sample entry of ISO/IEC 14496-12). */
async function audibleParts(sql: Sql, eventUuid: string): Promise<Map<string, string>> {
  const rows = await sql.query<HeadRow>(
    `SELECT p.id, p.kind, p.head FROM recording_part p JOIN event e ON e.id = p.event_id
     WHERE p.event_id = $1 AND p.in_replay AND p.kind IN ('stream', 'audio')
       AND (p.for_podcasts OR coalesce(p.publisher_id, e.host_id) = e.host_id)`,
    [eventUuid],
  );
  return new Map(
    rows.flatMap(({ id, head }) => {
      const codec = sampleEntriesOf(head).find((entry) => entry === 'mp4a' || entry === 'Opus');
      return codec === undefined ? [] : [[id, codec] as const];
    }),
  );
}

/** Everything that is heard, from the first to the last moment of the replay, in one file. */
async function mix(deps: BroadcastDeps, making: Making, parts: readonly PartRow[]): Promise<string> {
  const { eventUuid, ffmpeg, folder, signal, progressed } = making;
  const scenes = scenesOf({
    host: '',
    tracks: parts.map(trackOf),
    stage: [],
    skips: await skipsOf(deps.db, eventUuid),
  });
  const lengthMs = scenes.reduce((sum, { from, to }) => sum + to - from, 0);
  const path = join(folder, 'sound.m4a');
  const soundTrack = new SoundTrack(ffmpeg, path, signal);
  let doneMs = 0;
  for (const scene of scenes.flatMap(inPieces)) {
    signal.throwIfAborted();
    const before = doneMs;
    doneMs += scene.to - scene.from;
    const samples = countAt(doneMs, soundForm.rate) - countAt(before, soundForm.rate);
    const files = new TrackFiles(deps, making, scene);
    await addSound({ making, heard: scene.heard, files, samples, soundTrack });
    await files.remove();
    progressed((doneMs / lengthMs) * (1 - lastShare));
  }
  await soundTrack.end();
  return path;
}

/** The length of a movie is in its first bytes. */
const headBytes = 512;

async function lengthOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const lengthMs = lengthOfMovie(buffer.subarray(0, bytesRead));
    if (!lengthMs) throw noSound;
    return lengthMs;
  } finally {
    await file.close();
  }
}
