import type { StoreApi } from 'zustand/vanilla';
import type { RoomMedia } from './media/media-model.ts';
import { DevicePermissionError } from './media/permission-error.ts';
import type { Act } from './room-actions.ts';
import type { OwnDevices, RoomDeps, RoomModel } from './room-deps.ts';
import { capabilitiesIn, type RoomSnapshot } from './room-state.ts';

type Devices = Pick<
  RoomModel,
  'goOnAir' | 'notNow' | 'setCamera' | 'setMicrophone' | 'setScreen' | 'switchDevice' | 'microphoneTrack' | 'allowSound'
>;

/** Camera, microphone and screen: only with the right to, and only by a tap of their owner (decisions 33). */
export function createDevices(
  { me, notify }: RoomDeps,
  store: StoreApi<RoomSnapshot>,
  media: () => RoomMedia | null,
  remember: (wish: Partial<OwnDevices>) => void,
  act: Act,
): Devices {
  const may = () => capabilitiesIn(store.getState(), me);

  const open = (name: string, work: () => Promise<unknown> | undefined): Promise<void> =>
    act(name, async () => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof DevicePermissionError)) throw error;
        // It is off: a reload must not open it without a tap.
        remember({ [error.device]: false });
        // A turn that ended while the device opened is no news.
        const { device, why } = error;
        if (device === 'camera' ? may().mayUseCamera : may().mayUseMicrophone) notify({ kind: 'device', device, why });
      }
      return null;
    });
  /** The bar takes a turn as well as the card does. */
  const takeTurn = (): void => {
    if (store.getState().turn !== 'none') store.setState({ turn: 'taken' });
  };
  const setCamera = async (on: boolean): Promise<void> => {
    if (on && !may().mayUseCamera) return;
    if (on) takeTurn();
    remember({ camera: on });
    await open('camera', () => media()?.setCamera(on));
  };
  const setMicrophone = async (on: boolean): Promise<void> => {
    if (on && !may().mayUseMicrophone) return;
    if (on) takeTurn();
    remember({ microphone: on });
    await open('microphone', () => media()?.setMicrophone(on));
  };

  return {
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
      if (may().mayShareScreen) await open('screen', () => media()?.setScreen(on));
    },
    switchDevice: (kind, id) => open(`${kind} ${id}`, () => media()?.switchDevice(kind, id)),
    microphoneTrack: () => media()?.microphoneTrack() ?? null,
    allowSound: async () => media()?.allowSound(),
  };
}
