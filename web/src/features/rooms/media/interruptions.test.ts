import type { Room } from 'livekit-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Device } from './permission-error.ts';
import { watchInterruptions } from './interruptions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function onAir(opened: Device[] = ['camera', 'microphone']) {
  const publication = () => ({
    isMuted: false,
    track: { mediaStreamTrack: { muted: false, readyState: 'live' as 'live' | 'ended' } },
  });
  const own = { camera: publication(), microphone: publication() };
  const told: string[] = [];
  const room = {
    localParticipant: {
      getTrackPublication: (source: Device) => own[source],
      setCameraEnabled: async (on: boolean) => {
        told.push(`camera ${on}`);
        own.camera.isMuted = !on;
      },
    },
  } as unknown as Room;
  const stop = watchInterruptions(room, new Set(opened), (interrupted) => told.push(`taken: ${interrupted.join()}`));
  return { own, told, stop };
}

describe('a device that is taken from the page', () => {
  it('a device that is off, or silent for a moment, is not reported', () => {
    const { own, told, stop } = onAir(['microphone']);
    own.camera.isMuted = true;
    own.microphone.track.mediaStreamTrack.muted = true;
    vi.advanceTimersByTime(1_500);
    own.microphone.track.mediaStreamTrack.muted = false;
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    stop();
  });

  it.each(['muted', 'ended'] as const)(
    'a device is reported when its track is %s, and its video goes off air',
    (how) => {
      const { own, told, stop } = onAir();
      const track = own.camera.track.mediaStreamTrack;
      if (how === 'muted') track.muted = true;
      else track.readyState = 'ended';
      vi.advanceTimersByTime(2_500);
      expect(told).toEqual(['camera false', 'taken: camera']);
      Object.assign(track, { muted: false, readyState: 'live' });
      own.camera.isMuted = false;
      vi.advanceTimersByTime(500);
      expect(told.slice(2)).toEqual(['taken: ']);
      stop();
    },
  );

  it('devices are no longer watched after the room was left', () => {
    const { own, told, stop } = onAir();
    stop();
    own.camera.track.mediaStreamTrack.muted = true;
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
  });
});
