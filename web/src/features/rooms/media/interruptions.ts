import { type Room, Track } from 'livekit-client';
import type { MediaState } from './media-model.ts';
import type { Device } from './permission-error.ts';

const sourceOf = { camera: Track.Source.Camera, microphone: Track.Source.Microphone } as const;
/** Cameras and microphones; looking at them costs nothing. LiveKit replaces tracks, so their events would be lost. */
const lookedAtEveryMs = 500;
/** A device may say nothing for a moment. After this long somebody else has it. */
const takenAfterMs = 1_500;

/**
 * Notices when an open camera or microphone is taken from this page: by a call, another app, or in the background. The
 * picture is then taken off the air, so that the others see that it is gone instead of its last frame. Returns what
 * stops it.
 */
export function watchInterruptions(
  { localParticipant }: Room,
  opened: ReadonlySet<Device>,
  onChange: (interrupted: MediaState['interrupted']) => void,
): () => void {
  const silentSince = new Map<Device, number>();
  let shown: readonly Device[] = [];

  const isSilent = (device: Device): boolean => {
    const publication = localParticipant.getTrackPublication(sourceOf[device]);
    const track = publication?.track?.mediaStreamTrack;
    if (!opened.has(device) || !publication || !track) return false;
    return publication.isMuted || track.muted || track.readyState === 'ended';
  };
  const isTaken = (device: Device): boolean => {
    if (!isSilent(device)) return silentSince.delete(device) && false;
    const since = silentSince.get(device) ?? performance.now();
    silentSince.set(device, since);
    return performance.now() - since >= takenAfterMs;
  };
  const look = (): void => {
    const taken = (['camera', 'microphone'] as const).filter(isTaken);
    if (taken.join() === shown.join()) return;
    if (taken.includes('camera') && !shown.includes('camera'))
      void localParticipant.setCameraEnabled(false).catch(() => undefined);
    shown = taken;
    onChange(taken);
  };
  const timer = setInterval(look, lookedAtEveryMs);
  return () => clearInterval(timer);
}
