import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { salesQuery } from './guest-queries.ts';
import styles from './Guests.module.css';

type SalesAnswer = AnswerOf<'GET /events/:id/billed'>;

/** What was billed to whom: the sums by promo code, then every order. The fee is the buyer's. */
export function Sales({ event }: { event: WireEvent }) {
  const { t, language } = useTranslation('guests');
  const list = useInfiniteQuery(salesQuery(useQueryClient(), event));
  const money = (amount: number) => formatMoney(amount, event.currency, language);
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={240} radius={16} />;
  const codes = list.data.pages[0]?.codes ?? [];
  const orders = list.data.pages.flatMap((page) => page.orders);
  const columns = codes.some(({ disputed = 0 }) => disputed > 0) ? withDisputes : amounts;
  if (orders.length === 0)
    return (
      <>
        {failed}
        <EmptyState title={t('billed.empty')} text={t('billed.emptyText')} />
      </>
    );
  return (
    <>
      {failed}
      <p className={styles.soft}>{t('billed.who')}</p>
      <h2>{t('billed.byCode')}</h2>
      <CodeSums codes={codes} columns={columns} money={money} />
      <h2>{t('billed.orders')}</h2>
      <OrderTable orders={orders} columns={columns} money={money} />
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} className={styles.more}>
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}

type Money = (amount: number) => string;
const amounts = ['price', 'discount', 'fee', 'total', 'refunded'] as const;
/** Most events have no dispute. */
const withDisputes = [...amounts, 'disputed'] as const;

interface TableProps {
  columns: typeof amounts | typeof withDisputes;
  money: Money;
}

function CodeSums({ codes, columns, money }: TableProps & { codes: SalesAnswer['codes'] }) {
  const { t } = useTranslation('guests');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('billed.code')}</th>
          <th scope="col" className={styles.end}>
            {t('billed.tickets')}
          </th>
          {[...columns, 'net' as const].map((column) => (
            <th key={column} scope="col" className={styles.end}>
              {t(`billed.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {codes.map((sum) => (
          <tr key={`${sum.promo_code} ${sum.complimentary}`}>
            <th scope="row">{sum.promo_code ?? t(sum.complimentary ? 'kinds.complimentary' : 'billed.noCode')}</th>
            <td className={styles.end} data-label={t('billed.tickets')}>
              {sum.tickets}
            </td>
            {[...columns, 'net' as const].map((column) => (
              <td key={column} className={styles.end} data-label={t(`billed.${column}`)}>
                {money(sum[column] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OrderTable({ orders, columns, money }: TableProps & { orders: SalesAnswer['orders'] }) {
  const { t } = useTranslation('guests');
  const dates = useDates();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('door.name')}</th>
          <th scope="col">{t('billed.when')}</th>
          <th scope="col">{t('billed.code')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={styles.end}>
              {t(`billed.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.order_uuid}>
            <th scope="row">{order.name}</th>
            <td data-label={t('billed.when')}>{formatShortDateTime(order.paid_at, dates)}</td>
            <td data-label={t('billed.code')}>{order.promo_code ?? t(`kinds.${order.ticket_kind}`)}</td>
            {columns.map((column) => (
              <td key={column} className={styles.end} data-label={t(`billed.${column}`)}>
                {money(order[column] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
