import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RecordedTrack, Scene } from '@frontrow/core/broadcast/replay-composition.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { FfmpegProgram } from '../../../ports/rtmp-ingest.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { type Stretch, stretchOf } from '../replay/replay-files.ts';
import type { PartRow } from '../replay/replay-from-recording.ts';
import { startFfmpeg } from './run-ffmpeg.ts';
import { type SceneInput, soundArgs, soundForm } from './scene-args.ts';
import type { SoundTrack } from './sound-track.ts';

export interface Making {
  readonly eventUuid: string;
  readonly ffmpeg: FfmpegProgram;
  /** An empty folder for everything that is written. */
  readonly folder: string;
  /** Ends the work at once. */
  readonly signal: AbortSignal;
  /** How much is done, from 0 to 1. */
  readonly progressed: (share: number) => void;
}

/** A scene is made in pieces of this length, so that little is on the disk at a time and progress is seen. */
const pieceMs = seconds(20);
/** What comes before and after a piece is read along: decoders of sound need a moment to begin. */
const aroundMs = 500;
/** No piece takes this long; copying hours may take minutes. */
const runMsMax = minutes(20);
/** The share of the work that is left when everything was read. */
export const lastShare = 0.03;

/** The head comes first, so that a player begins before it has the whole file. */
export const forFastStart = ['-movflags', '+faststart', '-f', 'mp4'];

/** A part's length may leave its last frame out, and sound may go on a little after it. */
const lastFrameMs = 40;

export interface CopiedStream extends Stretch {
  /** Where it begins later than 0, as after a cut: ffmpeg would take the time at which it ends for its length. */
  readonly lengthMs: number | undefined;
}

/** What is copied one after the other; undefined where the codec changes, which one MP4 cannot do. */
export async function streamsOf(deps: BroadcastDeps, parts: readonly PartRow[]): Promise<CopiedStream[] | undefined> {
  const streams: CopiedStream[] = [];
  for (const { id, file_begins: fileBegins, begins, ends } of parts) {
    const stretch = await stretchOf(deps, id, { from: begins, to: ends });
    if (streams[0] && streams[0].codecs !== stretch.codecs) return undefined;
    streams.push({ ...stretch, lengthMs: begins > fileBegins ? ends - begins + lastFrameMs : undefined });
  }
  return streams;
}

/** Writes streams to the folder; answers how ffmpeg reads them as one. */
export async function writeStreams(
  { folder, signal, progressed }: Making,
  streams: readonly CopiedStream[],
): Promise<string[]> {
  const lines = ['ffconcat version 1.0'];
  for (const [index, { bytes, lengthMs }] of streams.entries()) {
    const name = `stream-${index}.mp4`;
    await pipeline(bytes, createWriteStream(join(folder, name)), { signal });
    lines.push(`file ${name}`, ...(lengthMs === undefined ? [] : [`duration ${lengthMs}ms`]));
    progressed(((index + 1) / streams.length) * (1 - lastShare));
  }
  const list = join(folder, 'streams.txt');
  await writeFile(list, lines.join('\n'));
  return ['-f', 'concat', '-safe', '0', '-i', list];
}

/** Runs ffmpeg to its end. Throws `FfmpegError`. */
export async function runFfmpeg({ ffmpeg, signal }: Making, args: readonly string[]): Promise<void> {
  const { input, output, ended } = startFfmpeg(ffmpeg, args, timed(signal));
  input.end();
  output.resume();
  await ended;
}

const timed = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(runMsMax)]);

export interface Track extends RecordedTrack {
  readonly part: string;
}

export const trackOf = ({ id, kind, username, begins, ends }: PartRow): Track => ({
  part: id,
  kind: kind === 'stream' ? 'camera' : kind,
  username,
  beginsAt: begins,
  endsAt: ends,
  hasSound: kind === 'stream' || kind === 'audio',
});

/** Of equal length, so that none is left over that is too short to make. */
export function inPieces(scene: Scene<Track>): Scene<Track>[] {
  const count = Math.ceil((scene.to - scene.from) / pieceMs);
  const at = (index: number): number => Math.round(scene.from + ((scene.to - scene.from) * index) / count);
  return Array.from({ length: count }, (_, index) => ({ ...scene, from: at(index), to: at(index + 1) }));
}

/** How many pictures or samples there are before this moment: counted from the beginning, so that nothing drifts. */
export const countAt = (ms: number, perSecond: number): number => Math.round((ms * perSecond) / 1000);

/** The tracks of one scene as files. */
export class TrackFiles {
  private readonly paths: string[] = [];
  private readonly known = new Map<Track, SceneInput | undefined>();
  private readonly deps: BroadcastDeps;
  private readonly making: Making;
  private readonly scene: Span;

  constructor(deps: BroadcastDeps, making: Making, scene: Span) {
    this.deps = deps;
    this.making = making;
    this.scene = scene;
  }

  /** Undefined if all of the track in this scene was cut out or lost. */
  async of(track: Track): Promise<SceneInput | undefined> {
    if (!this.known.has(track)) this.known.set(track, await this.write(track));
    return this.known.get(track);
  }

  async remove(): Promise<void> {
    await Promise.all(this.paths.map((path) => rm(path, { force: true })));
  }

  private async write(track: Track): Promise<SceneInput | undefined> {
    const { making, scene } = this;
    const stretch = await readStretch(this.deps, track, scene);
    if (!stretch) return undefined;
    const path = join(making.folder, `track-${this.paths.length}`);
    await pipeline(stretch.bytes, createWriteStream(path), { signal: making.signal });
    this.paths.push(path);
    return { path, at: (scene.from - stretch.fileBeginsAt) / 1000 };
  }
}

async function readStretch(deps: BroadcastDeps, { part }: Track, { from, to }: Span): Promise<Stretch | undefined> {
  try {
    return await stretchOf(deps, part, { from: from - aroundMs, to: to + aroundMs });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'replay_gone') return undefined;
    throw error;
  }
}

export interface SceneSound {
  readonly making: Making;
  readonly heard: readonly Track[];
  readonly files: TrackFiles;
  readonly samples: number;
  readonly soundTrack: SoundTrack;
}

/** Adds what is heard in a scene to the sound track. */
export async function addSound({ making, heard, files, samples, soundTrack }: SceneSound): Promise<void> {
  const inputs: SceneInput[] = [];
  for (const track of heard) {
    const file = await files.of(track);
    if (file) inputs.push(file);
  }
  if (inputs.length === 0) return soundTrack.silence(samples);
  const run = startFfmpeg(making.ffmpeg, soundArgs(inputs, samples / soundForm.rate), timed(making.signal));
  run.input.end();
  await Promise.all([soundTrack.take(run.output, samples), run.ended]);
}
