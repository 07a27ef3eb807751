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
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { isMeeting } from '#web/shared/catalog/titled-path.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { orderNumber, providerText, refundReasonText } from '../ui/admin-text.ts';
import { MarkAsPaidDialog, RetryRefund } from './FailedRefund.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { useListState } from '../ui/use-list-state.ts';

const states = ['given_up', 'requested', 'pending', 'succeeded', 'failed'] as const;
/** Refunds with their state, newest first. One that was given up is tried again, or was paid otherwise. */
export function RefundsSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const { state, setState } = useListState(states);
  const [paying, setPaying] = useState<WireAdminRefund>();
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: ['admin'] });
  const list = useInfiniteQuery({
    queryKey: ['admin', 'refunds', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/refunds', { query: { ...(state && { state }), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const refunds = list.data?.pages.flatMap((page) => page.refunds) ?? [];
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
      <PagedList list={list} count={refunds.length}>
        {refunds.map((refund) => (
          <li key={refund.refund_uuid} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {formatMoney(refund.refund_amount, refund.currency, language)}{' '}
                <StateBadge
                  tone={refund.refund_given_up ? 'bad' : refund.refund_status === 'succeeded' ? 'good' : 'warn'}
                >
                  {refund.refund_given_up ? t('givenUp') : t(`refundState.${refund.refund_status}`)}
                </StateBadge>
              </p>
              <p className={styles.line}>
                {t('refundParts', {
                  price: formatMoney(refund.refund_price, refund.currency, language),
                  fee: formatMoney(refund.refund_fee, refund.currency, language),
                })}
                {refund.refund_paid_otherwise !== null &&
                  ` · ${t('paidManually', { reference: refund.refund_paid_otherwise })}`}
              </p>
              {refund.refund_given_up && <p className={styles.line}>{t('givenUpText')}</p>}
              <p className={styles.line}>
                {refundReasonText(t, refund.refund_reason)} · {formatShortDateTime(refund.refund_created, dates)}
                {refund.refund_attempts > 0 && ` · ${t('attempts', { count: refund.refund_attempts })}`}
              </p>
              <p className={styles.line}>
                {refund.buyer_email ?? t('erased')} · @{refund.buyer_username} ·{' '}
                {providerText(t, refund.payment_provider)}
              </p>
              <p className={styles.line}>
                {isMeeting(refund) ? (
                  shownTitle(refund)
                ) : (
                  <Link to={`/event/${refund.event_uuid}`} className="fr-link" {...userText}>
                    {shownTitle(refund)}
                  </Link>
                )}{' '}
                ·{' '}
                <Link to={`/admin/orders/${refund.order_uuid}`} className="fr-link">
                  {t('backoffice:order.title', { id: orderNumber(refund.order_uuid) })}
                </Link>
              </p>
            </div>
            {refund.refund_given_up && (
              <div className={styles.actions}>
                <RetryRefund refundUuid={refund.refund_uuid} onSettled={reload} />
                <Button variant="default" size="sm" onClick={() => setPaying(refund)}>
                  {t('markAsPaid')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </PagedList>
      {paying && <MarkAsPaidDialog refund={paying} onClose={() => setPaying(undefined)} onSettled={reload} />}
    </>
  );
}
