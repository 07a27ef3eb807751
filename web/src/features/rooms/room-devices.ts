import type { StoreApi } from 'zustand/vanilla';
import type { DeviceKind } from './media/devices.ts';
import type { RoomMedia } from './media/media-model.ts';
import { type Device, DevicePermissionError } from './media/permission-error.ts';
import type { Act } from './room-actions.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import { capabilitiesIn, type OwnDevices, type RoomSnapshot } from './room-state.ts';

type Devices = Pick<
  RoomModel,
  'goOnAir' | 'notNow' | 'setCamera' | 'setMicrophone' | 'setScreen' | 'switchDevice' | 'microphoneTrack' | 'allowSound'
>;

interface OwnDevicesModel extends Devices {
  /** Tells of a device that does not open; it is not wished any more. */
  failed(error: unknown): void;
  /** Off the air, and not opened when there is a line or an engine again. */
  takeBack(device: Device): Promise<void>;
}

const ways = {
  camera: { right: 'mayUseCamera', set: 'setCamera', stop: 'stopCamera' },
  microphone: { right: 'mayUseMicrophone', set: 'setMicrophone', stop: 'stopMicrophone' },
} as const;

type Open = (name: string, work: () => Promise<unknown> | undefined) => Promise<void>;

/**
 * One choice of a kind after the other, and of those that wait only the last. The answer is there when none is under way;
 * what an overtaken one could not do is no news.
 */
function createSwitching(
  open: Open,
  media: () => RoomMedia | null,
  turnOn: (device: Device) => Promise<void>,
): RoomModel['switchDevice'] {
  const wished = new Map<DeviceKind, string>();
  const under = new Map<DeviceKind, Promise<void>>();
  const closed = new Set<DeviceKind>();

  const take = async (kind: DeviceKind, id: string): Promise<void> => {
    if (wished.get(kind) !== id) return;
    const device = kind === 'videoinput' ? 'camera' : 'microphone';
    const wasOn = media()?.state()[device];
    await open(kind, async () => {
      try {
        await media()?.switchDevice(kind, id);
      } catch (error) {
        if (wished.get(kind) === id) throw error;
        if (wasOn) closed.add(kind);
      }
    });
    // What an overtaken one closed is opened by the one that is there now.
    if (wished.get(kind) === id && closed.delete(kind)) await turnOn(device);
  };

  return async (kind, id) => {
    wished.set(kind, id);
    const before = under.get(kind);
    const mine = Promise.resolve(before).then(() => take(kind, id));
    under.set(kind, mine);
    for (let last: Promise<void> | undefined; last !== under.get(kind);) {
      last = under.get(kind);
      await last;
    }
  };
}

/** Camera, microphone and screen: only with the right to, and only by a tap of their owner (decisions 33). */
export function createDevices(
  { me, notify }: RoomDeps,
  store: StoreApi<RoomSnapshot>,
  media: () => RoomMedia | null,
  remember: (wish: Partial<OwnDevices>) => void,
  act: Act,
): OwnDevicesModel {
  const can = () => capabilitiesIn(store.getState(), me);
  const may = (device: Device): boolean => can()[ways[device].right];
  const hasEngine = (): boolean => store.getState().media.connection !== 'none';

  const failed = (error: unknown): void => {
    if (!(error instanceof DevicePermissionError)) return notify({ kind: 'unnamed' });
    // It is off: a reload must not open it without a tap.
    remember({ [error.device]: false });
    // A turn that ended while the device opened is no news.
    const { device, why } = error;
    if (may(device)) notify({ kind: 'device', device, why });
  };
  const open = (name: string, work: (on: boolean) => Promise<unknown> | undefined, on?: boolean): Promise<void> => {
    const tell = async (wish: boolean): Promise<null> => {
      await Promise.resolve(work(wish)).catch(failed);
      return null;
    };
    return act(name, tell, on);
  };
  /** The bar takes a turn as well as the card does. */
  const takeTurn = (): void => {
    if (store.getState().turn !== 'none') store.setState({ turn: 'taken' });
  };
  const takeBack = async (device: Device): Promise<void> => {
    if (store.getState().wished[device]) remember({ [device]: false });
    await media()?.[ways[device].stop]();
  };
  const press = async (device: Device, on: boolean): Promise<void> => {
    const { set, stop } = ways[device];
    // Without an engine nothing goes on: a press takes back what would open when there is one again.
    if (!hasEngine()) return takeBack(device);
    if (on && !may(device)) return;
    if (on) takeTurn();
    remember({ [device]: on });
    // What waits for a line, or is opening, waits no more.
    if (!on && store.getState().busy.has(device)) void media()?.[stop]();
    // A turn may end between two wishes.
    await open(device, (now) => (now && !may(device) ? undefined : media()?.[set](now)), on);
  };

  return {
    failed,
    takeBack,
    goOnAir: async () => {
      if (!me.isOwner && store.getState().turn === 'none') return;
      await Promise.all([press('microphone', true), press('camera', true)]);
    },
    notNow: () => {
      if (store.getState().turn !== 'offered') return;
      store.setState({ turn: 'later' });
      notify({ kind: 'turnLater' });
    },
    setCamera: (on) => press('camera', on),
    setMicrophone: (on) => press('microphone', on),
    setScreen: async (on) => {
      if (can().mayShareScreen && hasEngine()) await open('screen', (now) => media()?.setScreen(now), on);
    },
    switchDevice: createSwitching(open, media, (device) => press(device, true)),
    microphoneTrack: () => media()?.microphoneTrack() ?? null,
    allowSound: async () => media()?.allowSound(),
  };
}
