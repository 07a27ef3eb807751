import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stageAfterCuts } from '@frontrow/core/broadcast/replay-cut.ts';
import { type RecordedTrack, type Scene, scenesOf, type Shown } from '@frontrow/core/broadcast/replay-composition.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { FfmpegProgram } from '../../../ports/rtmp-ingest.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { skipsOf } from '../replay/replay-cuts.ts';
import { type Stretch, stretchOf } from '../replay/replay-files.ts';
import { type PartRow, partsOf, stageOf } from '../replay/replay-view.ts';
import { type CardForm, drawNameCard } from './name-card.ts';
import { startFfmpeg } from './run-ffmpeg.ts';
import {
  pictureArgs,
  type SceneInput,
  soundArgs,
  soundForm,
  stageColor,
  tileColor,
  tileForm,
  videoForm,
} from './scene-args.ts';
import { SoundTrack } from './sound-track.ts';

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
const lastShare = 0.03;

const forFastStart = ['-movflags', '+faststart', '-f', 'mp4'];

/**
 * Makes one MP4 of what a replay shows, without what was cut out, and answers where it lies. The stream of an encoder
 * is copied as it was sent; everything else is composed as the player does it. Throws `FfmpegError`, and what reading
 * the recording throws.
 */
export async function makeVideo(deps: BroadcastDeps, making: Making): Promise<string> {
  const parts = await partsOf(deps.db, making.eventUuid);
  const copied = parts.every(({ kind }) => kind === 'stream') ? await streamsOf(deps, parts) : undefined;
  return copied ? copyStreams(making, copied) : compose(deps, making, parts);
}

/** What is copied one after the other; undefined where the codec changes, which one MP4 cannot do. */
async function streamsOf(deps: BroadcastDeps, parts: readonly PartRow[]): Promise<Stretch[] | undefined> {
  const stretches: Stretch[] = [];
  for (const { id, begins, ends } of parts) {
    const stretch = await stretchOf(deps, id, { from: begins, to: ends });
    if (stretches[0] && stretches[0].codecs !== stretch.codecs) return undefined;
    stretches.push(stretch);
  }
  return stretches;
}

async function copyStreams(making: Making, stretches: readonly Stretch[]): Promise<string> {
  const { folder, signal, progressed } = making;
  const names: string[] = [];
  for (const [index, { bytes }] of stretches.entries()) {
    const name = `stream-${index}.mp4`;
    await pipeline(bytes, createWriteStream(join(folder, name)), { signal });
    names.push(name);
    progressed(((index + 1) / stretches.length) * (1 - lastShare));
  }
  const list = join(folder, 'streams.txt');
  await writeFile(list, ['ffconcat version 1.0', ...names.map((name) => `file ${name}`)].join('\n'));
  return finish(making, ['-f', 'concat', '-safe', '0', '-i', list]);
}

/** The video of these inputs, whose codecs stay. */
async function finish({ ffmpeg, folder, signal }: Making, inputs: readonly string[]): Promise<string> {
  const into = join(folder, 'replay.mp4');
  await endOf(startFfmpeg(ffmpeg, [...inputs, '-c', 'copy', ...forFastStart, into], timed(signal)));
  return into;
}

const timed = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(runMsMax)]);

async function endOf({ input, output, ended }: ReturnType<typeof startFfmpeg>): Promise<void> {
  input.end();
  output.resume();
  await ended;
}

interface Track extends RecordedTrack {
  readonly part: string;
}

async function compose(deps: BroadcastDeps, making: Making, parts: readonly PartRow[]): Promise<string> {
  const { eventUuid, ffmpeg, folder, signal, progressed } = making;
  const skips = await skipsOf(deps.db, eventUuid);
  const scenes = scenesOf({
    host: (await deps.events.findPublished(deps.db, eventUuid))?.hostUsername ?? '',
    tracks: parts.map(trackOf),
    stage: stageAfterCuts(await stageOf(deps.db, eventUuid), skips),
    skips,
  });
  const lengthMs = scenes.reduce((sum, { from, to }) => sum + to - from, 0);
  const [video, sound] = [join(folder, 'video.h264'), join(folder, 'sound.m4a')];
  const soundTrack = new SoundTrack(ffmpeg, sound, signal);
  const cards = new Map<string, string>();
  let doneMs = 0;
  for (const scene of scenes.flatMap(inPieces)) {
    signal.throwIfAborted();
    // Counted from the beginning, so that picture and sound stay together.
    const before = doneMs;
    doneMs += scene.to - scene.from;
    const frames = countAt(doneMs, videoForm.fps) - countAt(before, videoForm.fps);
    const samples = countAt(doneMs, soundForm.rate) - countAt(before, soundForm.rate);
    if (frames > 0) await makeScene({ deps, making, scene, cards, frames, samples, soundTrack, video });
    else await soundTrack.silence(samples);
    progressed((doneMs / lengthMs) * (1 - lastShare));
  }
  await soundTrack.end();
  return finish(making, ['-framerate', String(videoForm.fps), '-f', 'h264', '-i', video, '-i', sound]);
}

