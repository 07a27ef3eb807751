import type { StoreApi } from 'zustand/vanilla';
import { messageOf } from '#web/shared/api/refusal.ts';
import type { RoomMedia } from './media/media-model.ts';
import { DevicePermissionError } from './media/permission-error.ts';
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
): Devices {
  const may = () => capabilitiesIn(store.getState(), me);

  const open = async (work: () => Promise<unknown> | undefined): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DevicePermissionError)) throw error;
      // A turn that ended while the device opened is no news.
      if (error.device === 'camera' && may().mayUseCamera) notify({ kind: 'cameraDenied' });
      if (error.device === 'microphone' && may().mayUseMicrophone) notify({ kind: 'microphoneDenied' });
    }
  };
  /** The bar takes a turn as well as the card does. */
  const takeTurn = (): void => {
    if (store.getState().turn !== 'none') store.setState({ turn: 'taken' });
  };
  const setCamera = async (on: boolean): Promise<void> => {
    if (on && !may().mayUseCamera) return;
    if (on) takeTurn();
    remember({ camera: on });
    await open(() => media()?.setCamera(on));
  };
  const setMicrophone = async (on: boolean): Promise<void> => {
    if (on && !may().mayUseMicrophone) return;
    if (on) takeTurn();
    remember({ microphone: on });
    await open(() => media()?.setMicrophone(on));
  };

  return {
    goOnAir: async () => {
      if (!me.isOwner && store.getState().turn === 'none') return;
      await Promise.all([setMicrophone(true), setCamera(true)]);
    },
    notNow: () => {
      if (store.getState().turn === 'offered') store.setState({ turn: 'later' });
    },
    setCamera,
    setMicrophone,
    setScreen: async (on) => {
      if (!may().mayShareScreen) return;
      try {
        await media()?.setScreen(on);
      } catch (error) {
        notify({ kind: 'refused', message: messageOf(error) });
      }
    },
    switchDevice: (kind, id) => open(() => media()?.switchDevice(kind, id)),
    microphoneTrack: () => media()?.microphoneTrack() ?? null,
    allowSound: async () => media()?.allowSound(),
  };
}
