import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { eventKey, eventPageModel, fetchEvent } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { formatShortDateTime, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from './WaitingPage.module.css';
import { pollMsOf, stageOf, type Waiting, waitingOf } from './waiting-model.ts';

/** Only for people whose turn it is. */
const PurchaseModal = lazy(
  themed(() => import('../checkout/PurchaseModal.tsx')),
  ['purchase'],
);

const waitingPx = 200;

/** The line and the own place in it. No socket: files that caches may keep, and few calls of one's own. */
function useWaiting(uuid: string, opensAt: number) {
  const now = useNow();
  const hasAccount = useSession(({ user }) => user !== null && !user.user_is_guest);
  const soon = waitingOf({ now, opensAt, hasAccount, line: undefined, own: undefined }).is === 'soon';
  const [stage, setStage] = useState('before');
  const own = useQuery({
    queryKey: ['queue', uuid, 'own', stage],
    queryFn: () => call('POST /events/queue', { body: { event_uuid: uuid } }),
    enabled: !soon && hasAccount,
    // A second turn has the same stages: answers of the first one must not return.
    gcTime: 0,
    placeholderData: (before) => before,
  });
  // Below the own place: the library asks for the interval while this hook is called.
  const line = useQuery({
    queryKey: ['queue', uuid],
    queryFn: () => call('GET /events/:uuid/queue', { params: { uuid } }),
    enabled: !soon,
    refetchInterval: ({ state }): number => pollMsOf(state.data, own.data),
    refetchIntervalInBackground: true,
  });
  const next = stageOf(line.data, own.data);
  // The state of an answer, so that a new stage asks again; set while rendering, before anything is shown.
  if (next !== stage) setStage(next);
  return { line, own, now, waiting: waitingOf({ now, opensAt, hasAccount, line: line.data, own: own.data }) };
}

function Texts({ waiting, opensAt, until, count }: TextsProps) {
  const { t } = useTranslation('waiting');
  const dates = useDates();
  switch (waiting.is) {
    case 'soon':
      return <Said title={t('soonTitle')}>{t('soon', { time: formatShortDateTime(opensAt, dates) })}</Said>;
    case 'login':
      return <Said title={t('loginTitle')}>{t('login')}</Said>;
    case 'in':
      return (
        <Said title={t('inTitle')}>
          {t('in', { time: formatTime(opensAt, dates) })} {count > 0 && t('waiting', { count })}
        </Said>
      );
    case 'drawing':
      return <Said title={t('inTitle')}>{t('drawing')}</Said>;
    case 'line':
      return <Said title={t('lineTitle', { count: waiting.position })}>{t(waiting.noSeats ? 'noSeats' : 'line')}</Said>;
    case 'turn':
      return <Said title={t('turnTitle')}>{t('turn', { time: formatTime(until, dates) })}</Said>;
    case 'begun':
      return <Said title={t('begunTitle')}>{t('begun')}</Said>;
    case 'missed':
    case 'notNeeded':
      return <Said title={t(`${waiting.is}Title`)}>{t(waiting.is)}</Said>;
  }
}

interface TextsProps {
  waiting: Waiting;
  opensAt: number;
  /** When the turn ends. */
  until: number;
  /** How many people wait. */
  count: number;
}

/** Read aloud when it changes: the page changes without a press. */
const Said = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div role="status">
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{children}</p>
  </div>
);

