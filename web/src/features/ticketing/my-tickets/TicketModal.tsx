import '#web/shared/styles/components.ts';
import { CloseButton, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarPlus, IconDeviceMobile, IconDownload, IconMail } from '@tabler/icons-react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { WireTicket } from '@frontrow/contract/ticketing/api.ts';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { Suspense } from 'react';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { PlayOnce, saveToCalendar, seatPlace, videoFor } from '#web/features/events/index.ts';
import { download } from '#web/shared/download.ts';
import { formatEventTimes } from '#web/shared/format/event-time.ts';
import { formatShortDate, formatTime, formatZone } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { roomPath } from '#web/shared/ui/event-card-model.ts';
import { DialogFoot } from '#web/shared/ui/Dialog.tsx';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import { useFocusBack } from '#web/shared/ui/use-focus-back.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { AppLine } from '../join/AppLine.tsx';
import { ticketFile } from './ticket-file.ts';
import styles from './TicketModal.module.css';

/** Most tickets have none. */
const TicketQr = lazy(() => import('./TicketQr.tsx'), ['purchase']);
const qrSide = 120;

export interface TicketModalProps {
  event: WireEvent;
  /** Null while the payment is being checked, and for a guest whose ticket is only sent by mail. */
  ticket: WireTicket | null;
  /** The address of the ticket mail, right after a purchase. */
  email: string | null;
  mailed: boolean;
  /** True right after a purchase, false when the ticket is opened again. */
  fresh: boolean;
  onClose: () => void;
}

const toTickets = (part: string) => (
  <Link to="/live_events" className={styles.link}>
    {part}
  </Link>
);

/** The code of the ticket or, where the ticket is only sent by mail, where to find it. */
function TicketStub({ ticket }: { ticket: WireTicket | null }) {
  const { t } = useTranslation('purchase');
  if (!ticket)
    return (
      <>
        <IconMail size={32} stroke={1.6} aria-hidden="true" />
        <p className={styles.show}>{t('ticket.inMail')}</p>
      </>
    );
  return (
    <>
      {ticket.qr && (
        <div className={styles.qr}>
          <Suspense fallback={null}>
            <TicketQr code={ticket.ticket_code} size={qrSide} />
          </Suspense>
        </div>
      )}
      <div>
        <p className={styles.show}>{t('ticket.codeLabel')}</p>
        <p className={styles.code}>{ticket.ticket_code}</p>
      </div>
    </>
  );
}

/** The ticket, or what is known of one that is only sent by mail. */
function Ticket({ event, ticket }: { event: WireEvent; ticket: WireTicket | null }) {
  const { t } = useTranslation('purchase');
  const dates = useDates();
  const written = useUserText(event.event_lang_ides);
  const facts = [
    { name: t('ticket.date'), value: formatShortDate(event.event_date, dates) },
    { name: t('ticket.time'), value: `${formatEventTimes(event)} ${formatZone(event.event_date)}` },
    { name: t('ticket.doors'), value: formatTime(event.event_date - startWindowMs) },
    ...(ticket ? [{ name: t('ticket.seat'), value: t('ticket.place', seatPlace(ticket.ticket_seat)) }] : []),
  ];
  const save = () =>
    ticket &&
    download(
      `${ticket.ticket_code}.svg`,
      'image/svg+xml',
      ticketFile({ title: shownTitle(event), facts, code: ticket.ticket_code }),
    );
  return (
    <>
      <TicketPaper
        label={t('ticket.mine')}
        stub={
          <div className={styles.stub}>
            <TicketStub ticket={ticket} />
          </div>
        }
      >
        <div className={styles.cover}>
          <Cover src={event.event_cover_image} eager sizes="384px" />
        </div>
        <div className={styles.body}>
          <p className={styles.title} {...written}>
            {shownTitle(event)}
          </p>
          <dl className={styles.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </TicketPaper>
      <div className={styles.pair}>
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => saveToCalendar(event)}
        >
          {t('ticket.calendar')}
        </Button>
        {ticket && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
            onClick={save}
          >
            {t('ticket.file')}
          </Button>
        )}
      </div>
    </>
  );
}

/**
 * Guests find the join link in their email and see where to get the app; logged-in viewers get the link to
 * /live_events.
 */
function After({ onClose, event, ticket }: { onClose: () => void; event: WireEvent; ticket: WireTicket | null }) {
  const { t } = useTranslation('purchase');
  const known = useSession((session) => session.user !== null);
  const config = useClientConfig();
  const room = known && ticket ? roomPath(event) : undefined;
  return (
    <DialogFoot>
      {room ? (
        <Button size="lg" fullWidth component={Link} to={room}>
          {t('ticket.enter')}
        </Button>
      ) : (
        <Button size="lg" fullWidth onClick={onClose}>
          {t('ticket.back')}
        </Button>
      )}
      {ticket && known && (
        <p className={styles.line}>
          <Link to={`/ticket/${ticket.ticket_uuid}`} className={styles.link}>
            {t('ticket.page')}
          </Link>
        </p>
      )}
      {config.data?.dev_mailbox && !known && (
        <p className={styles.line}>
          <IconMail size={16} stroke={1.7} aria-hidden="true" />
          <Link to="/dev/mailbox" className={styles.link}>
            {t('ticket.mailbox')}
          </Link>
        </p>
      )}
      {known && (
        <p className={styles.line}>
          <span>{rich(t('ticket.list'), { tickets: toTickets })}</span>
        </p>
      )}
    </DialogFoot>
  );
}

/** "You're in!" after a purchase, and the same ticket when it is opened again. */
export default function TicketModal({ event, ticket, email, mailed, fresh, onClose }: TicketModalProps) {
  const { t } = useTranslation('purchase');
  useFocusBack();
  const known = useSession((session) => session.user !== null);
  const phone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const thanks = videoFor(event, 'thanks', phone);
  const pending = ticket === null && !mailed;
  const title = pending ? t('ticket.pending') : t(fresh ? 'ticket.title' : 'ticket.mine');
  const sent = fresh && email ? t('ticket.sent', { email }) : null;
  const line = pending ? t('ticket.pendingText') : sent;
  return (
    <Modal.Root opened onClose={onClose} size={448} fullScreen={phone} centered padding={0} radius={phone ? 0 : 16}>
      <Modal.Overlay backgroundOpacity={0.62} color="var(--fr-stage)" blur={6} />
      <Modal.Content className={styles.sheet}>
        <StageBackdrop lights="sheet" className={styles.stage}>
          <Modal.Title className={styles.head} fz={36} lh="44px">
            {title}
          </Modal.Title>
          {line && <p className={styles.said}>{line}</p>}
          <CloseButton onClick={onClose} aria-label={t('app:close')} className={styles.close} size={40} radius={999} />
          <div className={styles.heads}>
            <FrontRow seed={event.event_uuid} width={768} height={40} />
          </div>
        </StageBackdrop>
        <Modal.Body className={styles.rest}>
          {(ticket || mailed) && <Ticket event={event} ticket={ticket} />}
          {fresh && thanks && (
            <div className={styles.thanks}>
              <PlayOnce
                src={thanks.src}
                cover={event.event_cover_image}
                label={t('event:video.thanks')}
                sizes="448px"
              />
            </div>
          )}
          {!known && (
            <p className={styles.line}>
              <IconDeviceMobile size={16} stroke={1.7} aria-hidden="true" />
              <AppLine linkClass={styles.link} />
            </p>
          )}
          <After onClose={onClose} event={event} ticket={ticket} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
