import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { Device } from '../media/permission-error.ts';
import { useSnapshot } from '../room/room-view.ts';
import { Control, controlIcon } from './Control.tsx';
import type { Controls, DeviceControl } from './use-controls.ts';

const icons = {
  microphone: { on: IconMicrophone, off: IconMicrophoneOff },
  camera: { on: IconVideo, off: IconVideoOff },
} as const;

function stateOf({ on, may, waits }: DeviceControl, noVideo: boolean) {
  if (waits) return 'Waits';
  if (noVideo) return 'NoVideo';
  if (!may) return 'Closed';
  return on ? 'Off' : 'On';
}

interface DeviceButtonProps {
  device: Device;
  shortcut: string;
  controls: Controls;
}

/** Turns camera or microphone on and off. Disabled, with the reason, for people without the right to use it. */
export function DeviceButton({ device, shortcut, controls }: DeviceButtonProps) {
  const { t } = useTranslation('rooms');
  const busy = useSnapshot((snapshot) => snapshot.busy.has(device));
  const { [device]: control, noVideo } = controls;
  const { on, may, waits, toggle } = control;
  const Icon = icons[device][on || waits ? 'on' : 'off'];
  return (
    <Control
      label={t(`controls.${device}${stateOf(control, noVideo)}`)}
      shortcut={shortcut}
      icon={<Icon {...controlIcon} />}
      tone={on || waits ? 'idle' : 'muted'}
      disabled={(noVideo && !waits) || !may}
      busy={busy && !waits}
      onClick={toggle}
    />
  );
}
