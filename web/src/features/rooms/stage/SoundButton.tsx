import { IconVolume } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './SoundButton.module.css';

/** After a reload browsers play no sound before a tap. */
export function SoundButton() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const blocked = useSnapshot((snapshot) => snapshot.media.soundBlocked);
  if (!blocked) return null;
  return (
    <Button
      variant="ink"
      className={styles.sound}
      leftSection={<IconVolume size={20} stroke={1.8} aria-hidden="true" />}
      onClick={() => void model.allowSound()}
    >
      {t('room.sound')}
    </Button>
  );
}
