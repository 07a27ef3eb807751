import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { onAirText } from '../stage/TopRow.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './dialogs.module.css';
import { RoomDialog } from './RoomDialog.tsx';

/** The owner leaves: finish the event for everybody, leave it live, or stay. */
export function FinishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const busy = useSnapshot((snapshot) => snapshot.busy.has('finish'));
  const now = useNow();
  const facts = [
    { value: live.viewerCount, label: t('finish.watching', { count: live.viewerCount }) },
    { value: onAirText(live.startedAt, now), label: t('finish.onAir') },
    ...(live.source === null
      ? [{ value: live.hands.length, label: t('finish.handsUp', { count: live.hands.length }) }]
      : []),
  ];
  return (
    <RoomDialog title={t('finish.title')} onClose={onClose}>
      <p className={styles.text}>{t('finish.text')}</p>
      <dl className={styles.facts}>
        {facts.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.column}>
        <Button size="lg" loading={busy} onClick={() => void model.finish()}>
          {t('finish.finish')}
        </Button>
        <Button size="lg" variant="default" onClick={model.leave}>
          {t('finish.leave')}
        </Button>
        {/* Has the focus first: an Enter key that is held down presses again once the dialog is open. */}
        <Button size="lg" variant="plain" className={styles.quiet} onClick={onClose} data-autofocus>
          {t('finish.cancel')}
        </Button>
      </div>
    </RoomDialog>
  );
}
