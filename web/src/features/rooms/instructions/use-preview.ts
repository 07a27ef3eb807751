import { useCallback, useEffect, useRef, useState } from 'react';
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
import { showNotice } from '../show-notice.ts';

const kindOf: Record<Device, DeviceKind> = { camera: 'videoinput', microphone: 'audioinput' };

export interface PreviewDevice {
  readonly track: MediaStreamTrack | null;
  readonly choices: readonly DeviceChoice[];
  readonly chosen: string | null;
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
  const current = useRef<MediaStreamTrack | null>(null);
  const wish = useRef(0);

  const look = useCallback(async () => setChoices(await listDevices(kind).catch(() => [])), [kind]);

  const close = useCallback(() => {
    wish.current += 1;
    current.current?.stop();
    current.current = null;
    setTrack(null);
  }, []);

  const open = useCallback(async () => {
    close();
    const mine = wish.current;
    try {
      const opened = await (device === 'camera' ? openCamera() : openMicrophone());
      if (wish.current !== mine) return opened.stop();
      current.current = opened;
      setTrack(opened);
      setChosen(opened.getSettings().deviceId ?? chosenDevice(kind));
    } catch (error) {
      if (error instanceof DevicePermissionError && wish.current === mine)
        showNotice({ kind: 'device', device, why: error.why });
    }
    await look();
    void lookAtDevices();
  }, [close, device, kind, look]);

  useEffect(() => {
    listDevices(kind).then(setChoices, () => undefined);
    const stop = onDevicesChange(() => void look());
    let over = false;
    void (async () => {
      if (opens || (await isAllowed(device))) if (!over) await open();
    })();
    return () => {
      over = true;
      stop();
      close();
    };
  }, [opens, device, kind, look, open, close]);

  return {
    track,
    choices,
    chosen,
    setOn: (on) => (on ? void open() : close()),
    choose: (id) => {
      chooseDevice(kind, id);
      setChosen(id);
      void open();
    },
  };
}
