import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { deliveryStates } from '@frontrow/core/developers/webhooks.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { type Delivery, type Endpoint, useDeliveries, useRedeliver } from './developer-queries.ts';
import styles from './Developers.module.css';

/** What was sent to an endpoint and how it answered, newest first. */
export function DeliveryLog({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('developers');
  const [state, setState] = useState<Delivery['state']>();
  const list = useDeliveries(endpoint.id, state);
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <div className={styles.log}>
      <div className={styles.head}>
        <h2>{t('log.title')}</h2>
        <NativeSelect
          aria-label={t('log.show')}
          value={state ?? ''}
          onChange={(event) => setState(deliveryStates.find((one) => one === event.currentTarget.value))}
          data={[
            { value: '', label: t('log.all') },
            ...deliveryStates.map((value) => ({ value, label: t(`log.state.${value}`) })),
          ]}
        />
      </div>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={96} radius={12} />}
      {list.isSuccess && deliveries.length === 0 && <p className={styles.soft}>{t('log.none')}</p>}
      <ul className={styles.rows} aria-label={t('log.of', { url: endpoint.url })}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} canResend={endpoint.enabled} />
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('log.more')}
        </ShowMore>
      )}
    </div>
  );
}

function DeliveryRow({ delivery, canResend }: { delivery: Delivery; canResend: boolean }) {
  const { t } = useTranslation('developers');
  const dates = useDates();
  const redeliver = useRedeliver();
  const { id, type, state, attempts, response_status: status, error, took_ms: took, next_attempt_at: next } = delivery;
  const answer = [status, error ?? delivery.response_body].filter((part) => part !== null && part !== '').join(' ');
  return (
    <li className={styles.delivery}>
      <div className={styles.deliveryHead}>
        <code className={styles.what}>{type}</code>
        <span className={state === 'failed' ? styles.bad : styles.pill}>
          {t(`log.state.${state}`)}
          {status !== null && ` ${status}`}
        </span>
        {canResend && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('log.resendOf', { type })}
            loading={redeliver.isPending}
            onClick={() =>
              redeliver.mutate(id, {
                onSuccess: () => toastGood(t('log.resent')),
                onError: (failure) => toastError(messageOf(failure)),
              })
            }
          >
            {t('log.resend')}
          </Button>
        )}
      </div>
      <p className={styles.soft}>
        {[
          formatShortDateTime(delivery.last_attempt_at ?? delivery.created_at, dates),
          ...(took === null ? [] : [t('log.took', { ms: took })]),
          ...(attempts > 1 ? [t('log.attempts', { count: attempts })] : []),
          ...(next === null ? [] : [t('log.next', { when: formatShortDateTime(next, dates) })]),
        ].join(' · ')}
      </p>
      <details>
        <summary>{t('log.details')}</summary>
        <p className={styles.soft}>{t('log.sent')}</p>
        <pre className={styles.code} tabIndex={0}>{`webhook-id: ${id}\n\n${delivery.body}`}</pre>
        {answer !== '' && (
          <>
            <p className={styles.soft}>{t('log.answer')}</p>
            <pre className={styles.code} tabIndex={0}>
              {answer}
            </pre>
          </>
        )}
      </details>
    </li>
  );
}
