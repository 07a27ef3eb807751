import { IconBolt, IconBoltOff, IconCameraRotate } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { listDevices } from '../media/devices.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { Control, controlIcon } from './Control.tsx';
import styles from './PhoneCamera.module.css';

/** Whether there is a camera to turn to. Known only while one is open: before that browsers hide them. */
function useOtherCamera(isOpen: boolean): boolean {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isOpen || !isMobileDevice()) return;
    void listDevices('videoinput').then((found) => setCount(found.length));
  }, [isOpen]);
  return isOpen && count > 1;
}

/** On a phone that sends its camera: to the other camera, and the light where there is one. */
export function PhoneCamera() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const isOpen = useSnapshot((snapshot) => snapshot.media.camera);
  const torch = useSnapshot((snapshot) => snapshot.media.torch);
  const turning = useSnapshot((snapshot) => snapshot.busy.has('turnCamera'));
  const lighting = useSnapshot((snapshot) => snapshot.busy.has('torch'));
  const hasOther = useOtherCamera(isOpen);
  const Light = torch ? IconBoltOff : IconBolt;
  if (!hasOther && torch === null) return null;
  return (
    <div className={styles.camera} role="group" aria-label={t('controls.phoneCamera')} data-fades>
      {torch !== null && (
        <Control
          label={t(torch ? 'controls.torchOff' : 'controls.torchOn')}
          icon={<Light {...controlIcon} />}
          tone={torch ? 'on' : 'idle'}
          pressed={torch}
          busy={lighting}
          onClick={() => void model.setTorch(!torch)}
        />
      )}
      {hasOther && (
        <Control
          label={t('controls.turnCamera')}
          icon={<IconCameraRotate {...controlIcon} />}
          busy={turning}
          onClick={() => void model.turnCamera()}
        />
      )}
    </div>
  );
}
