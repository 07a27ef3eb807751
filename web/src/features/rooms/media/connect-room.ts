import { type LocalAudioTrack, type Room, RoomEvent, Track } from 'livekit-client';
import { chooseDevice } from './devices.ts';
import { createEngineConnection } from './engine-connection.ts';
import { createEngineRoom } from './engine-room.ts';
import { measureFeed } from './measure-feed.ts';
import { watchInterruptions } from './interruptions.ts';
import { followLoudest, playSounds } from './sounds.ts';
import { type Connection, type ConnectOptions, type MediaState, quietMedia, type RoomMedia } from './media-model.ts';
import { deviceError } from './permission-error.ts';
import { createPhoneCamera } from './phone-camera.ts';
import { createPublishing } from './publishing.ts';
import { followQuality } from './quality.ts';
import { watchSendingHealth } from './sending-health.ts';
import { createTracks } from './tracks.ts';

const silence = { dominant: null, camera: false, microphone: false, screen: false, torch: null } as const;

/** A state that tells its listeners of each change. */
function createMediaState() {
  let state: MediaState = quietMedia;
  const listeners = new Set<() => void>();
  return {
    now: () => state,
    update: (change: Partial<MediaState>): void => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => listeners.clear(),
  };
}

/**
 * Connects to a room with camera and microphone off, and stays connected. Returns at once: a failure to connect is
 * logged, and the connection is then `none` or `reconnecting`.
 */
export function connectRoom(
  options: ConnectOptions,
  room: Room = createEngineRoom(options.priority.only ?? false),
): RoomMedia {
  const { now, update, subscribe, end } = createMediaState();
  const arrange = (): void => tracks.arrange();
  const { wanted, opened, close: stopWaiting, ...own } = createPublishing(room, options.portrait, arrange);
  const { torch, ...camera } = createPhoneCamera(room, { ...own, portrait: options.portrait, onChange: arrange });
  const tracks = createTracks(room, options.priority, (change) => update({ ...change, torch: torch() }));
  const sounds = playSounds(room, options.silent);
  const showSoundBlocked = (): void => update({ soundBlocked: !room.canPlaybackAudio && sounds.any() });
  const onState = (state: Connection): void => {
    update({ connection: state });
    if (state !== 'connected') return;
    showSoundBlocked();
    tracks.arrange();
  };
  const onBack = (): void => {
    if (wanted.camera) void own.setCamera(true).catch(options.onDeviceFailed);
    if (wanted.microphone) void own.setMicrophone(true).catch(options.onDeviceFailed);
  };
  const connection = createEngineConnection(room, { ...options, onState, onLost: () => update(silence), onBack });
  const stops = [
    sounds.stop,
    followLoudest(room, (dominant) => update({ dominant })),
    watchInterruptions(room, opened, (interrupted) => update({ interrupted })),
    followQuality(
      room,
      (quality) => update({ quality }),
      (audioOnly) => {
        update({ audioOnly });
        tracks.setAudioOnly(audioOnly);
      },
    ),
    watchSendingHealth(room, (health) => (health || now().health ? update({ health }) : undefined)),
  ];
  const soundChanges = [
    RoomEvent.AudioPlaybackStatusChanged,
    RoomEvent.TrackSubscribed,
    RoomEvent.TrackUnsubscribed,
  ] as const;
  for (const event of soundChanges) room.on(event, showSoundBlocked);
  connection.dial(options);

  return {
    state: now,
    subscribe,
    setPriority: tracks.setPriority,
    ...own,
    ...camera,
    reopen: async (device) => {
      if (device === 'camera') return own.setCamera(true);
      const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.audioTrack;
      await (track as LocalAudioTrack | undefined)?.restartTrack().catch(() => own.stopMicrophone());
      await own.setMicrophone(true);
    },
    microphoneTrack: () =>
      room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track?.mediaStreamTrack ?? null,
    switchDevice: createSwitch(room, own, tracks.arrange),
    measureFeed: () => measureFeed(room, tracks.priority().owner),
    listen: sounds.listen,
    allowSound: async () => {
      await room.startAudio();
      showSoundBlocked();
    },
    leave: async () => {
      connection.close();
      stopWaiting();
      for (const stop of stops) stop();
      await room.disconnect(true);
      update({ ...quietMedia, connection: 'ended' });
      end();
    },
  };
}

/** Replaces the open camera or microphone by another one, and remembers the choice. */
function createSwitch(
  room: Room,
  own: Pick<RoomMedia, 'stopCamera' | 'stopMicrophone'>,
  onChange: () => void,
): RoomMedia['switchDevice'] {
  return async (kind, deviceId) => {
    try {
      await room.switchActiveDevice(kind, deviceId);
      chooseDevice(kind, deviceId);
      onChange();
    } catch (error) {
      // The device before it is closed by now. It must not be shown as on, as it would send nothing.
      const camera = kind === 'videoinput';
      await (camera ? own.stopCamera() : own.stopMicrophone());
      throw deviceError(camera ? 'camera' : 'microphone', error);
    }
  };
}