function Room({ page, opensAt }: { page: WireEventPage; opensAt: number }) {
  const { t } = useTranslation('waiting');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [buying, setBuying] = useState(false);
  const { event } = page;
  const { line, own, waiting, now } = useWaiting(event.event_uuid, opensAt);
  const first = useRef(0);
  if (waiting.is === 'line') first.current = Math.max(first.current, waiting.position);
  const failed = own.error ?? line.error;
  return (
    <>
      <Texts
        waiting={waiting}
        opensAt={opensAt}
        until={own.data?.admitted_until ?? now}
        count={line.data?.waiting ?? 0}
      />
      {(waiting.is === 'soon' || waiting.is === 'in') && now < opensAt && <Countdown to={opensAt} />}
      {waiting.is === 'line' && (
        <Progress
          value={100 * (1 - (waiting.position - 1) / Math.max(1, first.current))}
          aria-label={t('progress')}
          size="lg"
        />
      )}
      {((waiting.is === 'line' && waiting.noSeats) || waiting.is === 'notNeeded') && (
        <Button variant="default" fullWidth component={Link} to={eventPath(event)}>
          {t('toEvent')}
        </Button>
      )}
      {waiting.is === 'login' && (
        <Button size="lg" fullWidth onClick={() => askToLogin('login')}>
          {t('loginAct')}
        </Button>
      )}
      {(waiting.is === 'turn' || waiting.is === 'begun') && (
        <Button size="lg" fullWidth onClick={() => setBuying(true)}>
          {t('buy')}
        </Button>
      )}
      {waiting.is === 'missed' && (
        <Button size="lg" fullWidth loading={own.isFetching} onClick={() => void own.refetch()}>
          {t('again')}
        </Button>
      )}
      {failed && <ErrorNote error={failed} onRetry={() => void Promise.all([line.refetch(), own.refetch()])} />}
      <Suspense fallback={null}>
        {buying && (
          <PurchaseModal
            event={event}
            onClose={() => {
              setBuying(false);
              void own.refetch();
            }}
            onDone={() => {
              void reloadProfile().catch(() => undefined);
              void client.invalidateQueries({ queryKey: eventKey(event.event_uuid) });
              void client.invalidateQueries({ queryKey: ['tickets'] });
              void navigate(eventPath(event));
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Where there is nothing to wait for: why, and the way to the event. */
function NoWait({ page, about }: { page: WireEventPage; about: 'notNeeded' | 'own' | 'seat' | 'over' }) {
  const { t } = useTranslation('waiting');
  return (
    <>
      <Said title={t(`${about}Title`)}>{t(about)}</Said>
      <Button component={Link} to={eventPath(page.event)} fullWidth>
        {t('toEvent')}
      </Button>
    </>
  );
}

const none: readonly string[] = [];

function Known({ page }: { page: WireEventPage }) {
  const user = useSession((session) => session.user);
  const viewer = { username: user?.user_username ?? null, purchased: user?.purchased_events ?? none };
  const { offer } = eventPageModel(page, viewer);
  const opensAt = page.event.event_sales_open_date;
  if (offer === 'seat' || offer === 'own') return <NoWait page={page} about={offer} />;
  if (offer !== 'buy' && offer !== 'free' && offer !== 'soldOut') return <NoWait page={page} about="over" />;
  return opensAt === undefined ? <NoWait page={page} about="notNeeded" /> : <Room page={page} opensAt={opensAt} />;
}

/** `/event/{uuid}/waiting`: people wait here for the start of sales, and for their turn in the checkout. */
export default function WaitingPage() {
  const { t } = useTranslation('waiting');
  const { uuid = '' } = useParams();
  usePageTitle(t('tab'));
  const event = useQuery({
    queryKey: ['waiting', uuid],
    queryFn: () => fetchEvent(uuid, undefined),
    refetchInterval: minutes(1),
  });
  if (event.error instanceof ApiRefusal && [400, 404].includes(event.error.status)) return <NotFound />;
  const page = event.data;
  return (
    <div className={`fr-column ${styles.page}`}>
      <div className={styles.card}>
        {page && (
          <Link to={eventPath(page.event)} className={styles.name}>
            {page.event.event_title}
          </Link>
        )}
        {event.error && !page ? (
          <ErrorNote error={event.error} onRetry={() => void event.refetch()} />
        ) : !page ? (
          <Skeleton height={waitingPx} />
        ) : (
          <Known page={page} />
        )}
      </div>
    </div>
  );
}
