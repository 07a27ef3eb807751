import { ConnectionQuality, type LocalVideoTrack, type Room, Track } from 'livekit-client';
import type { SendingHealth } from './media-model.ts';

const measuredEveryMs = 2_000;
const lastSent = new WeakMap<LocalVideoTrack, { bytes: number; at: number }>();

/** What the senders of a picture have sent since the last measurement. */
async function healthOf(track: LocalVideoTrack, quality: ConnectionQuality): Promise<SendingHealth> {
  const layers = await track.getSenderStats();
  const bytes = layers.reduce((sum, layer) => sum + (layer.bytesSent ?? 0), 0);
  const at = performance.now();
  const before = lastSent.get(track);
  lastSent.set(track, { bytes, at });
  const seconds = before ? (at - before.at) / 1000 : 0;
  return {
    quality: quality === ConnectionQuality.Poor ? 'fair' : quality === ConnectionQuality.Lost ? 'poor' : 'good',
    height: Math.max(0, ...layers.map((layer) => Math.min(layer.frameHeight ?? 0, layer.frameWidth ?? 0))),
    fps: Math.round(Math.max(0, ...layers.map((layer) => layer.framesPerSecond ?? 0))),
    bitsPerSecond: before && seconds > 0 ? Math.max(0, ((bytes - before.bytes) * 8) / seconds) : 0,
  };
}

/**
 * Measures every two seconds how well the own screen, else the camera, is sent; null while neither is. Returns what
 * stops it.
 */
export function watchSendingHealth(
  { localParticipant }: Room,
  onHealth: (health: SendingHealth | null) => void,
): () => void {
  const measure = async (): Promise<void> => {
    const publication =
      localParticipant.getTrackPublication(Track.Source.ScreenShare) ??
      localParticipant.getTrackPublication(Track.Source.Camera);
    const isSending = publication?.track && !publication.isMuted;
    onHealth(
      isSending ? await healthOf(publication.track as LocalVideoTrack, localParticipant.connectionQuality) : null,
    );
  };
  const timer = setInterval(() => void measure().catch(() => undefined), measuredEveryMs);
  return () => clearInterval(timer);
}
