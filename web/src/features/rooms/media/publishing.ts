import { type LocalTrack, type Room, Track } from 'livekit-client';
import { chosenDevice, type DeviceKind } from './devices.ts';
import { cameraSize, screenSize } from './engine-room.ts';
import type { RoomMedia } from './media-model.ts';
import { type Device, deviceError, isPickerClosed } from './permission-error.ts';
import { createSendPermission, type SendPermission } from './send-permission.ts';

export interface Publishing extends Pick<
  RoomMedia,
  'setCamera' | 'setMicrophone' | 'setScreen' | 'stopCamera' | 'stopMicrophone'
> {
  /** What the person turned on. It is turned on again after a lost connection. */
  readonly wanted: Readonly<SendPermission['wanted']>;
  /** What was turned on and opened, and was not turned off since. */
  readonly opened: ReadonlySet<Device>;
  /** Nothing is wanted any more, and nothing waits for a connection. */
  close(): void;
}

const sourceOf = { camera: Track.Source.Camera, microphone: Track.Source.Microphone } as const;

const withDevice = (kind: DeviceKind): { deviceId?: ConstrainDOMString } => {
  const id = chosenDevice(kind);
  return id === null ? {} : { deviceId: { ideal: id } };
};

/** Sends camera, microphone and screen of this browser, and stops sending them. */
export function createPublishing(room: Room, portrait: () => boolean, onChange: () => void): Publishing {
  const { wanted, wait, giveUp } = createSendPermission(room);
  const opened = new Set<Device>();

  const takeOff = async (source: Track.Source): Promise<void> => {
    const track = room.localParticipant.getTrackPublication(source)?.track;
    if (track) await room.localParticipant.unpublishTrack(track, true).catch(() => undefined);
    track?.stop();
    onChange();
  };
  const send: Record<Device, (on: boolean) => Promise<unknown>> = {
    camera: (on) =>
      room.localParticipant.setCameraEnabled(on, { ...withDevice('videoinput'), resolution: cameraSize(portrait()) }),
    microphone: (on) =>
      room.localParticipant.setMicrophoneEnabled(on, {
        ...withDevice('audioinput'),
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      }),
  };
  const set = async (device: Device, on: boolean): Promise<void> => {
    wanted[device] = on;
    opened.delete(device);
    if (on && !(await wait(device))) return;
    try {
      await send[device](on);
      if (on && wanted[device]) opened.add(device);
    } catch (error) {
      wanted[device] = false;
      // LiveKit would ask for the same device again, and no other: the next press opens it again.
      await takeOff(sourceOf[device]);
      throw deviceError(device, error);
    } finally {
      onChange();
    }
  };
  const stop = async (device: Device): Promise<void> => {
    giveUp(device);
    opened.delete(device);
    await takeOff(sourceOf[device]);
  };

  return {
    wanted,
    opened,
    setCamera: (on) => set('camera', on),
    setMicrophone: (on) => set('microphone', on),
    setScreen: async (on) => {
      if (on) return shareScreen(room).finally(onChange);
      await takeOff(Track.Source.ScreenShare);
      return false;
    },
    stopCamera: () => stop('camera'),
    stopMicrophone: () => stop('microphone'),
    close: () => {
      giveUp('camera');
      giveUp('microphone');
    },
  };
}

/**
 * Lets the person choose a screen and publishes it. Answers whether it is shared: closing the browser's picker is no
 * error.
 */
async function shareScreen({ localParticipant }: Room): Promise<boolean> {
  let track: LocalTrack | undefined;
  try {
    [track] = await localParticipant.createScreenTracks({
      audio: false,
      resolution: screenSize,
      contentHint: 'detail',
    });
    if (!track) return false;
    await localParticipant.publishTrack(track, {
      name: 'screen',
      source: Track.Source.ScreenShare,
      simulcast: false,
      degradationPreference: 'maintain-resolution',
    });
    return true;
  } catch (error) {
    track?.stop();
    if (isPickerClosed(error)) return false;
    throw error;
  }
}
