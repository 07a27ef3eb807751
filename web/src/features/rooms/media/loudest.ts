import { type Room, RoomEvent } from 'livekit-client';
import { nameOf } from './tracks.ts';

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
