import { IconPictureInPicture } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import { closeStageWindow, stageWindowKind, toggleStageWindow } from '../stage-window.ts';
import { Control, controlIcon } from './Control.tsx';
import styles from './ControlBar.module.css';

/** The stage on top of other windows, until it is closed or the room ends. Browsers without it show no button. */
export function PictureInPicture() {
  const { t } = useTranslation('pip');
  const { view } = useRoomParts();
  const can = useCapabilities();
  const byFiles = useSnapshot((snapshot) => snapshot.delivery === 'hls');
  const shown = useView((one) => one.stageWindow);
  useEffect(() => () => closeStageWindow(view), [view]);
  if (stageWindowKind(byFiles) === null) return null;
  return (
    <Control
      className={can.maySeeViewers ? `${styles.pip} ${styles.moderatorPip}` : styles.pip}
      label={t(shown === null ? 'open' : 'close')}
      shortcut="P"
      icon={<IconPictureInPicture {...controlIcon} />}
      tone={shown === null ? 'idle' : 'on'}
      pressed={shown !== null}
      onClick={() => void toggleStageWindow(view, byFiles)}
    />
  );
}
