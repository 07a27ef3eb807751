import { ConnectionState, Room, RoomEvent, Track, VideoPresets } from 'livekit-client';
import { connectOptions } from './engine-room.ts';
import type { Device } from './permission-error.ts';

/** What the server gives to a person who sends or watches the preview of the next speaker. */
export interface PreviewPass {
  readonly url: string;
  readonly token: string;
}

const retryMs = 1_000;
const retriesMax = 20;

/**
 * Keeps a connection to the room of a preview until the returned function is called. A lost one is dialed again with a
 * fresh pass, because the server closes the room when someone else is asked.
 */
function stayConnected(room: Room, admit: () => Promise<PreviewPass>, onConnected: () => void): () => void {
  let isOver = false;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    if (isOver || retries >= retriesMax) return;
    retries += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void dial(), retryMs);
  };
  const dial = async (): Promise<void> => {
    try {
      const { url, token } = await admit();
      if (isOver) return;
      await room.connect(url, token, connectOptions(url));
      if (!isOver) onConnected();
    } catch {
      again();
    }
  };
  room.on(RoomEvent.Disconnected, again);
  void dial();
  return () => {
    isOver = true;
    clearTimeout(timer);
    void room.disconnect(false);
  };
}

export interface PreviewTracks {
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
}

/** Watches the preview of the next speaker, for the host and event admins. Returns what ends it. */
export function watchPreview(admit: () => Promise<PreviewPass>, onTracks: (tracks: PreviewTracks) => void): () => void {
  const room = new Room({ adaptiveStream: false });
  const tell = (): void => {
    const publications = [...room.remoteParticipants.values()].flatMap((one) => [...one.trackPublications.values()]);
    const trackOf = (source: Track.Source): MediaStreamTrack | null =>
      publications.find((one) => one.source === source)?.track?.mediaStreamTrack ?? null;
    onTracks({ camera: trackOf(Track.Source.Camera), microphone: trackOf(Track.Source.Microphone) });
  };
  for (const event of [RoomEvent.TrackSubscribed, RoomEvent.TrackUnsubscribed, RoomEvent.Disconnected] as const)
    room.on(event, tell);
  return stayConnected(room, admit, tell);
}

export interface SentPreview {
  /** Sends this track in place of the one before; null sends none. */
  send(device: Device, track: MediaStreamTrack | null): void;
  stop(): void;
}

const sourceOf = { camera: Track.Source.Camera, microphone: Track.Source.Microphone } as const;

/** Sends the own camera and microphone to the host and event admins only. The tracks stay open when it stops. */
export function sendPreview(admit: () => Promise<PreviewPass>): SentPreview {
  const room = new Room({ stopLocalTrackOnUnpublish: false, dynacast: false });
  const tracks = new Map<Device, MediaStreamTrack>();
  const published = new Map<Device, MediaStreamTrack>();
  let work: Promise<unknown> = Promise.resolve();
  const settle = async (device: Device): Promise<void> => {
    if (room.state !== ConnectionState.Connected) return;
    const [wanted, sent] = [tracks.get(device), published.get(device)];
    if (wanted === sent) return;
    published.delete(device);
    if (sent) await room.localParticipant.unpublishTrack(sent, false);
    if (!wanted) return;
    await room.localParticipant.publishTrack(wanted, {
      source: sourceOf[device],
      simulcast: false,
      videoCodec: 'vp8',
      videoEncoding: VideoPresets.h540.encoding,
    });
    published.set(device, wanted);
  };
  const settleSoon = (device: Device): void => {
    work = work.then(() => settle(device)).catch(() => undefined);
  };
  const stop = stayConnected(room, admit, () => {
    published.clear();
    settleSoon('camera');
    settleSoon('microphone');
  });
  return {
    send: (device, track) => {
      if (track) tracks.set(device, track);
      else tracks.delete(device);
      settleSoon(device);
    },
    stop,
  };
}
