import { chooseDevice, openCamera, openMicrophone } from '../media/devices.ts';
import { type Feed, type MediaState, quietMedia, type RoomMedia } from '../media/media-model.ts';
import type { Device } from '../media/permission-error.ts';

/** A picture of this browser, shown to this person alone. */
function localFeed(username: string, source: Feed['source'], track: MediaStreamTrack): Feed {
  return {
    key: track.id,
    username,
    source,
    local: true,
    attach: (element) => {
      element.srcObject = new MediaStream([track]);
      return () => void (element.srcObject = null);
    },
  };
}

/**
 * The media of a rehearsal: the host's real camera, microphone and screen, seen in this browser and sent nowhere. There
 * is no connection to the video engine that anyone could listen to.
 */
export function createLocalMedia(username: string, people: readonly string[]): RoomMedia {
  const tracks: Partial<Record<Device | 'screen', MediaStreamTrack>> = {};
  const listeners = new Set<() => void>();
  let isLeft = false;
  let now: MediaState = { ...quietMedia, connection: 'connected', present: [username, ...people] };
  const tell = (): void => {
    now = {
      ...now,
      camera: tracks.camera !== undefined,
      microphone: tracks.microphone !== undefined,
      screen: tracks.screen !== undefined,
      audible: tracks.microphone ? [username] : [],
      feeds: (['screen', 'camera'] as const).flatMap((source) => {
        const track = tracks[source];
        const known = now.feeds.find(({ key }) => key === track?.id);
        return track ? [known ?? localFeed(username, source, track)] : [];
      }),
    };
    for (const listener of listeners) listener();
  };
  const stop = (source: Device | 'screen'): void => {
    tracks[source]?.stop();
    delete tracks[source];
    tell();
  };
  const open = async (source: Device | 'screen', how: () => Promise<MediaStreamTrack>): Promise<void> => {
    if (tracks[source]) return;
    const track = await how();
    if (isLeft || tracks[source]) return track.stop();
    tracks[source] = track;
    track.addEventListener('ended', () => tracks[source] === track && stop(source));
    tell();
  };
  const ways = { camera: openCamera, microphone: openMicrophone } as const;
  const set = (device: Device) => async (on: boolean) => (on ? open(device, ways[device]) : stop(device));
  const again = async (device: Device): Promise<void> => {
    if (!tracks[device]) return;
    stop(device);
    await open(device, ways[device]);
  };

  return {
    state: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setPriority: () => undefined,
    setCamera: set('camera'),
    setMicrophone: set('microphone'),
    setScreen: async (on) => {
      if (!on) stop('screen');
      else {
        const picked = await navigator.mediaDevices.getDisplayMedia().catch(() => null);
        const track = picked?.getVideoTracks()[0];
        if (track) await open('screen', async () => track);
      }
      return tracks.screen !== undefined;
    },
    stopCamera: async () => stop('camera'),
    stopMicrophone: async () => stop('microphone'),
    microphoneTrack: () => tracks.microphone ?? null,
    switchDevice: (kind, id) => {
      chooseDevice(kind, id);
      return again(kind === 'videoinput' ? 'camera' : 'microphone');
    },
    turnCamera: async () => undefined,
    setTorch: async () => undefined,
    reopen: again,
    measureFeed: async () => ({ at: performance.now(), paused: false, picture: null, sound: null }),
    listen: () => undefined,
    allowSound: async () => undefined,
    leave: async () => {
      isLeft = true;
      for (const source of ['camera', 'microphone', 'screen'] as const) stop(source);
      listeners.clear();
    },
  };
}
