import { type Room, RoomEvent, Track } from 'livekit-client';
import { nameOf } from './tracks.ts';

export interface Sounds {
  /** Whether anybody's sound is received. */
  any(): boolean;
  listen(on: boolean): void;
  stop(): void;
}

/** Plays the sound of everybody who is received, unless it is silent until somebody listens. */
export function playSounds(room: Room, silent: boolean): Sounds {
  const elements = new Map<string, HTMLMediaElement>();
  let muted = silent;
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind !== Track.Kind.Audio || !track.sid) return;
    const element = track.attach();
    element.muted = muted;
    element.hidden = true;
    document.body.append(element);
    elements.set(track.sid, element);
  });
  room.on(RoomEvent.TrackUnsubscribed, (track) => {
    if (track.kind !== Track.Kind.Audio) return;
    track.detach();
    if (!track.sid) return;
    elements.get(track.sid)?.remove();
    elements.delete(track.sid);
  });
  return {
    any: () => elements.size > 0,
    listen: (on) => {
      muted = !on;
      for (const element of elements.values()) element.muted = muted;
    },
    stop: () => {
      for (const element of elements.values()) element.remove();
      elements.clear();
    },
  };
}

/** A pause between two words is not silence. */
const lingerMs = 1_500;

/** Calls `onLoudest` with the loudest speaker, and with null when nobody speaks. Returns what stops it. */
export function followLoudest(room: Room, onLoudest: (username: string | null) => void): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  room.on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
    clearTimeout(quiet);
    if (speakers[0]) onLoudest(nameOf(speakers[0]));
    else quiet = setTimeout(() => onLoudest(null), lingerMs);
  });
  return () => clearTimeout(quiet);
}
