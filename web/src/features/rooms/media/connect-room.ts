import {
  DisconnectReason,
  type LocalVideoTrack,
  type Room,
  RoomEvent,
  Track,
  type RemoteTrackPublication,
  type TrackPublication,
} from 'livekit-client';
import { chooseVideos, type VideoCandidate } from './choose-videos.ts';
import { chooseDevice } from './devices.ts';
import { connectOptions, createEngineRoom } from './engine-room.ts';
import {
  type Connection,
  type ConnectOptions,
  type Feed,
  type MediaState,
  quietMedia,
  type RoomMedia,
} from './media-model.ts';
import { deviceError } from './permission-error.ts';
import { createPublishing } from './publishing.ts';
import { sendingHealth } from './sending-health.ts';

/** Waits between asking for a fresh token. */
const renewRetryMs = [300, 1000, 2000, 4000];
const healthEveryMs = 2_000;
/** A pause between two words is not silence. */
const speakerLingerMs = 1_500;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Connects to a room with camera and microphone off (spec §4) and keeps connected: the engine's own attempts first, then a
 * renewed token. Answers at once; a failure to connect shows as `none` or `reconnecting` (spec §8: only logged).
 */
export function connectRoom(options: ConnectOptions, room: Room = createEngineRoom(options.portrait)): RoomMedia {
  const publishing = createPublishing(room, options.portrait, () => arrange());
  let cast = options.cast;
  let state: MediaState = quietMedia;
  let left = false;
  const hasLeft = (): boolean => left;
  let ready = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const sounds = new Map<string, HTMLMediaElement>();
  const feeds = new Map<string, Feed>();

  const update = (change: Partial<MediaState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const nameOf = (participant: { name?: string | undefined; identity: string }): string =>
    participant.name || participant.identity;
  const sourceOf = (publication: TrackPublication): 'camera' | 'screen' =>
    publication.source === Track.Source.ScreenShare ? 'screen' : 'camera';

  const feedOf = (publication: TrackPublication, username: string, local: boolean): Feed | null => {
    const track = publication.videoTrack;
    if (!track || publication.isMuted) return null;
    const key = `${publication.trackSid}:${track.mediaStreamTrack.id}`;
    let feed = feeds.get(key);
    if (!feed) {
      feed = {
        key,
        username,
        local,
        source: sourceOf(publication),
        attach: (element) => {
          track.attach(element);
          return () => void track.detach(element);
        },
      };
      feeds.set(key, feed);
    }
    return feed;
  };

  /** Subscribes to all sound and to the chosen pictures, and tells what is there. */
  const arrange = (): void => {
    const offers: (VideoCandidate & { publication: RemoteTrackPublication })[] = [];
    for (const participant of room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) {
        const remote: RemoteTrackPublication = publication;
        if (remote.kind === Track.Kind.Audio) {
          if (!remote.isDesired) remote.setSubscribed(true);
        } else {
          offers.push({
            username: nameOf(participant),
            source: sourceOf(remote),
            muted: remote.isMuted,
            publication: remote,
          });
        }
      }
    }
    const chosen = chooseVideos(offers, cast);
    for (const { publication } of offers) {
      const wish = chosen.some((one) => one.publication === publication);
      if (publication.isDesired !== wish) publication.setSubscribed(wish);
    }
    const me = nameOf(room.localParticipant);
    const own = [...room.localParticipant.videoTrackPublications.values()].map((publication) =>
      feedOf(publication, me, true),
    );
    const others = chosen.map((one) => feedOf(one.publication, one.username, false));
    const shown = [...own, ...others].filter((feed) => feed !== null);
    for (const key of feeds.keys()) if (!shown.some((feed) => feed.key === key)) feeds.delete(key);
    const everybody = [room.localParticipant, ...room.remoteParticipants.values()];
    update({
      present: everybody.map(nameOf),
      audible: everybody.filter((one) => one.isMicrophoneEnabled).map(nameOf),
      feeds: shown,
      camera: room.localParticipant.isCameraEnabled,
      microphone: room.localParticipant.isMicrophoneEnabled,
      screen: room.localParticipant.isScreenShareEnabled,
    });
  };

  const listen = (): void => {
    for (const event of [
      RoomEvent.TrackPublished,
      RoomEvent.TrackUnpublished,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.LocalTrackPublished,
      RoomEvent.LocalTrackUnpublished,
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.ParticipantNameChanged,
      RoomEvent.Connected,
      RoomEvent.Reconnected,
    ] as const) {
      room.on(event, arrange);
    }
    room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind !== Track.Kind.Audio || !track.sid) return;
      const element = track.attach();
      element.hidden = true;
      document.body.append(element);
      sounds.set(track.sid, element);
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      if (track.kind === Track.Kind.Audio) {
        track.detach();
        if (track.sid) sounds.get(track.sid)?.remove();
        if (track.sid) sounds.delete(track.sid);
      }
      arrange();
    });
    room.on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
      clearTimeout(quiet);
      if (speakers[0]) update({ dominant: nameOf(speakers[0]) });
      else quiet = setTimeout(() => update({ dominant: null }), speakerLingerMs);
    });
    room.on(RoomEvent.AudioPlaybackStatusChanged, () => update({ soundBlocked: !room.canPlaybackAudio }));
    // While a line is still being dialled the engine's own attempts are a part of that.
    const ofLine = (connection: Connection) => (): void => (ready ? update({ connection }) : undefined);
    room.on(RoomEvent.Reconnecting, ofLine('reconnecting'));
    room.on(RoomEvent.SignalReconnecting, ofLine('reconnecting'));
    room.on(RoomEvent.Reconnected, ofLine('connected'));
    room.on(RoomEvent.Disconnected, (reason) => {
      if (left || !ready) return;
      ready = false;
      if (reason === DisconnectReason.DUPLICATE_IDENTITY) return options.onRemoved('moved');
      if (reason === DisconnectReason.PARTICIPANT_REMOVED) return options.onRemoved('removed');
      update({ connection: 'reconnecting', dominant: null, camera: false, microphone: false, screen: false });
      void comeBack();
    });
  };

  const connect = async (url: string, token: string): Promise<void> => {
    try {
      await room.connect(url, token, connectOptions(url));
    } catch (error) {
      if (!left) options.log('The connection to the video room failed', error);
      throw error;
    }
    ready = true;
    update({ connection: 'connected', soundBlocked: !room.canPlaybackAudio });
    arrange();
  };

  /** Asks for new tokens until the room lets us in again, or until there is nothing to come back to. */
  const comeBack = async (): Promise<void> => {
    for (let attempt = 0; !hasLeft(); attempt += 1) {
      await sleep(renewRetryMs[Math.min(attempt, renewRetryMs.length - 1)]!);
      try {
        const address = hasLeft() ? null : await options.renew();
        if (!address || hasLeft()) break;
        await connect(address.url, address.token);
        const { camera, microphone } = publishing.wanted;
        if (camera) void publishing.setCamera(true).catch(options.onDeviceFailed);
        if (microphone) void publishing.setMicrophone(true).catch(options.onDeviceFailed);
        return;
      } catch {
        // The network or the engine is still away: the calm banner stays and we try again.
      }
    }
    update({ connection: 'ended' });
  };

  const measure = async (): Promise<void> => {
    const publication =
      room.localParticipant.getTrackPublication(Track.Source.ScreenShare) ??
      room.localParticipant.getTrackPublication(Track.Source.Camera);
    if (!publication?.track || publication.isMuted) {
      if (state.health) update({ health: null });
      return;
    }
    update({
      health: await sendingHealth(publication.track as LocalVideoTrack, room.localParticipant.connectionQuality),
    });
  };
  const health = setInterval(() => void measure().catch(() => undefined), healthEveryMs);

  listen();
  void connect(options.url, options.token).catch(() => {
    if (left) return;
    update({ connection: 'none' });
    void comeBack();
  });

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cast: (next) => {
      if (next.owner === cast.owner && next.speaker === cast.speaker) return;
      cast = next;
      arrange();
    },
    setCamera: publishing.setCamera,
    setMicrophone: publishing.setMicrophone,
    setScreen: publishing.setScreen,
    stopCamera: publishing.stopCamera,
    stopMicrophone: publishing.stopMicrophone,
    microphoneTrack: () =>
      room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track?.mediaStreamTrack ?? null,
    switchDevice: async (kind, deviceId) => {
      try {
        await room.switchActiveDevice(kind, deviceId);
        chooseDevice(kind, deviceId);
        arrange();
      } catch (error) {
        // The one before has ended by then: what says on would send nothing.
        const camera = kind === 'videoinput';
        await (camera ? publishing.stopCamera() : publishing.stopMicrophone());
        throw deviceError(camera ? 'camera' : 'microphone', error);
      }
    },
    allowSound: async () => {
      await room.startAudio();
      update({ soundBlocked: !room.canPlaybackAudio });
    },
    leave: async () => {
      left = true;
      publishing.close();
      clearInterval(health);
      clearTimeout(quiet);
      await room.disconnect(true);
      for (const element of sounds.values()) element.remove();
      sounds.clear();
      update({ ...quietMedia, connection: 'ended' });
      listeners.clear();
    },
  };
}
