import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { forgetMailedTicket } from '#web/features/events/index.ts';
import styles from '../my-tickets/RefundDialog.module.css';
import { refreshTickets } from '../my-tickets/refresh-tickets.ts';
import type { OneTicket } from './ticket-query.ts';

/** Asks for the new holder's address, and says what passing a ticket on means. */
export function TransferDialog({ mine, onClose }: { mine: OneTicket; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const { ticket } = mine;
  const transfer = useMutation({
    mutationFn: () => call('POST /tickets/transfer', { body: { ticket_uuid: ticket.ticket_uuid, email } }),
    onSuccess: async () => {
      onClose();
      forgetMailedTicket(ticket.event_uuid);
      toastGood(t('transferDialog.done', { email }));
      await refreshTickets(client);
    },
  });
  const { error } = transfer;
  const atField = error instanceof ApiRefusal ? error.field('email') : undefined;
  const submit = () => {
    if (!transfer.isPending) transfer.mutate();
  };
  return (
    <Dialog
      title={t('transferDialog.title')}
      onClose={onClose}
      fullScreenOnPhone={false}
      closable={!transfer.isPending}
      closeOnClickOutside={email === ''}
    >
      <Form onSubmit={submit}>
        <p className={styles.text}>{t('transferDialog.text')}</p>
        <p className={styles.text}>{t(ticket.order.total > 0 ? 'transferDialog.money' : 'transferDialog.once')}</p>
        <EmailInput
          label={t('transferDialog.email')}
          value={email}
          error={atField ?? (error ? messageOf(error) : undefined)}
          onChange={(event) => setEmail(typedEmail(event.currentTarget.value))}
          autoComplete="off"
          data-autofocus
        />
        <div className={styles.buttons}>
          <Button size="lg" variant="default" disabled={transfer.isPending} onClick={onClose}>
            {t('transferDialog.keep')}
          </Button>
          <Button type="submit" size="lg" variant="ink" loading={transfer.isPending}>
            {t('transferDialog.confirm')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
