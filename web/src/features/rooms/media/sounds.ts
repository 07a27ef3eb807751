import { type Room, RoomEvent, Track } from 'livekit-client';

/** Plays the sound of everybody in the room. Returns what stops it. */
export function playSounds(room: Room): () => void {
  const elements = new Map<string, HTMLMediaElement>();
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind !== Track.Kind.Audio || !track.sid) return;
    const element = track.attach();
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
  return () => {
    for (const element of elements.values()) element.remove();
    elements.clear();
  };
}
