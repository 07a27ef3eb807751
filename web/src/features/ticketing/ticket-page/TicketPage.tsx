import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { download } from '#web/shared/download.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath, roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { seatPlace } from '#web/features/events/index.ts';
import { NotifyHint } from '#web/features/notifications/index.ts';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { ticketState, voidText } from '../my-tickets/ticket-row-model.ts';
import { TicketCover } from '../my-tickets/TicketCover.tsx';
import { ticketFile, type TicketFile } from '../my-tickets/ticket-file.ts';
import { dropOffline, keepOffline, offlineDocument } from './offline-copy.ts';
import { CheckGuestsIn, GiveTicket, KeepTicket } from './TicketActions.tsx';
import { type OneTicket, ticketQuery } from './ticket-query.ts';
import { TicketQuestions } from './TicketQuestions.tsx';
import styles from './TicketPage.module.css';

/** Most tickets have none. */
const TicketQr = lazy(() => import('../my-tickets/TicketQr.tsx'), ['purchase']);
const qrSide = 200;

/** `/ticket/{uuid}`: one ticket with its code, which stays readable without a network. */
export default function TicketPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('tickets');
  usePageTitle(t('page.title'));
  const user = useSession((session) => session.user);
  const loading = useSession((session) => session.loading);
  const ticket = useQuery({ ...ticketQuery(uuid), enabled: user !== null });
  const gone = ticket.error instanceof ApiRefusal && [400, 403, 404].includes(ticket.error.status);
  return (
    <div className={`fr-column ${styles.page}`}>
      {!user && !loading && (
        <EmptyState level={1} title={t('page.whose')} text={t('page.whoseText')}>
          <Button onClick={() => askToLogin('login')}>{t('page.login')}</Button>
        </EmptyState>
      )}
      {user && gone && !ticket.data && (
        <EmptyState level={1} title={t('page.gone')} text={t('page.goneText')}>
          <Button component={Link} to="/live_events">
            {t('title')}
          </Button>
        </EmptyState>
      )}
      {ticket.isError && !gone && !ticket.data && (
        <ErrorNote error={ticket.error} onRetry={() => void ticket.refetch()} />
      )}
      {ticket.data ? <Ticket mine={ticket.data} /> : user && ticket.isPending && <Skeleton height={480} radius={16} />}
    </div>
  );
}

/** What a saved or kept copy of the ticket says. */
const fileOf = (mine: OneTicket, facts: TicketFile['facts'], qr: string | undefined): TicketFile => ({
  title: shownTitle(mine.event.event),
  facts,
  code: mine.ticket.ticket_code,
  qr,
});

function useOfflineCopy(mine: OneTicket, facts: TicketFile['facts'], qr: string | undefined): void {
  const { t } = useTranslation('tickets');
  const path = `/ticket/${mine.ticket.ticket_uuid}`;
  const isValid = mine.ticket.ticket_state === 'valid';
  // The page is drawn again every second; its copy only when something in it changes.
  const said = JSON.stringify(facts);
  useEffect(() => {
    const content = isValid && fileOf(mine, JSON.parse(said) as typeof facts, qr);
    // Without a copy the page still shows the ticket while it is open.
    void (content ? keepOffline(path, offlineDocument(content, t('page.offline'))) : dropOffline(path)).catch(
      () => undefined,
    );
  }, [mine, isValid, said, qr, path, t]);
}

function Ticket({ mine }: { mine: OneTicket }) {
  const { t } = useTranslation('tickets');
  const now = useNow();
  const { ticket, event: card } = mine;
  const { event } = card;
  const written = useUserText(event.event_lang_ides);
  const state = ticketState(mine, now);
  const facts = [
    { name: t('when'), value: formatEventWhen(event, { now }) },
    { name: t('host'), value: card.user.user_name },
    ...(event.event_private ? [] : [{ name: t('seat'), value: t('place', seatPlace(ticket.ticket_seat)) }]),
  ];
  const [qr, setQr] = useState<string>();
  useOfflineCopy(mine, facts, qr);
  const save = () => {
    const file = fileOf(mine, facts, qr);
    download(`${file.code}.svg`, 'image/svg+xml', ticketFile(file));
  };
  const isOpen = state === 'live' || state === 'doors' || state === 'late';
  return (
    <>
      {mine.undeliverable_email !== null && <EmailRefused email={mine.undeliverable_email} />}
      <TicketPaper raised label={t('page.title')} stub={<Stub mine={mine} onQr={setQr} />}>
        <div className={styles.cover}>
          <TicketCover event={event} eager sizes="480px" />
        </div>
        <div className={styles.body}>
          <h1 className={styles.title}>
            <Link to={eventPath(event)} {...written}>
              {shownTitle(event)}
            </Link>
          </h1>
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
      {isOpen && (
        <Button size="lg" fullWidth component={Link} to={roomPath(event)}>
          {t('view')}
        </Button>
      )}
      {event.event_private && (
        <Button variant="default" component={Link} to={eventPath(event)}>
          {t('meeting')}
        </Button>
      )}
      {mine.checks_in && <CheckGuestsIn event={event} />}
      {ticket.ticket_state === 'valid' && !event.event_private && <KeepTicket mine={mine} onSave={save} />}
      {ticket.ticket_state === 'valid' && !event.event_private && event.event_state === 0 && (
        <TicketQuestions eventUuid={event.event_uuid} />
      )}
      {ticket.ticket_state === 'valid' && event.event_state === 0 && <NotifyHint about="ticket" />}
      <GiveTicket mine={mine} now={now} />
    </>
  );
}

/** Our emails to the holder come back: what to do without them. */
function EmailRefused({ email }: { email: string }) {
  const { t } = useTranslation('tickets');
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const support = useClientConfig().data?.support_url ?? '/help';
  return (
    <div className={styles.refused} role="status">
      <p className={styles.refusedTitle}>{t('page.emailRefused', { email })}</p>
      <p>{t(isGuest ? 'page.emailRefusedGuest' : 'page.emailRefusedText')}</p>
      {isGuest ? (
        <Button variant="default" size="sm" component="a" href={support}>
          {t('page.contactSupport')}
        </Button>
      ) : (
        <Button variant="default" size="sm" component={Link} to="/profile">
          {t('page.changeEmail')}
        </Button>
      )}
    </div>
  );
}

/** The code while the ticket is valid; else what became of it. */
function Stub({ mine, onQr }: { mine: OneTicket; onQr: (svg: string) => void }) {
  const { t } = useTranslation('tickets');
  const { ticket } = mine;
  const { ticket_state: state } = ticket;
  // What made it void here, a dialog's button, is gone with the keyboard on it; the page of a void ticket takes none.
  const [first] = useState(state);
  if (state === 'valid')
    return (
      <div className={styles.stub}>
        {ticket.qr && (
          <div className={styles.qr}>
            <Suspense fallback={null}>
              <TicketQr code={ticket.ticket_code} size={qrSide} onDrawn={onQr} />
            </Suspense>
          </div>
        )}
        <p className={styles.hint}>{t('purchase:ticket.codeLabel')}</p>
        <p className={styles.code}>{ticket.ticket_code}</p>
      </div>
    );
  const free = ticket.order.total === 0 && state !== 'transferred';
  return (
    <div className={styles.stub}>
      <p className={styles.code} {...(state !== first && { ref: focusWhereLost, tabIndex: -1 })}>
        {t(free ? 'givenBack' : state)}
      </p>
      <p className={styles.hint}>{t(voidText(mine, state))}</p>
    </div>
  );
}
