import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { forgetMailedTicket } from '#web/features/events/index.ts';
import styles from '../my-tickets/RefundDialog.module.css';
import { refreshTickets } from '../my-tickets/refresh-tickets.ts';
import type { OneTicket } from './ticket-query.ts';

/** Says exactly how much is refunded, and to whom, and cancels with one press. */
export function CancelDialog({ mine, onClose }: { mine: OneTicket; onClose: () => void }) {
  const { t, language } = useTranslation('tickets');
  const client = useQueryClient();
  const { ticket, event, bought, self_cancel: terms } = mine;
  const money = (amount: number) => formatMoney(amount, event.event.currency, language);
  const cancel = useMutation({
    mutationFn: () => call('POST /tickets/cancel', { body: { ticket_uuid: ticket.ticket_uuid } }),
    onSuccess: async ({ refund }) => {
      onClose();
      forgetMailedTicket(ticket.event_uuid);
      toastGood(
        refund.total === 0
          ? t('cancelDialog.doneNothing')
          : bought
            ? t('cancelDialog.done', { total: money(refund.total) })
            : t('refundDialog.doneToBuyer'),
      );
      await refreshTickets(client);
    },
    onError: (error) => toastError(messageOf(error)),
  });
  if (!terms) return null;
  const total = ticket.order.total === 0 ? 0 : terms.price + terms.fee;
  const kept = (mine.refund_total ?? ticket.order.total) - total;
  return (
    <Dialog title={t('cancelDialog.title')} onClose={onClose} fullScreenOnPhone={false} closable={!cancel.isPending}>
      <p className={styles.text}>
        {total === 0
          ? t('cancelDialog.nothing')
          : bought
            ? t('cancelDialog.back', { total: money(total) })
            : t('cancelDialog.backToBuyer')}{' '}
        {bought && kept > 0 && t('cancelDialog.kept', { kept: money(kept) })}
      </p>
      <p className={styles.text}>{t('refundDialog.seat')}</p>
      <div className={styles.buttons}>
        <Button size="lg" variant="default" disabled={cancel.isPending} onClick={onClose} data-autofocus>
          {t('refundDialog.keep')}
        </Button>
        <Button size="lg" variant="ink" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancelDialog.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
