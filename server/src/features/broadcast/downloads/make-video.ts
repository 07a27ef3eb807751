import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stageAfterCuts } from '@frontrow/core/broadcast/replay-cut.ts';
import { type Scene, scenesOf, type Shown } from '@frontrow/core/broadcast/replay-composition.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { skipsOf } from '../replay/replay-cuts.ts';
import { type PartRow, partsOf, stageOf } from '../replay/replay-from-recording.ts';
import { type CardForm, drawNameCard } from './name-card.ts';
import { pictureArgs, type SceneInput, soundForm, stageColor, tileColor, tileForm, videoForm } from './scene-args.ts';
import {
  addSound,
  countAt,
  forFastStart,
  inPieces,
  lastShare,
  type Making,
  runFfmpeg,
  streamsOf,
  type Track,
  TrackFiles,
  trackOf,
  writeStreams,
} from './scene-sound.ts';
import { SoundTrack } from './sound-track.ts';

/**
 * Makes one MP4 of what a replay shows, without what was cut out, and returns its path. The stream of an encoder is
 * copied as it was sent; everything else is composed as the player does it. Throws `FfmpegError`, and what reading
 * the recording throws.
 */
export async function makeVideo(deps: BroadcastDeps, making: Making): Promise<string> {
  const parts = await partsOf(deps.db, making.eventUuid);
  const copied = parts.every(({ kind }) => kind === 'stream') ? await streamsOf(deps, parts) : undefined;
  return copied ? finish(making, await writeStreams(making, copied)) : compose(deps, making, parts);
}

/** The video of these inputs, whose codecs stay. */
async function finish(making: Making, inputs: readonly string[]): Promise<string> {
  const into = join(making.folder, 'replay.mp4');
  await runFfmpeg(making, [...inputs, '-c', 'copy', ...forFastStart, into]);
  return into;
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
  const { deps, making, scene, frames, samples, soundTrack, video } = work;
  const { main, tiles } = scene.composition;
  const files = new TrackFiles(deps, making, scene);
  await addSound({ making, heard: scene.heard, files, samples, soundTrack });
  const shown = async ({ username, track }: Shown<Track>, form: CardForm): Promise<SceneInput> => {
    const file = track && (await files.of(track));
    return file ?? { picture: await cardOf(work, username, form) };
  };
  const inputs = [await shown(main, { ...videoForm, ground: stageColor })];
  for (const tile of tiles) inputs.push(await shown(tile, { ...tileForm, ground: tileColor }));
  const piece = join(making.folder, 'scene.h264');
  await runFfmpeg(making, pictureArgs({ inputs, main: 0, tiles: tiles.map((_, index) => index + 1), frames }, piece));
  await pipeline(createReadStream(piece), createWriteStream(video, { flags: 'a' }), { signal: making.signal });
  await files.remove();
}

async function cardOf({ cards, making }: SceneMaking, username: string, form: CardForm): Promise<string> {
  const key = `${form.width} ${username}`;
  const known = cards.get(key);
  if (known !== undefined) return known;
  const path = join(making.folder, `card-${cards.size}.png`);
  await writeFile(path, await drawNameCard(username, form));
  cards.set(key, path);
  return path;
}
