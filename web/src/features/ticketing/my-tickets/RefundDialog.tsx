import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { forgetMailedTicket } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { ReplayRefundLine } from '#web/shared/ui/ReplayRefundLine.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './RefundDialog.module.css';
import { refreshTickets } from './refresh-tickets.ts';
import type { MyTicket } from './ticket-row-model.ts';

/** Says what a refund does and does it with one press. */
export function RefundDialog({ mine, onClose }: { mine: MyTicket; onClose: () => void }) {
  const { t, language } = useTranslation('tickets');
  const client = useQueryClient();
  const { ticket, event, bought = true } = mine;
  const free = ticket.order.total === 0;
  const refund = useMutation({
    mutationFn: () => call('POST /tickets/refund', { body: { ticket_uuid: ticket.ticket_uuid } }),
    onSuccess: async () => {
      onClose();
      forgetMailedTicket(ticket.event_uuid);
      toastGood(t(free ? 'refundDialog.doneFree' : bought ? 'refundDialog.done' : 'refundDialog.doneToBuyer'));
      await refreshTickets(client);
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog
      title={t(free ? 'refundDialog.titleFree' : 'refundDialog.title')}
      onClose={onClose}
      fullScreenOnPhone={false}
      closable={!refund.isPending}
    >
      <p className={styles.text}>
        {free
          ? t('refundDialog.textFree')
          : bought
            ? t('refundDialog.text', {
                total: formatMoney(mine.refund_total ?? ticket.order.total, event.event.currency, language),
              })
            : t('refundDialog.textToBuyer')}
      </p>
      {!ticket.replay && <p className={styles.text}>{t('refundDialog.seat')}</p>}
      {mine.replay_refund && <ReplayRefundLine refund={mine.replay_refund} className={styles.text} />}
      <div className={styles.buttons}>
        <Button size="lg" variant="default" disabled={refund.isPending} onClick={onClose} data-autofocus>
          {t('refundDialog.keep')}
        </Button>
        <Button size="lg" variant="ink" loading={refund.isPending} onClick={() => refund.mutate()}>
          {t(free ? 'refundDialog.confirmFree' : 'refundDialog.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
