import { IconPlayerRecord } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './TurnCard.module.css';

/**
 * Asks a viewer who is about to be heard or seen, or who is, whether they agree to be in the recording. Without an
 * answer they are left out of it.
 */
export function ConsentCard() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const waiting = useSnapshot((snapshot) => snapshot.consentFor);
  const recorded = useSnapshot((snapshot) => snapshot.recorded);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('consent'));
  if (waiting === null) return null;
  return (
    <div className={styles.turn} role="group" aria-label={t('recording.told')} data-offer="asks">
      <span className={styles.hand}>
        <IconPlayerRecord size={24} stroke={1.8} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h2>{t('recording.told')}</h2>
        <p>{t('recording.question')}</p>
        {recorded !== null && <p>{t(recorded ? 'recording.isIn' : 'recording.isOut')}</p>}
      </div>
      <div className={styles.next}>
        <Button loading={busy} onClick={() => void model.setConsent(true)}>
          {t('recording.recordMe')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void model.setConsent(false)}>
          {t('recording.doNotRecordMe')}
        </Button>
        <Button variant="default" onClick={() => model.askConsent(false)}>
          {t('recording.later')}
        </Button>
      </div>
    </div>
  );
}
