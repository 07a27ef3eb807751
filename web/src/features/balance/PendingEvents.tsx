import type { WireBalanceEvent } from '@frontrow/contract/balance/api.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDate, formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import styles from './Balance.module.css';
import { usePendingEvents } from './balance-queries.ts';

interface PendingEventsProps {
  /** Shows the movements of an event. */
  onEvent: (event: WireBalanceEvent) => void;
}

/** Events whose money is still to come, and when it comes. */
export function PendingEvents({ onEvent }: PendingEventsProps) {
  const { t, language } = useTranslation('balance');
  const dates = useDates();
  const list = usePendingEvents();
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (events.length === 0) return failed || null;
  const when = (event: WireBalanceEvent): string => {
    if (event.event_cancelled) return t('comesBack');
    if (event.replay) return t('comesAfterSale');
    return event.available_at === null
      ? t('comesLater')
      : t('comesOn', { date: formatShortDate(event.available_at, dates) });
  };
  return (
    <section className={styles.part}>
      <h2>{t('comes')}</h2>
      <p className={styles.soft}>{t('comesText')}</p>
      {failed}
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.event_uuid} className={styles.event}>
            <div>
              <button
                type="button"
                className={`fr-link ${styles.eventLink}`}
                aria-label={t('movementsOf', { title: shownTitle(event) })}
                onClick={() => onEvent(event)}
              >
                <span {...userText}>{shownTitle(event)}</span>
              </button>
              <p className={styles.soft}>{formatShortDateTime(event.event_date, dates)}</p>
            </div>
            <div className={styles.eventMoney}>
              <p className={styles.figure}>{formatMoney(event.pending, event.currency, language)}</p>
              <p className={styles.soft}>{when(event)}</p>
            </div>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} className={styles.more} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </section>
  );
}
