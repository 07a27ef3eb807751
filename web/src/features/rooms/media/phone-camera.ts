import { type LocalVideoTrack, type Room, Track, type VideoCaptureOptions } from 'livekit-client';
import { chooseDevice, listDevices } from './devices.ts';
import { cameraSize } from './engine-room.ts';
import type { RoomMedia } from './media-model.ts';
import { deviceError } from './permission-error.ts';

/** What browsers of phones know beyond what TypeScript knows. */
type TorchParts = { torch?: boolean };

const torchOf = (track: MediaStreamTrack): boolean | null => {
  // Missing in older browsers.
  const can = (track.getCapabilities as typeof track.getCapabilities | undefined)?.call(track) as TorchParts;
  return can?.torch === true ? ((track.getSettings() as TorchParts).torch ?? false) : null;
};

interface CameraChoice {
  readonly facing: string | undefined;
  readonly id: string | undefined;
}

/** The camera after this one in the list; undefined where it is the only one. */
export const cameraAfter = (ids: readonly string[], current: string | undefined): string | undefined =>
  ids.length < 2 ? undefined : ids[(ids.indexOf(current ?? '') + 1) % ids.length];

interface Parts {
  readonly portrait: () => boolean;
  readonly stopCamera: () => Promise<void>;
  readonly onChange: () => void;
}

/** The phone's cameras: which of them sends, and its torch. */
export function createPhoneCamera(
  room: Room,
  { portrait, stopCamera, onChange }: Parts,
): Pick<RoomMedia, 'turnCamera' | 'setTorch'> & { torch(): boolean | null } {
  const own = (): LocalVideoTrack | undefined => {
    const publication = room.localParticipant.getTrackPublication(Track.Source.Camera);
    return publication && !publication.isMuted ? (publication.videoTrack as LocalVideoTrack | undefined) : undefined;
  };
  const shown = (track: LocalVideoTrack): CameraChoice => {
    const { facingMode: facing, deviceId: id } = track.mediaStreamTrack.getSettings();
    return { facing, id };
  };
  const resolution = () => cameraSize(portrait());
  /** Browsers that do not say which way a camera faces take the next one of the list. */
  const otherThan = async ({ facing, id }: CameraChoice): Promise<VideoCaptureOptions | undefined> => {
    if (facing !== undefined) return { facingMode: facing === 'environment' ? 'user' : 'environment' };
    const next = cameraAfter(
      (await listDevices('videoinput')).map((one) => one.id),
      id,
    );
    return next === undefined ? undefined : { deviceId: { exact: next } };
  };
  return {
    turnCamera: async () => {
      const track = own();
      if (!track) return;
      const before = shown(track);
      try {
        const other = await otherThan(before);
        if (!other) return;
        await track.restartTrack({ ...other, resolution: resolution() });
        const { id } = shown(track);
        if (id !== undefined) chooseDevice('videoinput', id);
      } catch (error) {
        // The camera before it is closed by now. It opens again, or is off: shown as on it would send nothing.
        const ideal = before.id === undefined ? {} : { deviceId: before.id };
        await track.restartTrack({ ...ideal, resolution: resolution() }).catch(stopCamera);
        throw deviceError('camera', error);
      } finally {
        onChange();
      }
    },
    setTorch: async (on) => {
      await own()?.mediaStreamTrack.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
      onChange();
    },
    torch: () => {
      const track = own();
      return track ? torchOf(track.mediaStreamTrack) : null;
    },
  };
}
