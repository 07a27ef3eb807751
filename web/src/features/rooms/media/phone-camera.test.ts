import { type Room, Track } from 'livekit-client';
import { describe, expect, it } from 'vitest';
import { turnsPictures } from './devices.ts';
import { cameraAfter, createPhoneCamera } from './phone-camera.ts';

interface Wish {
  readonly facingMode?: string;
  readonly deviceId?: string;
}

/** An open camera of a phone with one on each side, as far as turning it uses it. */
function phone({ broken = false, torch = false } = {}) {
  const told = { wishes: [] as Wish[], stopped: 0, changed: 0, applied: [] as unknown[] };
  let facing = 'user';
  const track = {
    mediaStreamTrack: {
      getSettings: () => ({ facingMode: facing, deviceId: facing }),
      getCapabilities: () => ({ torch: torch && facing === 'environment' }),
      applyConstraints: async (constraints: unknown) => void told.applied.push(constraints),
    },
    restartTrack: async ({ facingMode, deviceId }: Wish) => {
      told.wishes.push({ ...(facingMode && { facingMode }), ...(deviceId && { deviceId }) });
      if (broken && facingMode) throw new DOMException('Used by another app', 'NotReadableError');
      facing = facingMode ?? facing;
    },
  };
  const publication = { isMuted: false, videoTrack: track };
  const room = {
    localParticipant: {
      getTrackPublication: (of: Track.Source) => (of === Track.Source.Camera ? publication : undefined),
    },
  } as unknown as Room;
  const camera = createPhoneCamera(room, {
    portrait: () => false,
    stopCamera: async () => void (told.stopped += 1),
    onChange: () => void (told.changed += 1),
  });
  return { told, camera, publication };
}

describe('the cameras of a phone', () => {
  it('the camera turns to the back and to the front again', async () => {
    const { told, camera } = phone();
    await camera.turnCamera();
    await camera.turnCamera();
    expect(told).toMatchObject({ wishes: [{ facingMode: 'environment' }, { facingMode: 'user' }], changed: 2 });
  });

  it('a camera that fails to open leaves the one before it open, and the failure is reported', async () => {
    const { told, camera } = phone({ broken: true });
    await expect(camera.turnCamera()).rejects.toThrow('camera permissions denied');
    expect(told).toMatchObject({ wishes: [{ facingMode: 'environment' }, { deviceId: 'user' }], stopped: 0 });
  });

  it('turning and torch do nothing while the camera is off', async () => {
    const { told, camera, publication } = phone({ torch: true });
    publication.isMuted = true;
    await camera.turnCamera();
    await camera.setTorch(true);
    expect([told.wishes, told.applied, camera.torch()]).toEqual([[], [], null]);
  });

  it('only a camera that has a torch offers one', async () => {
    const { told, camera } = phone({ torch: true });
    expect(camera.torch()).toBe(null);
    await camera.turnCamera();
    expect(camera.torch()).toBe(false);
    await camera.setTorch(true);
    expect(told.applied).toEqual([{ advanced: [{ torch: true }] }]);
  });

  it('the next camera in the list is chosen where no camera says which way it faces', () => {
    expect(cameraAfter(['a'], 'a')).toBeUndefined();
    expect([cameraAfter(['a', 'b'], 'a'), cameraAfter(['a', 'b'], 'b')]).toEqual(['b', 'a']);
  });
});

it.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 5, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/18.7 Mobile Safari/604.1', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.7 Safari/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.7 Safari/605.1.15', 0, false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 10, false],
])('the picture of %s with %i touch points turns automatically: %s', (userAgent, maxTouchPoints, turns) =>
  expect(turnsPictures({ userAgent, maxTouchPoints })).toBe(turns),
);
