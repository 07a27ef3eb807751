import { canShareScreen } from '../media/devices.ts';
import type { Device } from '../media/permission-error.ts';
import { showNotice } from '../show-notice.ts';
import { handPlace } from '../model/room-state.ts';
import { toggleStageWindow } from '../stage-window.ts';
import { type PanelTab, useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';

export interface DeviceControl {
  readonly on: boolean;
  readonly may: boolean;
  /** Turned on, and opens once the video is connected. */
  readonly waits: boolean;
  readonly toggle: () => void;
}

export interface Controls {
  /** There is no video engine to send to, which camera, microphone and screen say. */
  readonly noVideo: boolean;
  /** Camera, microphone and screen are shown. While a broadcast comes from an encoder they would go nowhere. */
  readonly devices: boolean;
  readonly microphone: DeviceControl;
  readonly camera: DeviceControl;
  readonly screen: { on: boolean; may: boolean; toggle: () => void };
  /** Gives the turn to the first in the queue. */
  readonly callNext: () => void;
  readonly hand: { place: number; may: boolean; toggle: () => void };
  readonly panel: {
    open: boolean;
    tab: PanelTab;
    show: (tab: PanelTab) => void;
    hide: () => void;
    toggleChat: () => void;
  };
  /** The stage on top of other windows. */
  readonly toggleStageWindow: () => void;
}

/** What the buttons and the keyboard shortcuts do. */
export function useControls(): Controls {
  const { model, view } = useRoomParts();
  const can = useCapabilities();
  const media = useSnapshot((snapshot) => snapshot.media);
  const live = useSnapshot((snapshot) => snapshot.live);
  const { showChat, tab } = { showChat: useView((one) => one.showChat), tab: useView((one) => one.tab) };
  const busy = useSnapshot((snapshot) => snapshot.busy);
  const wanted = useSnapshot((snapshot) => snapshot.wanted);
  const byFiles = useSnapshot((snapshot) => snapshot.delivery === 'hls');
  const control = (device: Device, may: boolean): DeviceControl => {
    const on = media[device];
    const waits = wanted[device] && !on && media.connection !== 'connected';
    const set = device === 'camera' ? model.setCamera : model.setMicrophone;
    return { on, may, waits, toggle: () => may && void set(!(busy.get(device) ?? (on || waits))) };
  };
  const place = handPlace(live, model.me.username);
  const show = (next: PanelTab): void =>
    view.setState({ showChat: true, tab: next, ...(next === 'chat' ? { unread: 0 } : {}) });
  const hide = (): void => view.setState({ showChat: false });
  return {
    devices: can.seesDevices && live?.source !== 'encoder',
    noVideo: media.connection === 'none',
    microphone: control('microphone', can.mayUseMicrophone),
    camera: control('camera', can.mayUseCamera),
    screen: {
      on: media.screen,
      may: can.mayShareScreen,
      toggle: () =>
        canShareScreen() ? void model.setScreen(!media.screen) : showNotice({ kind: 'screenUnsupported' }),
    },
    toggleStageWindow: () => void toggleStageWindow(view, byFiles),
    callNext: () => {
      const next = live?.hands[0];
      if (next && can.mayChooseSpeaker && !busy.has('turn')) void model.setTurn(next.username, true);
    },
    hand: {
      place,
      may: can.mayRaiseHand || can.mayLowerHand,
      toggle: () => (can.mayRaiseHand || can.mayLowerHand) && void model.setHand(place === 0),
    },
    panel: { open: showChat, tab, show, hide, toggleChat: () => (showChat && tab === 'chat' ? hide() : show('chat')) },
  };
}
