import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type WireAdminDelivery, webhookStates } from '@frontrow/contract/backoffice/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';

/** Emails and calls to providers that failed, oldest first. */
export function DeliveriesSection() {
  const { t } = useTranslation('admin');
  const { state, setState } = useListState(webhookStates, 'given_up');
  const list = useInfiniteQuery({
    queryKey: ['admin', 'deliveries', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/deliveries', { query: { ...(state && { state }), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <>
      <SearchBar
        states={[
          { value: '', label: t('all') },
          ...webhookStates.map((one) => ({ value: one, label: t(`deliveries.states.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <PagedList
        list={list}
        count={deliveries.length}
        empty={{ title: t('deliveries.none'), text: t('deliveries.noneText') }}
      >
        {deliveries.map((delivery) => (
          <Delivery key={`${delivery.fact_id} ${delivery.delivery_handler}`} delivery={delivery} />
        ))}
      </PagedList>
    </>
  );
}

function Delivery({ delivery }: { delivery: WireAdminDelivery }) {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () =>
      call('POST /admin/deliveries/retry', {
        body: { fact_id: delivery.fact_id, delivery_handler: delivery.delivery_handler },
      }),
    onSuccess: () => toastGood(t('deliveries.retried')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
  });
  // Processes of the last release do not say what it is.
  const { delivery_kind: kind } = delivery;
  const { delivery_given_up: givenUp, delivery_recipient: email, delivery_next: next } = delivery;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          {kind === undefined ? delivery.fact_topic : t(`backoffice:deliveryKinds.${kind}`)}{' '}
          <StateBadge tone={givenUp ? 'bad' : 'warn'}>
            {t(`deliveries.states.${givenUp ? 'given_up' : 'waiting'}`)}
          </StateBadge>
        </p>
        {email !== null && <p className={styles.line}>{t('deliveries.deadAddress', { email })}</p>}
        {givenUp && email === null && <p className={styles.line}>{t('deliveries.givenUpText')}</p>}
        <p className={styles.line}>
          {t('deliveries.recorded', { when: formatShortDateTime(delivery.fact_recorded, dates) })} ·{' '}
          {t('deliveries.attempts', { count: delivery.delivery_attempts })}
          {next !== null && ` · ${t('deliveries.next', { when: formatShortDateTime(next, dates) })}`}
        </p>
        <p className={styles.line}>
          {delivery.fact_topic} · {delivery.delivery_handler}
        </p>
        {delivery.delivery_error !== null && <p className={styles.line}>{delivery.delivery_error}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="default" size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('deliveries.retry')}
        </Button>
      </div>
    </li>
  );
}
