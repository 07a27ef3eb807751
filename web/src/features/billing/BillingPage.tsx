import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { BillingForm } from '#web/shared/billing/BillingForm.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from './BillingPage.module.css';
import { OrderRow } from './OrderRow.tsx';

const states = ['paid', 'refunding', 'refunded', 'open'] as const;

/** `/billing_viewer`: every order of the person with its receipt, and the billing details. */
export default function BillingPage() {
  const { t } = useTranslation('billing');
  usePageTitle(t('title'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      <p className={styles.intro}>{t('intro')}</p>
      {!isGuest && (
        <details className={styles.details}>
          <summary>{t('details.change')}</summary>
          <p className={styles.soft}>{t('details.text')}</p>
          <BillingForm />
        </details>
      )}
      <Orders />
    </AccountShell>
  );
}

function Orders() {
  const { t } = useTranslation('billing');
  const [state, setState] = useState('');
  const [year, setYear] = useState('');
  const wanted = states.find((one) => one === state);
  const list = useInfiniteQuery({
    queryKey: ['billing', 'orders', state, year],
    queryFn: ({ pageParam, signal }) =>
      call('GET /billing/orders', {
        query: { ...(wanted && { state: wanted }), ...(year && { year }), cursor: pageParam },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const years = list.data?.pages[0]?.years ?? [];
  const isFiltered = state !== '' || year !== '';
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('filters.label')}>
        <NativeSelect
          label={t('filters.state')}
          data={[
            { value: '', label: t('filters.all') },
            ...states.map((one) => ({ value: one, label: t(`filters.${one}`) })),
          ]}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('filters.year')}
          data={[{ value: '', label: t('filters.all') }, ...years.map(String)]}
          value={year}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
      </div>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={180} radius={16} />}
      {list.data && orders.length === 0 && (
        <EmptyState title={t(isFiltered ? 'nothing' : 'empty')} text={t(isFiltered ? 'nothingText' : 'emptyText')}>
          {!isFiltered && (
            <Button component={Link} to="/">
              {t('emptyAction')}
            </Button>
          )}
        </EmptyState>
      )}
      {orders.length > 0 && (
        <ul className={styles.list} aria-label={t('list')} aria-busy={list.isPlaceholderData}>
          {orders.map((order) => (
            <OrderRow key={order.order_uuid} order={order} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <ShowMore className={styles.more} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
