import type { DeviceKind } from '../media/devices.ts';
import type { RoomMedia } from '../media/media-model.ts';
import type { Device } from '../media/permission-error.ts';
import type { RoomModel } from './room-deps.ts';

export type OpenDevice = (name: string, work: () => Promise<unknown> | undefined) => Promise<void>;

const deviceOf = { videoinput: 'camera', audioinput: 'microphone' } as const satisfies Record<DeviceKind, Device>;

/**
 * Switches to another camera or microphone: one switch of a kind at a time, and of those that wait only the last.
 * Resolves when none is under way. A switch that was overtaken fails silently.
 */
export function createSwitching(
  open: OpenDevice,
  media: () => RoomMedia | null,
  turnOn: (device: Device) => Promise<void>,
): RoomModel['switchDevice'] {
  const wanted = new Map<DeviceKind, string>();
  const underWay = new Map<DeviceKind, Promise<void>>();
  /** Kinds whose device was on and was closed by a switch that failed and was overtaken. */
  const closed = new Set<DeviceKind>();

  const take = async (kind: DeviceKind, id: string): Promise<void> => {
    if (wanted.get(kind) !== id) return;
    const device = deviceOf[kind];
    const wasOn = media()?.state()[device];
    await open(kind, async () => {
      try {
        await media()?.switchDevice(kind, id);
      } catch (error) {
        if (wanted.get(kind) === id) throw error;
        if (wasOn) closed.add(kind);
      }
    });
    if (wanted.get(kind) === id && closed.delete(kind)) await turnOn(device);
  };

  return async (kind, id) => {
    wanted.set(kind, id);
    const before = underWay.get(kind);
    const mine = Promise.resolve(before).then(() => take(kind, id));
    underWay.set(kind, mine);
    for (let last: Promise<void> | undefined; last !== underWay.get(kind);) {
      last = underWay.get(kind);
      await last;
    }
  };
}
