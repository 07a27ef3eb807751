import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { recordedMs } from '@frontrow/core/broadcast/replay-composition.ts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '#web/shared/ui/Link.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { currencyShape, formatMoney } from '#web/shared/format/money.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useReplay } from './queries.ts';
import { recordedOf } from './recorded.ts';
import styles from './ReplayCard.module.css';

interface ReplayCardProps {
  eventUuid: string;
  onBuy: (replay: WireRecordedEvent) => void;
}

/** On the event's page: its replay, to watch or to buy; nothing where there is none. */
export default function ReplayCard({ eventUuid, onBuy }: ReplayCardProps) {
  const { t, language } = useTranslation('replay');
  const { data: replay } = useReplay(eventUuid);
  if (replay?.state === 'processing')
    return (
      <section className={styles.card} aria-labelledby="replay-card" role="status">
        <div>
          <h2 id="replay-card" className={styles.title}>
            {t('processing.title')}
          </h2>
          <p className={styles.text}>{t('processing.text')}</p>
        </div>
      </section>
    );
  if (replay?.state !== 'ready') return null;
  const { offer } = replay;
  const isPreview = replay.watch === 'preview';
  return (
    <section className={styles.card} aria-labelledby="replay-card">
      <div>
        <h2 id="replay-card" className={styles.title}>
          {t('card.title')}
        </h2>
        <p className={styles.text}>
          {t(isPreview ? 'card.saleText' : 'card.text', {
            preview: formatCountdown(recordedMs(recordedOf(replay).tracks)),
            length: formatCountdown(replay.length_ms),
          })}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          component={Link}
          to={`/replay/${eventUuid}`}
          variant={isPreview ? 'default' : 'filled'}
          leftSection={<IconPlayerPlay size={20} stroke={1.8} aria-hidden="true" />}
        >
          {t(isPreview ? 'card.preview' : 'card.watch')}
        </Button>
        {isPreview && offer && (
          <Button onClick={() => onBuy(replay)}>
            {t('buy.button', { price: formatMoney(offer.total, currencyShape(offer.currency_code), language) })}
          </Button>
        )}
      </div>
      {isPreview && offer && (
        <p className={styles.terms}>
          {t('buy.fee', { fee: formatMoney(offer.fee, currencyShape(offer.currency_code), language) })}{' '}
          {t('buy.refund')}
        </p>
      )}
    </section>
  );
}
