import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Admin.module.css';
import { Found } from './Found.tsx';
import { providerText } from './provider-text.ts';
import { SearchBar } from './SearchBar.tsx';

const states = ['requested', 'pending', 'succeeded', 'failed'] as const;
const reasons = [
  'event_cancelled',
  'host_late',
  'turned_away',
  'rescheduled',
  'seat_gone',
  'address_has_ticket',
  'event_over',
  'order_cancelled',
  'paid_twice',
  'account_joined',
  'account_gone',
  'admin',
] as const;

/** Refunds with their state, newest first. */
export function RefundsSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const [state, setState] = useState('');
  const wanted = states.find((one) => one === state);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'refunds', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/refunds', { query: { ...(wanted && { state: wanted }), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const refunds = list.data?.pages.flatMap((page) => page.refunds) ?? [];
  const why = (reason: string) => {
    const known = reasons.find((one) => one === reason);
    return known ? t(`refundReason.${known}`) : reason;
  };
  return (
    <>
      <SearchBar
        states={[
          { value: '', label: t('all') },
          ...states.map((one) => ({ value: one, label: t(`refundState.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <Found list={list} count={refunds.length}>
        {refunds.map((refund) => (
          <li key={refund.refund_uuid} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {formatMoney(refund.refund_amount, refund.currency, language)}{' '}
                <span className={styles.soft}>{t(`refundState.${refund.refund_status}`)}</span>
              </p>
              <p className={styles.line}>
                {why(refund.refund_reason)} · {formatShortDateTime(refund.refund_created, dates)} ·{' '}
                {t('attempts', { count: refund.refund_attempts })}
              </p>
              <p className={styles.line}>
                {refund.buyer_email ?? t('erased')} · @{refund.buyer_username} ·{' '}
                {providerText(t, refund.payment_provider)}
              </p>
              <p className={styles.line}>
                <Link to={`/event/${refund.event_uuid}`} className="fr-link">
                  {refund.event_title}
                </Link>{' '}
                · {refund.order_uuid}
              </p>
            </div>
          </li>
        ))}
      </Found>
    </>
  );
}
