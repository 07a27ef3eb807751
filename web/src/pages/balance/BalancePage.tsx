import { useSearchParams } from 'react-router';
import { movementGroups } from '@frontrow/core/balance/movements.ts';
import { type MovementFilter, useBalance } from '#web/features/balance/balance-queries.ts';
import styles from '#web/features/balance/Balance.module.css';
import { CurrencyBalance } from '#web/features/balance/CurrencyBalance.tsx';
import { Movements } from '#web/features/balance/Movements.tsx';
import { PendingEvents } from '#web/features/balance/PendingEvents.tsx';
import { IssuedReceipts } from '#web/features/billing/IssuedReceipts.tsx';
import { RequestPayout } from '#web/features/payouts/index.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';

/** `/my_balance`: what a host has in each currency, what is still to come, and every movement with its reason. */
export default function BalancePage() {
  const { t } = useTranslation('balance');
  const [params, setParams] = useSearchParams();
  usePageTitle(t('title'));
  const filter: MovementFilter = {
    group: movementGroups.find((group) => group === params.get('show')),
    eventUuid: params.get('event') ?? undefined,
  };
  const onFilter = ({ group, eventUuid }: MovementFilter) =>
    setParams({ ...(group && { show: group }), ...(eventUuid && { event: eventUuid }) }, { preventScrollReset: true });
  const list = useBalance(filter);
  const currencies = list.data?.pages[0]?.currencies ?? [];
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      {list.isPending && <Skeleton height={128} radius={16} className={styles.part ?? ''} />}
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && currencies.length === 0 && (
        <EmptyState title={t('empty')} text={t('emptyText')}>
          <Button component={Link} to="/publish_event">
            {t('emptyAction')}
          </Button>
        </EmptyState>
      )}
      {currencies.length > 0 && (
        <>
          <div className={styles.currencies}>
            {currencies.map((balance) => (
              <CurrencyBalance key={balance.currency_code} balance={balance}>
                <RequestPayout currencyCode={balance.currency_code} />
                <Link to="/my_influencer_payout_methods" className="fr-link">
                  {t('methods')}
                </Link>
              </CurrencyBalance>
            ))}
          </div>
          <PendingEvents onEvent={({ event_uuid: eventUuid }) => onFilter({ group: undefined, eventUuid })} />
          <Movements list={list} filter={filter} onFilter={onFilter} />
          <IssuedReceipts />
        </>
      )}
    </AccountShell>
  );
}
