import { IconShieldCheck } from '@tabler/icons-react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AppLine } from '#web/features/ticketing/join/AppLine.tsx';
import { formatMoney } from '#web/shared/format/money.ts';
import { useSession } from '#web/shared/session/session.ts';
import { seatPlace } from '#web/features/events/event-page-model.ts';
import styles from './PurchaseCard.module.css';
import { useMyTicket } from '#web/features/events/use-my-ticket.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';

const toTickets = (part: string) => <Link to="/live_events">{part}</Link>;

/** "You have a seat": where it is, the order, the ticket, the link to join while live. */
export default function SeatSummary({ page, onShowTicket }: { page: WireEventPage; onShowTicket: () => void }) {
  const { t, language } = useTranslation('event');
  const guest = useSession((session) => session.user?.user_is_guest ?? false);
  const mine = useMyTicket(page.event.event_uuid, true);
  const { ticket, bought } = mine.data ?? {};
  return (
    <>
      <p className={styles.good}>
        <IconShieldCheck size={20} stroke={1.7} aria-hidden="true" />
        {t('card.haveSeat')}
      </p>
      {ticket ? (
        <>
          <p className={styles.note}>{t('purchase:seat.place', seatPlace(ticket.ticket_seat))}</p>
          <p className={styles.split}>
            {/* What somebody else paid for it is their own matter. */}
            {bought === false
              ? t('purchase:seat.received', { code: ticket.ticket_code })
              : ticket.order.total > 0
                ? t('purchase:seat.order', {
                    code: ticket.ticket_code,
                    total: formatMoney(ticket.order.total, page.event.currency, language),
                  })
                : t('purchase:seat.orderFree', { code: ticket.ticket_code })}
          </p>
        </>
      ) : (
        <Skeleton height={56} width="70%" visible={mine.isPending} />
      )}
      <div className={styles.buttons}>
        <Button size="lg" variant="ink" fullWidth onClick={onShowTicket} disabled={!ticket}>
          {t('purchase:seat.show')}
        </Button>
      </div>
      <p className={styles.after}>{guest ? <AppLine /> : rich(t('purchase:after.viewer'), { tickets: toTickets })}</p>
    </>
  );
}
