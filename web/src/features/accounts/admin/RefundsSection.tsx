import type { WireAdminRefund } from '@frontrow/contract/backoffice/api.ts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from './Admin.module.css';
import { Found } from './Found.tsx';
import { PaidOtherwiseDialog } from './PaidOtherwiseDialog.tsx';
import { providerText } from './provider-text.ts';
import { RetryRefund } from './RetryRefund.tsx';
import { SearchBar } from './SearchBar.tsx';

const states = ['given_up', 'requested', 'pending', 'succeeded', 'failed'] as const;
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
  'dispute_won',
  'provider',
] as const;

/** Refunds with their state, newest first. One that was given up is tried again, or was paid otherwise. */
export function RefundsSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const [state, setState] = useState('');
  const [paying, setPaying] = useState<WireAdminRefund>();
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: ['admin', 'refunds'] });
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
          ...states.map((one) => ({ value: one, label: one === 'given_up' ? t('givenUp') : t(`refundState.${one}`) })),
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
                <span className={styles.soft}>
                  {refund.refund_given_up ? t('givenUp') : t(`refundState.${refund.refund_status}`)}
                </span>
              </p>
              <p className={styles.line}>
                {t('refundParts', {
                  price: formatMoney(refund.refund_price, refund.currency, language),
                  fee: formatMoney(refund.refund_fee, refund.currency, language),
                })}
                {refund.refund_paid_otherwise !== null &&
                  ` · ${t('paidOtherwiseBy', { reference: refund.refund_paid_otherwise })}`}
              </p>
              {refund.refund_given_up && <p className={styles.line}>{t('givenUpText')}</p>}
              <p className={styles.line}>
                {why(refund.refund_reason)} · {formatShortDateTime(refund.refund_created, dates)} ·{' '}
                {t('attempts', { count: refund.refund_attempts })}
              </p>
              <p className={styles.line}>
                {refund.buyer_email ?? t('erased')} · @{refund.buyer_username} ·{' '}
                {providerText(t, refund.payment_provider)}
              </p>
              <p className={styles.line}>
                <Link to={`/event/${refund.event_uuid}`} className="fr-link" {...userText}>
                  {refund.event_title}
                </Link>{' '}
                · {refund.order_uuid}
              </p>
            </div>
            {refund.refund_given_up && (
              <div className={styles.actions}>
                <RetryRefund refundUuid={refund.refund_uuid} onSettled={reload} />
                <Button variant="outline" onClick={() => setPaying(refund)}>
                  {t('paidOtherwise')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </Found>
      {paying && <PaidOtherwiseDialog refund={paying} onClose={() => setPaying(undefined)} onSettled={reload} />}
    </>
  );
}
