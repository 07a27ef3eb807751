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
import styles from '#web/features/accounts/admin/Admin.module.css';
import { orderNumber } from '#web/features/accounts/admin/order-number.ts';
import { providerText } from '#web/features/accounts/admin/provider-text.ts';
import { Found } from '#web/features/accounts/admin/Found.tsx';
import { ReasonDialog } from '#web/features/accounts/admin/ReasonDialog.tsx';
import { SearchBar } from '#web/features/accounts/admin/SearchBar.tsx';
import { useListState } from '#web/features/accounts/admin/use-list-state.ts';
import own from './BooksSection.module.css';

const states = ['open', 'resolved'] as const;

/** Where the books of the payment providers and ours differ, both sides side by side. */
export function BooksSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const chosen = useListState(states, 'open');
  const state = chosen.state || 'open';
  const [closing, setClosing] = useState<WireDifference>();
  const list = useInfiniteQuery({
    queryKey: ['admin', 'books', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/reconciliation', { query: { state, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const differences = list.data?.pages.flatMap((page) => page.differences) ?? [];
  const comparisons = list.data?.pages[0]?.comparisons ?? [];
  return (
    <>
      <p className={styles.help}>{t('backoffice:differences.help')}</p>
      <SearchBar
        states={states.map((one) => ({ value: one, label: t(`books.states.${one}`) }))}
        state={state}
        onState={chosen.setState}
      />
      <div className={own.comparisons}>
        {comparisons.map((one) => (
          <p key={one.payment_provider} className={styles.line}>
            {t('books.compared', {
              provider: providerText(t, one.payment_provider),
              when: formatShortDateTime(one.compared_at, dates),
              until: formatShortDateTime(one.compared_until, dates),
            })}
          </p>
        ))}
      </div>
      <Found
        list={list}
        count={differences.length}
        empty={{
          title: t(state === 'open' ? 'books.none' : 'nothing'),
          text: t(state === 'open' ? 'books.noneText' : 'books.noHistory'),
        }}
      >
        {differences.map((difference) => (
          <Difference key={difference.difference_uuid} difference={difference} onClose={setClosing} />
        ))}
      </Found>
      {closing && (
        <ReasonDialog
          title={t('books.closeTitle')}
          text={t('books.closeText')}
          label={t('backoffice:differences.note')}
          action={t('books.close')}
          done={t('books.closed')}
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
    its ? formatMoney(its.amount, its.currency, language) : t('books.nothingThere');
  const { resolved_at: resolvedAt } = difference;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{t(`books.kinds.${difference.difference_kind}`)}</p>
        <dl className={own.sides}>
          <dt>{providerText(t, difference.payment_provider)}</dt>
          <dd>{side(difference.theirs)}</dd>
          <dt>{t('books.ledger')}</dt>
          <dd>{side(difference.ours)}</dd>
        </dl>
        <p className={styles.line}>
          {t('books.moved', { when: formatShortDateTime(difference.moved_at, dates) })} · {difference.provider_ref}
          {difference.order_uuid !== null && (
            <>
              {' · '}
              <Link to={`/admin/orders/${difference.order_uuid}`} className="fr-link">
                {t('books.order', { order: orderNumber(difference.order_uuid) })}
              </Link>
            </>
          )}
        </p>
        {resolvedAt !== null && (
          <p className={styles.line}>
            {difference.closed_by === null
              ? t('books.gone', { when: formatShortDateTime(resolvedAt, dates) })
              : t('books.closedBy', {
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
            {t('books.close')}
          </Button>
        </div>
      )}
    </li>
  );
}
