import { ConnectionState, type Room, RoomEvent } from 'livekit-client';
import type { Device } from './permission-error.ts';

/** A grant travels to the browser in about 10 ms. After this long publishing is tried, and refused, without it. */
const grantWaitMs = 3_000;
const connectedEvents = [RoomEvent.Connected, RoomEvent.Reconnected] as const;
const nothing = (): void => undefined;

/** Which devices the person turned on, and what those wait for before they may send. */
export interface SendPermission {
  readonly wanted: Record<Device, boolean>;
  /** Waits for the connection, and until anything may be sent. Answers whether the device is still wanted then. */
  wait(device: Device): Promise<boolean>;
  giveUp(device: Device): void;
}

export function createSendPermission(room: Room): SendPermission {
  const wanted = { camera: false, microphone: false };
  const stopWaiting = { camera: nothing, microphone: nothing };
  const mayPublish = (): boolean => room.localParticipant.permissions?.canPublish === true;

  /** Trying to send without a connection would end in an error that has nothing to do with the device. */
  const connection = async (device: Device): Promise<void> => {
    if (room.state === ConnectionState.Connected) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of connectedEvents) room.off(event, done);
        resolve();
      };
      for (const event of connectedEvents) room.on(event, done);
      stopWaiting[device] = done;
    });
  };
  const grant = async (device: Device): Promise<void> => {
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
  return {
    wanted,
    wait: async (device) => {
      await connection(device);
      if (wanted[device]) await grant(device);
      return wanted[device];
    },
    giveUp: (device) => {
      wanted[device] = false;
      stopWaiting[device]();
    },
  };
}