const countAt = (ms: number, perSecond: number): number => Math.round((ms * perSecond) / 1000);

const trackOf = ({ id, kind, username, begins, ends }: PartRow): Track => ({
  part: id,
  kind: kind === 'stream' ? 'camera' : kind,
  username,
  beginsAt: begins,
  endsAt: ends,
  hasSound: kind === 'stream' || kind === 'audio',
});

/** Of equal length, so that none is left over that is too short to make. */
function inPieces(scene: Scene<Track>): Scene<Track>[] {
  const count = Math.ceil((scene.to - scene.from) / pieceMs);
  const at = (index: number): number => Math.round(scene.from + ((scene.to - scene.from) * index) / count);
  return Array.from({ length: count }, (_, index) => ({ ...scene, from: at(index), to: at(index + 1) }));
}

interface SceneMaking {
  readonly deps: BroadcastDeps;
  readonly making: Making;
  readonly scene: Scene<Track>;
  /** Pictures that were drawn, by name and size. */
  readonly cards: Map<string, string>;
  readonly frames: number;
  readonly samples: number;
  readonly soundTrack: SoundTrack;
  /** The file that the scene is appended to. */
  readonly video: string;
}

async function makeScene(work: SceneMaking): Promise<void> {
  const { making, scene, frames, samples, soundTrack, video } = work;
  const { main, tiles } = scene.composition;
  const files = new SceneFiles(work);
  const heard: SceneInput[] = [];
  for (const track of scene.heard) {
    const file = await files.track(track);
    if (file) heard.push(file);
  }
  if (heard.length === 0) await soundTrack.silence(samples);
  else await mixSound(work, heard);
  const inputs = [await files.shown(main, { ...videoForm, ground: stageColor })];
  for (const tile of tiles) inputs.push(await files.shown(tile, { ...tileForm, ground: tileColor }));
  const piece = join(making.folder, 'scene.h264');
  const args = pictureArgs({ inputs, main: 0, tiles: tiles.map((_, index) => index + 1), frames }, piece);
  await endOf(startFfmpeg(making.ffmpeg, args, timed(making.signal)));
  await pipeline(createReadStream(piece), createWriteStream(video, { flags: 'a' }), { signal: making.signal });
  await files.remove();
}

async function mixSound({ making, samples, soundTrack }: SceneMaking, heard: readonly SceneInput[]): Promise<void> {
  const run = startFfmpeg(making.ffmpeg, soundArgs(heard, samples / soundForm.rate), timed(making.signal));
  run.input.end();
  await Promise.all([soundTrack.take(run.output, samples), run.ended]);
}

/** The files and pictures of one scene. */
class SceneFiles {
  private readonly paths: string[] = [];
  private readonly known = new Map<Track, SceneInput | undefined>();
  private readonly work: SceneMaking;

  constructor(work: SceneMaking) {
    this.work = work;
  }

  async shown({ username, track }: Shown<Track>, form: CardForm): Promise<SceneInput> {
    const file = track && (await this.track(track));
    return file ?? { picture: await this.card(username, form) };
  }

  /** Undefined where nothing of it is left. */
  async track(track: Track): Promise<SceneInput | undefined> {
    if (!this.known.has(track)) this.known.set(track, await this.write(track));
    return this.known.get(track);
  }

  async remove(): Promise<void> {
    await Promise.all(this.paths.map((path) => rm(path, { force: true })));
  }

  private async write(track: Track): Promise<SceneInput | undefined> {
    const { deps, making, scene } = this.work;
    const stretch = await readStretch(deps, track, scene);
    if (!stretch) return undefined;
    const path = join(making.folder, `track-${this.paths.length}`);
    await pipeline(stretch.bytes, createWriteStream(path), { signal: making.signal });
    this.paths.push(path);
    return { path, at: (scene.from - stretch.fileBeginsAt) / 1000 };
  }

  private async card(username: string, form: CardForm): Promise<string> {
    const { cards, making } = this.work;
    const key = `${form.width} ${username}`;
    const known = cards.get(key);
    if (known !== undefined) return known;
    const path = join(making.folder, `card-${cards.size}.png`);
    await writeFile(path, await drawNameCard(username, form));
    cards.set(key, path);
    return path;
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
