import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { moneyText } from '#web/shared/format/money.ts';
import { type Payout, usePayouts } from './payout-queries.ts';
import styles from './Payouts.module.css';

/** Payouts, newest first, each with what happened to it and what to do next. */
export function PayoutList() {
  const { t } = useTranslation('payouts');
  const list = usePayouts();
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={72} radius={16} />;
  const payouts = list.data.pages.flatMap((page) => page.payouts);
  if (payouts.length === 0)
    return (
      <>
        {failed}
        <EmptyState title={t('payouts.none')} text={t('payouts.noneText')} />
      </>
    );
  return (
    <>
      {failed}
      <ul className={styles.rows} aria-label={t('payouts.title')}>
        {payouts.map((payout) => (
          <PayoutRow key={payout.payout_uuid} payout={payout} />
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore className={styles.more} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('payouts.more')}
        </ShowMore>
      )}
    </>
  );
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { t, language } = useTranslation('payouts');
  const dates = useDates();
  const { state } = payout;
  const at = payout.ended_at ?? payout.paid_at ?? payout.sent_at ?? payout.created_at;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          {moneyText(payout.amount, payout.currency_code, language)}
          <span className={styles.pill} data-state={state}>
            {t(`state.${state}`)}
          </span>
          {payout.automatic && <span className={styles.pill}>{t('payouts.automatic')}</span>}
        </p>
        <p className={styles.soft}>
          {t(`kind.${payout.kind}`)}: {payout.account} · {formatShortDateTime(at, dates)}
        </p>
        {(state === 'failed' || state === 'returned') && (
          <p className={styles.soft}>
            {payout.reason} {t('payouts.again')}
          </p>
        )}
      </div>
    </li>
  );
}
