import type { WireAdminDispute } from '@frontrow/contract/backoffice/api.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { isMeeting } from '#web/shared/catalog/titled-path.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { PagedList } from '../ui/PagedList.tsx';
import { orderNumber, disputeReasonText, providerText } from '../ui/admin-text.ts';
import { StateBadge, type Tone } from '../ui/StateBadge.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { useListState } from '../ui/use-list-state.ts';

const states = ['open', 'won', 'lost'] as const;

/** Disputes and chargebacks, newest first. Banks decide them; an admin decides those of the sandbox. */
export function DisputesSection() {
  const { t } = useTranslation('admin');
  const { state, setState } = useListState(states);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'disputes', state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/disputes', { query: { ...(state && { state }), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const disputes = list.data?.pages.flatMap((page) => page.disputes) ?? [];
  return (
    <>
      <p className={styles.help}>{t('disputesHelp')}</p>
      <SearchBar
        states={[
          { value: '', label: t('all') },
          ...states.map((one) => ({ value: one, label: t(`disputeState.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <PagedList list={list} count={disputes.length}>
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.dispute_uuid} dispute={dispute} />
        ))}
      </PagedList>
    </>
  );
}

function DisputeRow({ dispute }: { dispute: WireAdminDispute }) {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const money = (value: number) => formatMoney(value, dispute.currency, language);
  const when = (at: number) => formatShortDateTime(at, dates);
  const due = dispute.dispute_state === 'open' ? dispute.dispute_evidence_due : null;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          {money(dispute.dispute_amount)}{' '}
          <StateBadge tone={{ open: 'bad', won: 'good', lost: 'plain' }[dispute.dispute_state] as Tone}>
            {t(`disputeState.${dispute.dispute_state}`)}
          </StateBadge>
        </p>
        {due !== null && <p className={styles.line}>{t('evidenceDue', { when: when(due) })}</p>}
        <p className={styles.line}>
          {t('disputeOpened', { when: when(dispute.dispute_opened) })}
          {dispute.dispute_closed !== null && `, ${t('disputeClosed', { when: when(dispute.dispute_closed) })}`}
          {' · '}
          {disputeReasonText(t, dispute.dispute_reason)}
        </p>
        <p className={styles.line}>
          {t('hostPart', { host: dispute.host_username, amount: money(dispute.dispute_host_part) })} ·{' '}
          {t('disputeCosts', { amount: money(dispute.dispute_costs) })}
        </p>
        <p className={styles.line}>
          {dispute.buyer_email ?? t('erased')} · @{dispute.buyer_username} · {providerText(t, dispute.payment_provider)}{' '}
          · {dispute.dispute_reference}
        </p>
        <p className={styles.line}>
          {isMeeting(dispute) ? (
            shownTitle(dispute)
          ) : (
            <Link to={`/event/${dispute.event_uuid}`} className="fr-link" {...userText}>
              {shownTitle(dispute)}
            </Link>
          )}{' '}
          ·{' '}
          <Link to={`/admin/orders/${dispute.order_uuid}`} className="fr-link">
            {t('orderNow', { id: orderNumber(dispute.order_uuid), state: t(`orderState.${dispute.order_status}`) })}
          </Link>
        </p>
      </div>
      {dispute.dispute_sandbox && dispute.dispute_state === 'open' && (
        <div className={styles.actions}>
          <Decide dispute={dispute} decision="won" />
          <Decide dispute={dispute} decision="lost" />
        </div>
      )}
    </li>
  );
}

function Decide({ dispute, decision }: { dispute: WireAdminDispute; decision: 'won' | 'lost' }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: () => call('POST /admin/disputes/decide', { body: { dispute_uuid: dispute.dispute_uuid, decision } }),
    onSuccess: () => toastGood(t('disputeDecided')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <Button variant="default" size="sm" loading={decide.isPending} onClick={() => decide.mutate()}>
      {t(decision === 'won' ? 'letWin' : 'letLose')}
    </Button>
  );
}
