import { type Room, RoomEvent, Track, type RemoteTrackPublication, type TrackPublication } from 'livekit-client';
import { chooseVideos, type VideoCandidate } from './choose-videos.ts';
import { encoderName, type Feed, type MediaState, type VideoPriority } from './media-model.ts';

type Arrangement = Pick<MediaState, 'present' | 'audible' | 'feeds' | 'camera' | 'microphone' | 'screen'>;

/** How the engine names a broadcast's encoder. */
const encoderIdentity = 'ingest';

export const nameOf = (participant: { name?: string | undefined; identity: string }): string =>
  participant.identity === encoderIdentity ? encoderName : participant.name || participant.identity;
const sourceOf = (publication: TrackPublication): Feed['source'] =>
  publication.source === Track.Source.ScreenShare ? 'screen' : 'camera';

/** After any of these somebody is there, or is seen or heard, who was not, or the other way round. */
const changes = [
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.Connected,
  RoomEvent.Reconnected,
] as const;

/** The pictures as the room shows them: one object per picture, as long as its track is the same. */
function createFeeds() {
  const known = new Map<string, Feed>();
  return {
    of(publication: TrackPublication, username: string, local: boolean): Feed | null {
      const track = publication.videoTrack;
      if (!track || publication.isMuted) return null;
      const key = `${publication.trackSid}:${track.mediaStreamTrack.id}`;
      const feed = known.get(key) ?? {
        key,
        username,
        local,
        source: sourceOf(publication),
        facesAway: local && track.mediaStreamTrack.getSettings().facingMode === 'environment',
        attach: (element) => {
          track.attach(element);
          return () => void track.detach(element);
        },
      };
      known.set(key, feed);
      return feed;
    },
    keepOnly(shown: readonly Feed[]): void {
      for (const key of known.keys()) if (!shown.some((feed) => feed.key === key)) known.delete(key);
    },
  };
}

/** Subscribes to all sound, of a broadcast only to its feed's, and answers the pictures that others offer. */
function hearAll(room: Room, priority: VideoPriority): (VideoCandidate & { publication: RemoteTrackPublication })[] {
  return [...room.remoteParticipants.values()].flatMap((participant) =>
    [...participant.trackPublications.values()].flatMap((publication: RemoteTrackPublication) => {
      const username = nameOf(participant);
      if (publication.kind === Track.Kind.Audio) {
        const wish = !priority.only || username === priority.owner;
        if (publication.isDesired !== wish) publication.setSubscribed(wish);
        return [];
      }
      return [{ username, source: sourceOf(publication), muted: publication.isMuted, publication }];
    }),
  );
}

/** Who is in the engine's room, and which of their tracks this browser receives: all sound, and the chosen pictures. */
export function createTracks(
  room: Room,
  first: VideoPriority,
  onChange: (arrangement: Arrangement) => void,
): {
  arrange(): void;
  priority(): VideoPriority;
  setPriority(next: VideoPriority): void;
  setAudioOnly(on: boolean): void;
} {
  let priority = first;
  let isAudioOnly = false;
  const feeds = createFeeds();

  const arrange = (): void => {
    const offers = hearAll(room, priority);
    const chosen = isAudioOnly ? [] : chooseVideos(offers, priority);
    for (const { publication } of offers) {
      const wish = chosen.some((one) => one.publication === publication);
      if (publication.isDesired !== wish) publication.setSubscribed(wish);
    }
    const me = room.localParticipant;
    const own = [...me.videoTrackPublications.values()].map((publication) => feeds.of(publication, nameOf(me), true));
    const others = chosen.map((one) => feeds.of(one.publication, one.username, false));
    const shown = [...own, ...others].filter((feed) => feed !== null);
    feeds.keepOnly(shown);
    const everybody = [me, ...room.remoteParticipants.values()];
    onChange({
      present: everybody.map(nameOf),
      audible: everybody.filter((one) => one.isMicrophoneEnabled).map(nameOf),
      feeds: shown,
      camera: me.isCameraEnabled,
      microphone: me.isMicrophoneEnabled,
      screen: me.isScreenShareEnabled,
    });
  };
  for (const event of changes) room.on(event, arrange);
  return {
    arrange,
    priority: () => priority,
    setAudioOnly: (on) => {
      isAudioOnly = on;
      arrange();
    },
    setPriority: (next) => {
      const isSame =
        next.owner === priority.owner && next.speaker === priority.speaker && next.guest === priority.guest;
      if (isSame && next.only === priority.only) return;
      priority = next;
      arrange();
    },
  };
}
