import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { WireEvent, WireEventPage } from '@frontrow/contract/events/api.ts';
import { displayNameCharsMax } from '@frontrow/core/accounts/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { fetchEvent, useMyTicket } from '#web/features/events/index.ts';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useSession } from '#web/shared/session/session.ts';
import { enterAsGuest } from '#web/shared/session/log-in.ts';
import { ContactLine } from '#web/shared/ui/ContactLine.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { eventPath, roomPath } from '#web/shared/ui/event-card-model.ts';
import { LivePill } from '#web/shared/ui/pills.tsx';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import styles from './JoinPage.module.css';
import { useClientConfig } from '#web/shared/client-config.ts';
import { joinKind, joinLinkQuery, leaveStaleTicket, useJoinToken } from './join-link.ts';
import { guestErrors } from '../checkout/purchase-rules.ts';
import { typedEmail } from '#web/shared/typed-email.ts';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';

interface TakeSeatProps {
  page: WireEventPage | undefined;
  token: string;
  submit: string;
  /** A guest may choose a name; an account has one. */
  ofGuest: boolean;
  /** It is of a replay, which is watched without a name. */
  watch: boolean;
  onGone: () => void;
}

function TakeSeat({ page, token, submit: label, ofGuest, watch, onGone }: TakeSeatProps) {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function enter(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const uuid = await enterAsGuest({ token, ...(name.trim() ? { display_name: name.trim() } : {}) });
      const room = page?.event.event_state === 1 ? roomPath(page.event) : watch ? `/replay/${uuid}` : undefined;
      void navigate(room ?? eventPath({ event_uuid: uuid }), { replace: true });
    } catch (error) {
      setBusy(false);
      const refusal = error instanceof ApiRefusal ? error : undefined;
      const besideName = refusal?.field('display_name');
      // Only a refusal of the link itself means that it is used up, not a lost network.
      if (refusal?.is('link_invalid') || refusal?.status === 410) onGone();
      else if (besideName !== undefined) setProblem(besideName);
      else toastError(messageOf(error));
    }
  }
  const submit = () => {
    if (!busy) void enter();
  };
  return (
    <Form onSubmit={submit} className={styles.form}>
      {ofGuest && !watch && (
        <TextInput
          label={t('join.name')}
          placeholder={t('join.namePlaceholder')}
          description={t('join.nameHelp')}
          value={name}
          maxLength={displayNameCharsMax}
          autoComplete="nickname"
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {label}
      </Button>
    </Form>
  );
}

function NewLink({ uuid, line }: { uuid: string; line: string }) {
  const { t } = useTranslation('tickets');
  const config = useClientConfig();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'ask' | 'busy' | 'sent'>('ask');
  const [problem, setProblem] = useState<string | null>(null);
  async function send(): Promise<void> {
    const wrong = guestErrors({ email, confirmEmail: email, privacy: true, terms: true }).email;
    setProblem(wrong ? t(`join.${wrong}`) : null);
    if (wrong) return;
    setState('busy');
    try {
      await call('POST /auth/guest_link', { body: { email, event_uuid: uuid } });
      setState('sent');
    } catch (error) {
      setState('ask');
      const besideEmail = error instanceof ApiRefusal ? error.field('email') : undefined;
      if (besideEmail !== undefined) setProblem(besideEmail);
      else toastError(messageOf(error));
    }
  }
  if (state === 'sent')
    return (
      <div role="status" className={styles.form}>
        <p className={styles.strong}>{t('join.sent')}</p>
        <p className={styles.text}>{t('join.sentText', { email })}</p>
        {config.data?.dev_mailbox && (
          <Button variant="default" component={Link} to="/dev/mailbox">
            {t('join.mailbox')}
          </Button>
        )}
      </div>
    );
  const submit = () => {
    if (state === 'ask') void send();
  };
  return (
    <Form onSubmit={submit} className={styles.form}>
      <p className={styles.text}>{line}</p>
      <EmailInput
        label={t('join.email')}
        value={email}
        error={problem}
        onChange={(event) => setEmail(typedEmail(event.currentTarget.value))}
      />
      <Button type="submit" size="lg" fullWidth loading={state === 'busy'}>
        {t('join.again')}
      </Button>
    </Form>
  );
}

function JoinWhen({ event }: { event: WireEvent }) {
  const { t } = useTranslation('tickets');
  const dates = useDates();
  if (event.event_state === 1) return <LivePill />;
  if (event.event_cancelled) return formatShortDate(event.event_date, dates);
  if (event.event_state === 2) return t('over', { date: formatShortDate(event.event_date, dates) });
  return t('join.for', { when: formatEventWhen(event, dates) });
}

function EventTop({
  page,
  onLeave,
  children,
}: {
  page: WireEventPage | undefined;
  onLeave: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <div className={styles.cover}>{page && <Cover src={page.event.event_cover_image} eager sizes="480px" />}</div>
      <div className={styles.body}>
        {children}
        {page && (
          <p className={styles.event}>
            <Link to={eventPath(page.event)} className={styles.name} onClick={onLeave} {...userText}>
              {page.event.event_title}
            </Link>
            <span className={styles.when}>
              <JoinWhen event={page.event} />
            </span>
          </p>
        )}
      </div>
    </>
  );
}

/** Heights of the skeletons: of a title with two lines, and of a field with a button. */
const topWaitingPx = 88;
const stubWaitingPx = 152;

/**
 * The link of a ticket mail. Opening the page shows what the link is good for; only its button uses it up (rule A5).
 */
export default function JoinPage() {
  const token = useJoinToken();
  return <Join key={token} token={token} />;
}

interface WayInProps {
  kind: ReturnType<typeof joinKind>;
  page: WireEventPage | undefined;
  token: string | null;
  ofGuest: boolean;
  onGone: () => void;
}

/** What can be done with the link: take the seat, ask for a new link, or go elsewhere. */
function WayIn({ kind, page, token, ofGuest, onGone }: WayInProps) {
  const { t } = useTranslation('tickets');
  const { uuid = '' } = useParams();
  const isLoggedIn = useSession(({ user }) => user !== null && !user.user_is_guest);
  const own = useMyTicket(uuid, isLoggedIn && kind === 'open' && !ofGuest);
  if (kind === 'cancelled' || kind === 'refunded' || kind === 'transferred') {
    const another = page && !page.event.event_cancelled && page.event.event_state !== 2 ? page.event : undefined;
    return (
      <div className={styles.form}>
        <Button size="lg" fullWidth component={Link} to={another ? eventPath(another) : '/'}>
          {t(another ? 'join.another' : 'empty.action')}
        </Button>
        <ContactLine />
      </div>
    );
  }
  if (kind === 'moved')
    return (
      <Button size="lg" component={Link} to="/live_events">
        {t('title')}
      </Button>
    );
  // Logged in, the link is not needed: its session would take the place of the account's.
  if (page && own.data?.ticket.ticket_state === 'valid')
    return (
      <Button
        size="lg"
        component={Link}
        to={page.event.event_state === 1 ? roomPath(page.event) : eventPath(page.event)}
      >
        {t('join.submit')}
      </Button>
    );
  if (token !== null && kind !== 'gone')
    return (
      <TakeSeat
        page={page}
        token={token}
        ofGuest={ofGuest}
        watch={kind === 'replay'}
        submit={t(kind === 'waiting' ? 'join.waitingSubmit' : kind === 'replay' ? 'join.replaySubmit' : 'join.submit')}
        onGone={onGone}
      />
    );
  return (
    <>
      <NewLink uuid={uuid} line={t('join.goneText')} />
      <ContactLine />
    </>
  );
}

function Join({ token }: { token: string | null }) {
  const { t } = useTranslation('tickets');
  const { uuid = '' } = useParams();
  const [pressedInVain, setPressedInVain] = useState(false);
  const event = useQuery({
    queryKey: ['event', uuid, 'join'],
    queryFn: ({ signal }) => fetchEvent(uuid, undefined, signal),
    retry: false,
  });
  const link = useQuery(joinLinkQuery(token));
  const waiting = event.isLoading || link.isLoading || (pressedInVain && link.isFetching);
  // The pressed button is gone: the focus moves to the title, which says what happened.
  const title = useRef<HTMLHeadingElement>(null);
  const toTitle = pressedInVain && !waiting;
  useEffect(() => {
    if (toTitle) title.current?.focus();
  }, [toTitle]);
  if (event.error instanceof ApiRefusal && [400, 404].includes(event.error.status)) return <NotFound />;
  const page = event.data;
  // Without a network the state of the link is unknown: offer the button, its answer tells.
  const kind = joinKind(page, token === null ? 'noToken' : (link.data?.link_state ?? 'open'), pressedInVain);
  const onGone = (): void => {
    setPressedInVain(true);
    void link.refetch();
  };
  const onLeave = (): void => {
    const { user } = useSession.getState();
    leaveStaleTicket(kind, { here: user !== null });
  };
  return (
    <div className={`fr-column ${styles.page}`}>
      {!waiting && <title>{`${t(`join.${kind}Title`)} · Frontrow`}</title>}
      <meta name="referrer" content="no-referrer" />
      <div className={styles.paper}>
        <TicketPaper
          raised
          stub={
            <div className={styles.stub}>
              {waiting ? (
                <Skeleton height={stubWaitingPx} />
              ) : (
                <WayIn
                  kind={kind}
                  page={page}
                  token={token}
                  ofGuest={link.data?.link_of_guest ?? true}
                  onGone={onGone}
                />
              )}
            </div>
          }
        >
          <EventTop page={page} onLeave={onLeave}>
            {waiting ? (
              <Skeleton height={topWaitingPx} />
            ) : (
              <>
                <h1 ref={title} tabIndex={-1} className={styles.title}>
                  {t(`join.${kind}Title`)}
                </h1>
                <p className={styles.text} role={pressedInVain ? 'alert' : undefined}>
                  {t(`join.${kind}`)}
                </p>
              </>
            )}
          </EventTop>
        </TicketPaper>
      </div>
    </div>
  );
}
