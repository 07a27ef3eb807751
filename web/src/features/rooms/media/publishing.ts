import { ConnectionState, type LocalTrack, type Room, RoomEvent, Track } from 'livekit-client';
import { chosenDevice } from './devices.ts';
import { cameraSize, screenSize } from './engine-room.ts';
import type { RoomMedia } from './media-model.ts';
import { type Device, deviceError, isPickerClosed } from './permission-error.ts';

/** A grant travels to the browser in about 10 ms; longer than this and publishing is refused anyway. */
const grantWaitMs = 3_000;

export interface Publishing extends Pick<
  RoomMedia,
  'setCamera' | 'setMicrophone' | 'setScreen' | 'stopCamera' | 'stopMicrophone'
> {
  /** What the person turned on: comes back after a lost connection. */
  readonly wanted: { readonly camera: boolean; readonly microphone: boolean };
  /** Nothing is wanted any more, and nobody waits for a line. */
  close(): void;
}

const lineIsThere = [RoomEvent.Connected, RoomEvent.Reconnected] as const;
const nothing = (): void => undefined;

/** Camera, microphone and screen of this browser on and off the air. */
export function createPublishing(room: Room, portrait: boolean, onChange: () => void): Publishing {
  const wanted = { camera: false, microphone: false };
  const stopWaiting = { camera: nothing, microphone: nothing };

  const mayPublish = (): boolean => room.localParticipant.permissions?.canPublish === true;

  /** What is turned on without a line waits for one, or until it is not wanted: trying would end in an error that is none of the device. */
  const waitForLine = async (device: Device): Promise<void> => {
    if (room.state === ConnectionState.Connected) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of lineIsThere) room.off(event, done);
        resolve();
      };
      for (const event of lineIsThere) room.on(event, done);
      stopWaiting[device] = done;
    });
  };

  const giveUp = (device: Device): void => {
    wanted[device] = false;
    stopWaiting[device]();
  };

  const waitForGrant = async (device: Device): Promise<void> => {
    if (mayPublish()) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        room.off(RoomEvent.ParticipantPermissionsChanged, check);
        clearTimeout(timer);
        resolve();
      };
      const check = (): void => (mayPublish() ? done() : undefined);
      const timer = setTimeout(done, grantWaitMs);
      room.on(RoomEvent.ParticipantPermissionsChanged, check);
      stopWaiting[device] = done;
    });
  };

  /** Answers whether the device is still wanted then. */
  const waitToSend = async (device: Device): Promise<boolean> => {
    await waitForLine(device);
    if (wanted[device]) await waitForGrant(device);
    return wanted[device];
  };

  const withDevice = (kind: 'videoinput' | 'audioinput'): { deviceId?: ConstrainDOMString } => {
    const id = chosenDevice(kind);
    return id === null ? {} : { deviceId: { ideal: id } };
  };

  const takeOff = async (source: Track.Source): Promise<void> => {
    const track = room.localParticipant.getTrackPublication(source)?.track;
    if (track) await room.localParticipant.unpublishTrack(track, true).catch(() => undefined);
    track?.stop();
    onChange();
  };

  const setCamera = async (on: boolean): Promise<void> => {
    wanted.camera = on;
    if (on && !(await waitToSend('camera'))) return;
    try {
      await room.localParticipant.setCameraEnabled(on, {
        ...withDevice('videoinput'),
        resolution: cameraSize(portrait),
      });
    } catch (error) {
      wanted.camera = false;
      // One that was switched to is the only one it would ever ask for again: the next press opens anew.
      await takeOff(Track.Source.Camera);
      throw deviceError('camera', error);
    } finally {
      onChange();
    }
  };

  const setMicrophone = async (on: boolean): Promise<void> => {
    wanted.microphone = on;
    if (on && !(await waitToSend('microphone'))) return;
    try {
      await room.localParticipant.setMicrophoneEnabled(on, {
        ...withDevice('audioinput'),
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      });
    } catch (error) {
      wanted.microphone = false;
      await takeOff(Track.Source.Microphone);
      throw deviceError('microphone', error);
    } finally {
      onChange();
    }
  };

  const setScreen = async (on: boolean): Promise<boolean> => {
    if (!on) {
      await takeOff(Track.Source.ScreenShare);
      return false;
    }
    let track: LocalTrack | undefined;
    try {
      [track] = await room.localParticipant.createScreenTracks({
        audio: false,
        resolution: screenSize,
        contentHint: 'detail',
      });
      if (!track) return false;
      await room.localParticipant.publishTrack(track, {
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
    } finally {
      onChange();
    }
  };

  return {
    wanted,
    setCamera,
    setMicrophone,
    setScreen,
    close: () => {
      giveUp('camera');
      giveUp('microphone');
    },
    stopCamera: async () => {
      giveUp('camera');
      await takeOff(Track.Source.Camera);
    },
    stopMicrophone: async () => {
      giveUp('microphone');
      await takeOff(Track.Source.Microphone);
    },
  };
}
