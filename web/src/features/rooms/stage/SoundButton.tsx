import { IconVolume } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './SoundButton.module.css';

/** After a reload browsers play no sound before a tap. */
export function SoundButton() {
  const { model } = useRoomParts();
  const blocked = useSnapshot((snapshot) => snapshot.media.soundBlocked);
  return blocked && <UnmuteButton onClick={() => void model.allowSound()} />;
}

/** `belowPlayer`: phones show the buttons of a player at the top of the stage. */
export function UnmuteButton({ belowPlayer, onClick }: { belowPlayer?: boolean; onClick: () => void }) {
  const { t } = useTranslation('rooms');
  return (
    <Button
      variant="ink"
      className={styles.sound}
      data-below-player={belowPlayer || undefined}
      leftSection={<IconVolume size={20} stroke={1.8} aria-hidden="true" />}
      onClick={onClick}
    >
      {t('room.sound')}
    </Button>
  );
}
