import { useCallback, useEffect, useState } from 'react';
import { lookAtDevices } from '#web/shared/api/client-headers.ts';
import {
  chooseDevice,
  chosenDevice,
  type DeviceChoice,
  type DeviceKind,
  isAllowed,
  listDevices,
  onDevicesChange,
  openCamera,
  openMicrophone,
} from '../media/devices.ts';
import { type Device, DevicePermissionError } from '../media/permission-error.ts';
import { carriesVideo } from '../media/video-support.ts';
import { showNotice } from '../show-notice.ts';
import { createDeviceOpening } from './device-opening.ts';

const kindOf: Record<Device, DeviceKind> = { camera: 'videoinput', microphone: 'audioinput' };

export interface PreviewDevice {
  readonly track: MediaStreamTrack | null;
  readonly choices: readonly DeviceChoice[];
  readonly chosen: string | null;
  /** It is on, or it is being opened. */
  isWanted(): boolean;
  setOn(on: boolean): void;
  choose(id: string): void;
}

/**
 * The own camera or microphone before entering; nobody else sees or hears it. The owner's opens at once (`opens`), a
 * viewer's only if the browser was given permission before. Otherwise it waits for a tap.
 */
export function usePreview(device: Device, opens: boolean): PreviewDevice {
  const kind = kindOf[device];
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [choices, setChoices] = useState<readonly DeviceChoice[]>([]);
  const [chosen, setChosen] = useState(() => chosenDevice(kind));

  const look = useCallback(async () => setChoices(await listDevices(kind).catch(() => [])), [kind]);

  const [opening] = useState(() =>
    createDeviceOpening({
      openTrack: device === 'camera' ? openCamera : openMicrophone,
      show: (shown) => {
        setTrack(shown);
        if (shown) setChosen(shown.getSettings().deviceId ?? chosenDevice(kind));
      },
      failed: (error) => {
        if (error instanceof DevicePermissionError) showNotice({ kind: 'device', device, why: error.why });
      },
    }),
  );
  const open = useCallback(async () => {
    await opening.open();
    await look();
    void lookAtDevices();
  }, [opening, look]);

  useEffect(() => {
    if (!carriesVideo()) return undefined;
    listDevices(kind).then(setChoices, () => undefined);
    const stop = onDevicesChange(() => void look());
    let over = false;
    void (async () => {
      if (opens || (await isAllowed(device))) if (!over) await open();
    })();
    return () => {
      over = true;
      stop();
      opening.close();
    };
  }, [opens, device, kind, look, open, opening]);

  return {
    track,
    choices,
    chosen,
    isWanted: () => opening.isWanted(),
    setOn: (on) => (on ? void open() : opening.close()),
    choose: (id) => {
      chooseDevice(kind, id);
      setChosen(id);
      void open();
    },
  };
}
