import type { WireAdminOrder } from '@frontrow/contract/backoffice/api.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from './Admin.module.css';
import { Found } from './Found.tsx';
import { priceText } from './price-text.ts';
import { providerText } from './provider-text.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { SearchBar } from './SearchBar.tsx';

const typingMs = 250;
const states = [
  'pending',
  'paid',
  'refunding',
  'refunded',
  'disputed',
  'charged_back',
  'expired',
  'cancelled',
] as const;

/** All orders, newest first. A paid one can be refunded. */
export function OrdersSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const [asked] = useSearchParams();
  const [typed, setTyped] = useState(asked.get('q') ?? '');
  const [state, setState] = useState('');
  const [refunding, setRefunding] = useState<WireAdminOrder>();
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const wanted = states.find((one) => one === state);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'orders', q, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/orders', {
        query: { ...(q && { q }), ...(wanted && { state: wanted }), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const total = (order: WireAdminOrder) => priceText(t, order.order_total, order.currency, language);
  return (
    <>
      <SearchBar
        search={{ label: t('searchOrders'), hint: t('searchOrdersHint'), value: typed, onChange: setTyped }}
        states={[
          { value: '', label: t('all') },
          ...states.map((one) => ({ value: one, label: t(`orderState.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <Found list={list} count={orders.length}>
        {orders.map((order) => (
          <li key={order.order_uuid} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {total(order)} <span className={styles.soft}>{t(`orderState.${order.order_status}`)}</span>
              </p>
              <p className={styles.line}>
                {order.buyer_email ?? t('erased')} · @{order.buyer_username} ·{' '}
                {formatShortDateTime(order.order_created, dates)}
              </p>
              <p className={styles.line}>
                <Link to={`/event/${order.event_uuid}`} className="fr-link" {...userText}>
                  {order.event_title}
                </Link>
                {order.ticket_code && ` · ${order.ticket_code}`}
                {order.payment_provider && ` · ${providerText(t, order.payment_provider)}`}
              </p>
              <p className={styles.line}>{order.order_uuid}</p>
            </div>
            {order.order_status === 'paid' && (
              <div className={styles.actions}>
                <Button variant="outline" onClick={() => setRefunding(order)}>
                  {t('refund')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </Found>
      {refunding && (
        <RefundDialog
          order={refunding}
          onClose={() => setRefunding(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin', 'orders'] })}
        />
      )}
    </>
  );
}
