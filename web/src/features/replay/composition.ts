import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';

export type Recorded = Pick<WireRecordedEvent, 'tracks' | 'stage' | 'host' | 'skips'>;
export type Track = WireRecordedEvent['tracks'][number];

/** Breaks of less are played as a pause; longer ones are skipped. */
const gapSkippedMs = 3_000;

/** Where someone wants to go on watching; each wish is a new object. */
export interface Jump {
  readonly at: number;
}

const tilesMax = 3;

interface Shown {
  readonly username: string;
  /** Undefined where nothing of them was recorded at this moment. */
  readonly track: Track | undefined;
}

export interface Composition {
  readonly main: Shown;
  readonly tiles: readonly Shown[];
}

const isAt = (track: Track, at: number): boolean => track.begins_at <= at && at < track.ends_at;

export const spanOf = (tracks: readonly Track[]): { begins: number; ends: number } => ({
  begins: Math.min(...tracks.map(({ begins_at: begins }) => begins)),
  ends: Math.max(...tracks.map(({ ends_at: ends }) => ends)),
});

/** How much was recorded, without breaks. */
export function recordedMs(tracks: readonly Track[]): number {
  let until = Number.NEGATIVE_INFINITY;
  return tracks
    .toSorted((one, other) => one.begins_at - other.begins_at)
    .reduce((sum, { begins_at: begins, ends_at: ends }) => {
      const fresh = Math.max(0, ends - Math.max(begins, until));
      until = Math.max(until, ends);
      return sum + fresh;
    }, 0);
}

/** Who had the stage then, apart from the host. */
export const onStageAt = (stage: Recorded['stage'], at: number): string | null =>
  stage.findLast((change) => change.at <= at)?.username ?? null;

/**
 * What the room showed: the host's screen, else camera, with the person who had the turn above it. Without a picture of
 * the host that person fills the stage.
 */
export function composedAt({ tracks, stage, host }: Recorded, at: number): Composition {
  const pictureOf = (username: string, kind: Track['kind']): Track | undefined =>
    tracks.find((track) => track.username === username && track.kind === kind && isAt(track, at));
  const screen = pictureOf(host.username, 'screen');
  const camera = pictureOf(host.username, 'camera');
  const speaker = onStageAt(stage, at);
  const turn = speaker === null ? undefined : { username: speaker, track: pictureOf(speaker, 'camera') };
  // Guests whom the host has invited have no turn.
  const others = tracks
    .filter((one) => one.kind === 'camera' && isAt(one, at) && ![host.username, speaker].includes(one.username))
    .map((one) => ({ username: one.username, track: one }));
  if (!screen && !camera && turn?.track) return { main: turn, tiles: others.slice(0, tilesMax) };
  const tiles: Shown[] = turn ? [turn] : [];
  if (screen && camera) tiles.push({ username: host.username, track: camera });
  return {
    main: { username: host.username, track: screen ?? camera },
    tiles: [...tiles, ...others].slice(0, tilesMax),
  };
}

/** Everything that is heard then. */
export const heardAt = ({ tracks }: Pick<Recorded, 'tracks'>, at: number): Track[] =>
  tracks.filter((track) => track.has_sound && isAt(track, at));

/** The tracks that are played then, or a moment later, so that the next ones are loaded in time. */
export const neededAt = (recorded: Recorded, at: number, aheadMs: number): Track[] => {
  const needed = new Set<Track>();
  for (const moment of [at, at + aheadMs]) {
    const { main, tiles } = composedAt(recorded, moment);
    for (const { track } of [main, ...tiles]) if (track) needed.add(track);
    for (const track of heardAt(recorded, moment)) needed.add(track);
  }
  return [...needed];
};

/** Where to go on at a moment that its host cut out; the moment itself elsewhere. */
export const afterSkip = ({ skips }: Pick<Recorded, 'skips'>, at: number): number =>
  skips.find(({ from, to }) => from <= at && at < to)?.to ?? at;

/** Where to go on when nothing was recorded at a moment; the moment itself where something was, or soon is. */
export function nextRecorded({ tracks, skips }: Pick<Recorded, 'tracks' | 'skips'>, moment: number): number {
  const at = afterSkip({ skips }, moment);
  if (tracks.some((track) => isAt(track, at))) return at;
  const next = Math.min(...tracks.map(({ begins_at: begins }) => begins).filter((begins) => begins > at));
  return Number.isFinite(next) && next - at > gapSkippedMs ? next : at;
}
