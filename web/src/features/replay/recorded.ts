import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import type { Recorded as CoreRecorded, RecordedTrack } from '@frontrow/core/broadcast/replay-composition.ts';

/** A track as the player needs it. */
export interface Track extends RecordedTrack {
  /** The moment that is second 0 of its file. */
  readonly fileBeginsAt: number;
  readonly url: string;
}
export type Recorded = CoreRecorded<Track>;

/** Where someone wants to go on watching; each wish is a new object. */
export interface Jump {
  readonly at: number;
}

/** What is composed of an answer. Each call makes new tracks, so a player keeps what it got. */
export const recordedOf = ({ host, tracks, stage, skips }: WireRecordedEvent): Recorded => ({
  host: host.username,
  tracks: tracks.map((track) => ({
    kind: track.kind,
    username: track.username,
    beginsAt: track.begins_at,
    endsAt: track.ends_at,
    fileBeginsAt: track.file_begins_at,
    hasSound: track.has_sound,
    url: track.url,
  })),
  stage,
  skips,
});
