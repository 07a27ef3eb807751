import type { StoreApi } from 'zustand/vanilla';
import type { DeviceKind } from './media/devices.ts';
import type { RoomMedia } from './media/media-model.ts';
import { type Device, DevicePermissionError } from './media/permission-error.ts';
import type { Act } from './room-actions.ts';
import type { OwnDevices, RoomDeps, RoomModel } from './room-deps.ts';
import { capabilitiesIn, type RoomSnapshot } from './room-state.ts';

type Devices = Pick<
  RoomModel,
  'goOnAir' | 'notNow' | 'setCamera' | 'setMicrophone' | 'setScreen' | 'switchDevice' | 'microphoneTrack' | 'allowSound'
>;

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
): Devices & { failed: (error: unknown) => void } {
  const may = () => capabilitiesIn(store.getState(), me);
  const hasEngine = (): boolean => store.getState().media.connection !== 'none';

  const failed = (error: unknown): void => {
    if (!(error instanceof DevicePermissionError)) throw error;
    // It is off: a reload must not open it without a tap.
    remember({ [error.device]: false });
    // A turn that ended while the device opened is no news.
    const { device, why } = error;
    if (device === 'camera' ? may().mayUseCamera : may().mayUseMicrophone) notify({ kind: 'device', device, why });
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
  /** What waits for a line, or is opening, waits no more. */
  const stopOpening = (device: Device, on: boolean): void => {
    if (on || !store.getState().busy.has(device)) return;
    void (device === 'camera' ? media()?.stopCamera() : media()?.stopMicrophone());
  };
  // Without an engine nothing goes on: a press takes back what would open when there is one again.
  const setCamera = async (on: boolean): Promise<void> => {
    if (!hasEngine()) {
      remember({ camera: false });
      return media()?.stopCamera();
    }
    if (on && !may().mayUseCamera) return;
    if (on) takeTurn();
    remember({ camera: on });
    stopOpening('camera', on);
    // A turn may end between two wishes.
    await open('camera', (now) => (now && !may().mayUseCamera ? undefined : media()?.setCamera(now)), on);
  };
  const setMicrophone = async (on: boolean): Promise<void> => {
    if (!hasEngine()) {
      remember({ microphone: false });
      return media()?.stopMicrophone();
    }
    if (on && !may().mayUseMicrophone) return;
    if (on) takeTurn();
    remember({ microphone: on });
    stopOpening('microphone', on);
    await open('microphone', (now) => (now && !may().mayUseMicrophone ? undefined : media()?.setMicrophone(now)), on);
  };

  return {
    failed,
    goOnAir: async () => {
      if (!me.isOwner && store.getState().turn === 'none') return;
      await Promise.all([setMicrophone(true), setCamera(true)]);
    },
    notNow: () => {
      if (store.getState().turn !== 'offered') return;
      store.setState({ turn: 'later' });
      notify({ kind: 'turnLater' });
    },
    setCamera,
    setMicrophone,
    setScreen: async (on) => {
      if (may().mayShareScreen && hasEngine()) await open('screen', (now) => media()?.setScreen(now), on);
    },
    switchDevice: createSwitching(open, media, (device) =>
      device === 'camera' ? setCamera(true) : setMicrophone(true),
    ),
    microphoneTrack: () => media()?.microphoneTrack() ?? null,
    allowSound: async () => media()?.allowSound(),
  };
}
