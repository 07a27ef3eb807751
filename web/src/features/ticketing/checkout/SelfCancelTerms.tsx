import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { selfCancelUntil } from '@frontrow/core/ticketing/self-cancel.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from './PriceLines.module.css';

/** Until when a ticket that is bought now may be cancelled by its holder, and how much is refunded then. */
export default function SelfCancelTerms({ event }: { event: WireEvent }) {
  const { t } = useTranslation('purchase');
  const now = useNow();
  const { event_self_cancel_hours: hours, event_self_cancel_percent: percent } = event;
  // A free ticket has no money to refund.
  if (hours === null || eventPrice(event).free) return null;
  const until = selfCancelUntil(event.event_date, { hours, percent: percent ?? undefined });
  if (now > until) return null;
  const when = formatShortDateTime(until, { now });
  return (
    <p className={styles.terms}>
      {percent === null ? t('selfCancel.full', { when }) : t('selfCancel.part', { when, percent })}
    </p>
  );
}
