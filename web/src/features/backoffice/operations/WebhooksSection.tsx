import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type WireAdminWebhook, webhookStates } from '@frontrow/contract/backoffice/api.ts';
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
import { providerText } from '../ui/admin-text.ts';
import { SearchBar } from '../ui/SearchBar.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';

/** Webhooks of payment providers that are not processed, oldest first. */
export function WebhooksSection() {
  const { t } = useTranslation('admin');
  const { state, setState } = useListState(webhookStates);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'webhooks', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/webhooks', { query: { ...(state && { state }), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const webhooks = list.data?.pages.flatMap((page) => page.webhooks) ?? [];
  return (
    <>
      <SearchBar
        states={[
          { value: '', label: t('all') },
          ...webhookStates.map((one) => ({ value: one, label: t(`webhooks.states.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <PagedList
        list={list}
        count={webhooks.length}
        empty={{ title: t('webhooks.none'), text: t('webhooks.noneText') }}
      >
        {webhooks.map((webhook) => (
          <Webhook key={`${webhook.payment_provider} ${webhook.webhook_id}`} webhook={webhook} />
        ))}
      </PagedList>
    </>
  );
}

function Webhook({ webhook }: { webhook: WireAdminWebhook }) {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () =>
      call('POST /admin/webhooks/retry', {
        body: { payment_provider: webhook.payment_provider, webhook_id: webhook.webhook_id },
      }),
    onSuccess: () => toastGood(t('webhooks.retried')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          {webhook.webhook_type}{' '}
          <StateBadge tone={webhook.webhook_given_up ? 'bad' : 'warn'}>
            {t(`webhooks.states.${webhook.webhook_given_up ? 'given_up' : 'waiting'}`)}
          </StateBadge>
        </p>
        {webhook.webhook_given_up && <p className={styles.line}>{t('webhooks.givenUpText')}</p>}
        <p className={styles.line}>
          {t('webhooks.received', { when: formatShortDateTime(webhook.webhook_received, dates) })} ·{' '}
          {t('webhooks.attempts', { count: webhook.webhook_attempts })}
          {webhook.webhook_next !== null &&
            ` · ${t('webhooks.next', { when: formatShortDateTime(webhook.webhook_next, dates) })}`}
        </p>
        <p className={styles.line}>
          {providerText(t, webhook.payment_provider)} · {webhook.webhook_id}
          {webhook.webhook_reference !== null && ` · ${webhook.webhook_reference}`}
        </p>
        {webhook.webhook_error !== null && <p className={styles.line}>{webhook.webhook_error}</p>}
      </div>
      <div className={styles.actions}>
        <Button variant="default" size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('webhooks.retry')}
        </Button>
      </div>
    </li>
  );
}
