import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '#web/shared/ui/Link.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { recordedMs } from './composition.ts';
import { useReplay } from './queries.ts';
import styles from './ReplayCard.module.css';

/** On the event's page: the way to its replay; nothing where there is none. */
export default function ReplayCard({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('replay');
  const { data: replay } = useReplay(eventUuid);
  if (replay?.state !== 'ready') return null;
  const lengthMs = recordedMs(replay.tracks);
  return (
    <section className={styles.card} aria-labelledby="replay-card">
      <div>
        <h2 id="replay-card" className={styles.title}>
          {t('card.title')}
        </h2>
        <p className={styles.text}>{t('card.text', { length: formatCountdown(lengthMs) })}</p>
      </div>
      <Button
        component={Link}
        to={`/replay/${eventUuid}`}
        leftSection={<IconPlayerPlay size={20} stroke={1.8} aria-hidden="true" />}
      >
        {t('card.watch')}
      </Button>
    </section>
  );
}
