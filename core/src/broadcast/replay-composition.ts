import type { Instant } from '../kernel/instant.ts';
import type { Span } from './replay-sale.ts';

/** A stretch of one person's camera, screen or sound, without a break. */
export interface RecordedTrack {
  readonly kind: 'camera' | 'screen' | 'audio';
  readonly username: string;
  readonly beginsAt: Instant;
  readonly endsAt: Instant;
  /** It is to be heard: sound alone, or the stream of an encoder, which has picture and sound in one file. */
  readonly hasSound: boolean;
}

/** What was recorded of an event, and who had the stage from when on (null: no viewer). */
export interface Recorded<T extends RecordedTrack = RecordedTrack> {
  readonly host: string;
  readonly tracks: readonly T[];
  readonly stage: readonly { readonly at: Instant; readonly username: string | null }[];
  /** What its host cut out, in order. */
  readonly skips: readonly Span[];
}

/** Breaks of less are played as a pause; longer ones are skipped. */
const gapSkippedMs = 3_000;
const tilesMax = 3;

export interface Shown<T> {
  readonly username: string;
  /** Undefined where nothing of them was recorded at this moment. */
  readonly track: T | undefined;
}

export interface Composition<T> {
  readonly main: Shown<T>;
  readonly tiles: readonly Shown<T>[];
}

const isAt = (track: RecordedTrack, at: Instant): boolean => track.beginsAt <= at && at < track.endsAt;

export const spanOf = (
  tracks: readonly Pick<RecordedTrack, 'beginsAt' | 'endsAt'>[],
): { begins: Instant; ends: Instant } => ({
  begins: Math.min(...tracks.map(({ beginsAt }) => beginsAt)),
  ends: Math.max(...tracks.map(({ endsAt }) => endsAt)),
});

/** How much was recorded, without breaks. */
export function recordedMs(tracks: readonly Pick<RecordedTrack, 'beginsAt' | 'endsAt'>[]): number {
  let until = Number.NEGATIVE_INFINITY;
  return tracks
    .toSorted((one, other) => one.beginsAt - other.beginsAt)
    .reduce((sum, { beginsAt, endsAt }) => {
      const fresh = Math.max(0, endsAt - Math.max(beginsAt, until));
      until = Math.max(until, endsAt);
      return sum + fresh;
    }, 0);
}

/** Who had the stage then, apart from the host. */
export const onStageAt = (stage: Recorded['stage'], at: Instant): string | null =>
  stage.findLast((change) => change.at <= at)?.username ?? null;

/**
 * What the room showed: the host's screen, else camera, with the person who had the turn above it. Without a picture of
 * the host that person fills the stage.
 */
export function composedAt<T extends RecordedTrack>(
  { tracks, stage, host }: Pick<Recorded<T>, 'tracks' | 'stage' | 'host'>,
  at: Instant,
): Composition<T> {
  const pictureOf = (username: string, kind: RecordedTrack['kind']): T | undefined =>
    tracks.find((track) => track.username === username && track.kind === kind && isAt(track, at));
  const screen = pictureOf(host, 'screen');
  const camera = pictureOf(host, 'camera');
  const speaker = onStageAt(stage, at);
  const turn = speaker === null ? undefined : { username: speaker, track: pictureOf(speaker, 'camera') };
  // Guests whom the host has invited have no turn.
  const others = tracks
    .filter((one) => one.kind === 'camera' && isAt(one, at) && ![host, speaker].includes(one.username))
    .map((one) => ({ username: one.username, track: one }));
  if (!screen && !camera && turn?.track) return { main: turn, tiles: others.slice(0, tilesMax) };
  const tiles: Shown<T>[] = turn ? [turn] : [];
  if (screen && camera) tiles.push({ username: host, track: camera });
  return {
    main: { username: host, track: screen ?? camera },
    tiles: [...tiles, ...others].slice(0, tilesMax),
  };
}

/** Everything that is heard then. */
export const heardAt = <T extends RecordedTrack>({ tracks }: Pick<Recorded<T>, 'tracks'>, at: Instant): T[] =>
  tracks.filter((track) => track.hasSound && isAt(track, at));

/** The tracks that are played then, or a moment later, so that the next ones are loaded in time. */
export const neededAt = <T extends RecordedTrack>(recorded: Recorded<T>, at: Instant, aheadMs: number): T[] => {
  const needed = new Set<T>();
  for (const moment of [at, at + aheadMs]) {
    const { main, tiles } = composedAt(recorded, moment);
    for (const { track } of [main, ...tiles]) if (track) needed.add(track);
    for (const track of heardAt(recorded, moment)) needed.add(track);
  }
  return [...needed];
};

/** Where to go on at a moment that its host cut out; the moment itself elsewhere. */
export const afterSkip = ({ skips }: Pick<Recorded, 'skips'>, at: Instant): Instant =>
  skips.find(({ from, to }) => from <= at && at < to)?.to ?? at;

/** Where to go on when nothing was recorded at a moment; the moment itself where something was, or soon is. */
export function nextRecorded({ tracks, skips }: Pick<Recorded, 'tracks' | 'skips'>, moment: Instant): Instant {
  const at = afterSkip({ skips }, moment);
  if (tracks.some((track) => isAt(track, at))) return at;
  const next = Math.min(...tracks.map(({ beginsAt }) => beginsAt).filter((begins) => begins > at));
  return Number.isFinite(next) && next - at > gapSkippedMs ? next : at;
}

/** A stretch in which the same is shown and heard. */
export interface Scene<T> extends Span {
  readonly composition: Composition<T>;
  readonly heard: readonly T[];
}

/** All that a player shows and plays, from the beginning to the end. */
export function scenesOf<T extends RecordedTrack>(recorded: Recorded<T>): Scene<T>[] {
  const { tracks, stage, skips } = recorded;
  if (tracks.length === 0) return [];
  const { begins, ends } = spanOf(tracks);
  const moments = [
    ...tracks.flatMap(({ beginsAt, endsAt }) => [beginsAt, endsAt]),
    ...stage.map(({ at }) => at),
    ...skips.flatMap(({ from, to }) => [from, to]),
  ];
  const changes = [...new Set(moments)].toSorted((one, other) => one - other);
  const scenes: Scene<T>[] = [];
  for (let at = nextRecorded(recorded, begins); at < ends;) {
    const to = changes.find((change) => change > at) ?? ends;
    const scene = { from: at, to, composition: composedAt(recorded, at), heard: heardAt(recorded, at) };
    const before = scenes.at(-1);
    if (before && before.to === at && isSame(before, scene)) scenes.splice(-1, 1, { ...before, to });
    else scenes.push(scene);
    at = nextRecorded(recorded, to);
  }
  return scenes;
}

function isSame<T>(one: Scene<T>, other: Scene<T>): boolean {
  const partsOf = ({ composition: { main, tiles }, heard }: Scene<T>): unknown[] => [
    ...[main, ...tiles].flatMap(({ username, track }) => [username, track]),
    ...heard,
  ];
  const parts = partsOf(other);
  return (
    one.composition.tiles.length === other.composition.tiles.length &&
    parts.length === partsOf(one).length &&
    partsOf(one).every((part, index) => part === parts[index])
  );
}
