import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { useMyTicket } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { reloadProfile } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './AwayScreen.module.css';

/** One press refunds the ticket with its fee, as long as the server says that the room has no place. */
export function RefundTicket({ eventUuid }: { eventUuid: string }) {
  const { t, language } = useTranslation('away');
  const client = useQueryClient();
  const { data: mine } = useMyTicket(eventUuid, true);
  const refund = useMutation({
    mutationFn: ({ ticketUuid }: { ticketUuid: string; total: string }) =>
      call('POST /tickets/refund', { body: { ticket_uuid: ticketUuid } }),
    onSuccess: () => {
      // The ticket is shown here, as refunded: other pages ask for it again.
      void client.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' });
      void client.invalidateQueries({ queryKey: ['event'] });
      // The refund is done even if reloading the profile fails.
      reloadProfile().catch(() => undefined);
    },
    onError: (error) => toastError(messageOf(error)),
  });
  if (!mine) return null;
  const { bought = true, ticket } = mine;
  const free = ticket.order.total === 0;
  const total = formatMoney(mine.refund_total ?? ticket.order.total, mine.event.event.currency, language);
  if (refund.isSuccess)
    return (
      <p className={styles.text} role="status">
        {free ? t('seatGivenUp') : bought ? t('refunded', { total: refund.variables.total }) : t('refundedToBuyer')}
      </p>
    );
  return (
    <Button
      size="lg"
      loading={refund.isPending}
      onClick={() => refund.mutate({ ticketUuid: ticket.ticket_uuid, total })}
    >
      {free || !bought ? t('giveUpSeat') : t('refund', { total })}
    </Button>
  );
}
