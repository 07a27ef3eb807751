import type { WireAdminOrder } from '@frontrow/contract/backoffice/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { PagedList } from '../ui/PagedList.tsx';
import { orderNumber, priceText } from '../ui/admin-text.ts';
import { SearchBar } from '../ui/SearchBar.tsx';
import { orderTone, StateBadge } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';

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
const sorts = ['newest', 'oldest'] as const;

/** All orders; each opens its own page. */
export function OrdersSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const [asked] = useSearchParams();
  const ofEvent = asked.get('event') ?? '';
  const { typed, q, state, sort: wanted, setTyped, setState, setSort } = useListState(states);
  const sort = sorts.find((one) => one === wanted) ?? 'newest';
  const list = useInfiniteQuery({
    queryKey: ['admin', 'orders', q, state, sort, ofEvent],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/orders', {
        query: {
          ...(q && { q }),
          ...(state && { state }),
          ...(ofEvent && { event_uuid: ofEvent }),
          sort,
          cursor: pageParam,
        },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const columns = [
    {
      name: t('backoffice:columns.order'),
      cell: (order: WireAdminOrder) => (
        <Link to={`/admin/orders/${order.order_uuid}`} className="fr-link">
          {orderNumber(order.order_uuid)}
        </Link>
      ),
    },
    {
      name: t('backoffice:columns.amount'),
      isNumber: true,
      cell: (order: WireAdminOrder) => priceText(t, order.order_total, order.currency, language),
    },
    {
      name: t('backoffice:columns.state'),
      cell: (order: WireAdminOrder) => (
        <StateBadge tone={orderTone(order.order_status)}>{t(`orderState.${order.order_status}`)}</StateBadge>
      ),
    },
    {
      name: t('backoffice:columns.event'),
      cell: (order: WireAdminOrder) => <span {...userText}>{shownTitle(order)}</span>,
    },
    {
      name: t('backoffice:columns.buyer'),
      width: 'email' as const,
      cell: (order: WireAdminOrder) => order.buyer_email ?? t('erased'),
    },
    {
      name: t('backoffice:columns.created'),
      width: 'short' as const,
      cell: (order: WireAdminOrder) => formatShortDateTime(order.order_created, dates),
    },
  ];
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
        sorts={sorts.map((one) => ({ value: one, label: t(`backoffice:sort.${one}`) }))}
        sort={sort}
        onSort={setSort}
      />
      <PagedList list={list} count={orders.length} isTable>
        <DataTable columns={columns} rows={orders} keyOf={(order) => order.order_uuid} />
      </PagedList>
    </>
  );
}
