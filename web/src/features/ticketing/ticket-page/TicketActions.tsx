import { useMutation } from '@tanstack/react-query';
import {
  IconBrandApple,
  IconBrandGoogle,
  IconCalendarPlus,
  IconDownload,
  IconMail,
  IconListCheck,
  IconReceipt,
  IconScan,
  IconSend,
  IconTicketOff,
  IconWallet,
} from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { ReplayRefundLine } from '#web/shared/ui/ReplayRefundLine.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { guestsPath, saveToCalendar, scanPath } from '#web/features/events/index.ts';
import { RefundDialog } from '../my-tickets/RefundDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { googleCalendarUrl } from './google-calendar.ts';
import type { OneTicket } from './ticket-query.ts';
import styles from './TicketPage.module.css';
import { TransferDialog } from './TransferDialog.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function Resend({ uuid }: { uuid: string }) {
  const { t } = useTranslation('tickets');
  const resend = useMutation({
    mutationFn: () => call('POST /tickets/resend', { body: { ticket_uuid: uuid } }),
    onSuccess: () => toastGood(t('page.resent')),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMail {...icon} />}
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {t('page.resend')}
    </Button>
  );
}

/** Event admins and co-hosts check people in. */
export function CheckGuestsIn({ event }: { event: OneTicket['event']['event'] }) {
  const { t } = useTranslation('tickets');
  return (
    <section className={styles.checkIn} aria-labelledby="check-in">
      <h2 id="check-in">{t('page.checkIn')}</h2>
      <p>{t('page.checkInText')}</p>
      <div className={styles.actions}>
        <Button variant="default" leftSection={<IconScan {...icon} />} component={Link} to={scanPath(event.event_uuid)}>
          {t('page.scan')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconListCheck {...icon} />}
          component={Link}
          to={guestsPath(event.event_uuid)}
        >
          {t('page.doorList')}
        </Button>
      </div>
    </section>
  );
}

/** What the holder of a valid ticket keeps it with: calendars, a file, the mail again. */
export function KeepTicket({ mine, onSave }: { mine: OneTicket; onSave: () => void }) {
  const { t } = useTranslation('tickets');
  const { event } = mine.event;
  return (
    <div className={styles.actions}>
      <Button variant="default" leftSection={<IconCalendarPlus {...icon} />} onClick={() => saveToCalendar(event)}>
        {t('page.calendar')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBrandGoogle {...icon} />}
        component="a"
        href={googleCalendarUrl(event, `${window.location.origin}${eventPath(event)}`)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('page.google')}
      </Button>
      <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={onSave}>
        {t('page.file')}
      </Button>
      <Resend uuid={mine.ticket.ticket_uuid} />
      <Wallets mine={mine} />
    </div>
  );
}

/** Where the ticket can be added to; nothing where this installation has no certificates. */
function Wallets({ mine }: { mine: OneTicket }) {
  const { t } = useTranslation('tickets');
  const { wallets } = mine;
  const google = useMutation({
    mutationFn: () => call('POST /tickets/google_wallet', { body: { ticket_uuid: mine.ticket.ticket_uuid } }),
    onSuccess: ({ save_url: url }) => void leavePage(url),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <>
      {wallets?.apple_url && (
        <Button variant="default" leftSection={<IconBrandApple {...icon} />} component="a" href={wallets.apple_url}>
          {t('page.appleWallet')}
        </Button>
      )}
      {wallets?.google && (
        <Button
          variant="default"
          leftSection={<IconWallet {...icon} />}
          loading={google.isPending}
          onClick={() => google.mutate()}
        >
          {t('page.googleWallet')}
        </Button>
      )}
    </>
  );
}

/** What gives the ticket away: passing it on, cancelling it, having the money back; and the receipt of who paid. */
export function GiveTicket({ mine, now }: { mine: OneTicket; now: number }) {
  const { t } = useTranslation('tickets');
  const [dialog, setDialog] = useState<'transfer' | 'cancel' | 'refund'>();
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const { bought, ticket, transferable, refundable, self_cancel: terms } = mine;
  const close = () => setDialog(undefined);
  return (
    <>
      {terms && ticket.ticket_state === 'valid' && (
        <p className={styles.terms}>
          {t(terms.possible ? 'page.cancelUntil' : 'page.cancelOver', {
            when: formatShortDateTime(terms.until, { now }),
          })}
        </p>
      )}
      {mine.replay_refund && <ReplayRefundLine refund={mine.replay_refund} className={styles.terms} />}
      <div className={styles.actions}>
        {transferable && (
          <Button variant="default" leftSection={<IconSend {...icon} />} onClick={() => setDialog('transfer')}>
            {t('page.transfer')}
          </Button>
        )}
        {terms?.possible && (
          <Button variant="default" leftSection={<IconTicketOff {...icon} />} onClick={() => setDialog('cancel')}>
            {t('page.cancel')}
          </Button>
        )}
        {refundable && (
          <Button variant="ink" onClick={() => setDialog('refund')}>
            {t('refund')}
          </Button>
        )}
        {bought && !isGuest && ticket.order.total > 0 && (
          <Button
            variant="default"
            leftSection={<IconReceipt {...icon} />}
            component={Link}
            to={`/billing_viewer?order=${ticket.order.order_uuid}`}
          >
            {t('page.receipt')}
          </Button>
        )}
      </div>
      {dialog === 'transfer' && <TransferDialog mine={mine} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog mine={mine} onClose={close} />}
      {dialog === 'refund' && <RefundDialog mine={mine} onClose={close} />}
    </>
  );
}
