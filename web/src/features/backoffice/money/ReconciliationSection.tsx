import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireDifference } from '@frontrow/contract/balance/api.ts';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { orderNumber, providerText } from '../ui/admin-text.ts';
import { PagedList } from '../ui/PagedList.tsx';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { useListState } from '../ui/use-list-state.ts';
import own from './ReconciliationSection.module.css';

const states = ['open', 'resolved'] as const;

/** Where the books of the payment providers and ours differ, both sides side by side. */
export function ReconciliationSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const chosen = useListState(states, 'open');
  const state = chosen.state || 'open';
  const [closing, setClosing] = useState<WireDifference>();
  const list = useInfiniteQuery({
    queryKey: ['admin', 'reconciliation', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/reconciliation', { query: { state, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const differences = list.data?.pages.flatMap((page) => page.differences) ?? [];
  const comparisons = list.data?.pages[0]?.comparisons ?? [];
  return (
    <>
      <p className={styles.help}>{t('backoffice:differences.help')}</p>
      <SearchBar
        states={states.map((one) => ({ value: one, label: t(`reconciliation.states.${one}`) }))}
        state={state}
        onState={chosen.setState}
      />
      <div className={own.comparisons}>
        {comparisons.map((one) => (
          <p key={one.payment_provider} className={styles.line}>
            {t('reconciliation.compared', {
              provider: providerText(t, one.payment_provider),
              when: formatShortDateTime(one.compared_at, dates),
              until: formatShortDateTime(one.compared_until, dates),
            })}
          </p>
        ))}
      </div>
      <PagedList
        list={list}
        count={differences.length}
        empty={{
          title: t(state === 'open' ? 'reconciliation.none' : 'nothing'),
          text: t(state === 'open' ? 'reconciliation.noneText' : 'reconciliation.noHistory'),
        }}
      >
        {differences.map((difference) => (
          <Difference key={difference.difference_uuid} difference={difference} onClose={setClosing} />
        ))}
      </PagedList>
      {closing && (
        <ReasonDialog
          title={t('reconciliation.closeTitle')}
          text={t('reconciliation.closeText')}
          label={t('backoffice:differences.note')}
          action={t('reconciliation.close')}
          done={t('reconciliation.closed')}
          act={(reason) =>
            call('POST /admin/reconciliation/close', { body: { difference_uuid: closing.difference_uuid, reason } })
          }
          onClose={() => setClosing(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </>
  );
}

interface DifferenceProps {
  difference: WireDifference;
  onClose: (difference: WireDifference) => void;
}

function Difference({ difference, onClose }: DifferenceProps) {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const side = (its: WireDifference['ours']): string =>
    its ? formatMoney(its.amount, its.currency, language) : t('reconciliation.nothingThere');
  const { resolved_at: resolvedAt } = difference;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{t(`reconciliation.kinds.${difference.difference_kind}`)}</p>
        <dl className={own.sides}>
          <dt>{providerText(t, difference.payment_provider)}</dt>
          <dd>{side(difference.theirs)}</dd>
          <dt>{t('reconciliation.ledger')}</dt>
          <dd>{side(difference.ours)}</dd>
        </dl>
        <p className={styles.line}>
          {t('reconciliation.moved', { when: formatShortDateTime(difference.moved_at, dates) })} ·{' '}
          {difference.provider_ref}
          {difference.order_uuid !== null && (
            <>
              {' · '}
              <Link to={`/admin/orders/${difference.order_uuid}`} className="fr-link">
                {t('reconciliation.order', { order: orderNumber(difference.order_uuid) })}
              </Link>
            </>
          )}
        </p>
        {resolvedAt !== null && (
          <p className={styles.line}>
            {difference.closed_by === null
              ? t('reconciliation.gone', { when: formatShortDateTime(resolvedAt, dates) })
              : t('reconciliation.closedBy', {
                  when: formatShortDateTime(resolvedAt, dates),
                  name: difference.closed_by,
                  reason: difference.close_reason ?? '',
                })}
          </p>
        )}
      </div>
      {resolvedAt === null && (
        <div className={styles.actions}>
          <Button variant="default" size="sm" onClick={() => onClose(difference)}>
            {t('reconciliation.close')}
          </Button>
        </div>
      )}
    </li>
  );
}
