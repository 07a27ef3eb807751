import '#web/shared/styles/components.ts';
import { IconFlag, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { call, callFile } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { downloadBlob } from '#web/shared/download.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatDay, formatShortDateTime, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath, eventPrice } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Stars } from '#web/shared/ui/Stars.tsx';
import { copyPath, guestsPath } from '../events/index.ts';
import { ChartCard } from '../stats/index.ts';
import styles from './Results.module.css';

type Results = AnswerOf<'GET /host/events/:id/results'>;

/** `/hosting/results/{uuid}`: who came to a finished event, what it brought and what people said. */
export default function ResultsPage() {
  const { t } = useTranslation('hostarea');
  const { uuid = '' } = useParams();
  usePageTitle(t('results.title'));
  const results = useQuery({
    queryKey: ['event', uuid, 'results'],
    queryFn: () => call('GET /host/events/:id/results', { params: { id: uuid } }),
  });
  return (
    <AccountShell>
      {results.isError && <ErrorNote error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && (
        <div aria-busy="true">
          <Skeleton height={96} radius={16} />
          <Skeleton height={320} radius={16} top={24} />
          <span className="fr-visually-hidden" role="status">
            {t('results.loading')}
          </span>
        </div>
      )}
      {results.data && <Loaded results={results.data} />}
    </AccountShell>
  );
}

function Loaded({ results }: { results: Results }) {
  const { t } = useTranslation('hostarea');
  const { event, audience } = results;
  const why = event.event_cancelled
    ? 'cancelled'
    : event.event_state !== 2
      ? 'notYet'
      : audience === null
        ? 'counting'
        : undefined;
  return (
    <>
      <Head results={results} />
      {why && <p className={styles.why}>{t(`results.${why}`)}</p>}
      {audience && <Tiles results={results} audience={audience} />}
      <div className={styles.columns}>
        <div className={styles.stack}>
          {audience && <Audience results={results} />}
          <Reviews results={results} />
        </div>
        <div className={styles.stack}>
          {event.event_state === 2 && !event.event_cancelled && <Replay results={results} />}
          {!eventPrice(event).free && <Revenue results={results} />}
          <p className={styles.links}>
            <Link to={guestsPath(event.event_uuid)} className="fr-link">
              {t('results.guests')}
            </Link>
            <Link to={`/stats?event=${event.event_uuid}`} className="fr-link">
              {t('results.stats')}
            </Link>
            <Link to={eventPath(event)} className="fr-link">
              {t('results.page')}
            </Link>
          </p>
          {audience && <RoomExport eventUuid={event.event_uuid} />}
        </div>
      </div>
    </>
  );
}

/** Chat, questions, polls and turns as one file. */
function RoomExport({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('hostarea');
  const fetchFile = useMutation({
    mutationFn: () =>
      callFile('GET /events/:uuid/room_export', { params: { uuid: eventUuid }, query: { format: 'csv' } }),
    onSuccess: (file) => downloadBlob(t('results.exportName'), file),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <div>
      <Button variant="default" size="sm" loading={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
        {t('results.export')}
      </Button>
    </div>
  );
}

function Head({ results: { event } }: { results: Results }) {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const { event_finished_date: ended, event_streaming_start_date: began } = event;
  const line = (): string | null => {
    if (ended === null || event.event_cancelled) return null;
    const date = formatShortDateTime(ended, dates);
    if (began === null) return t('results.ended', { date });
    const all = Math.max(1, Math.round((ended - began) / 60_000));
    const [hours, minutes] = [Math.floor(all / 60), all % 60];
    const duration = hours > 0 ? t('results.duration', { hours, minutes }) : t('results.durationShort', { minutes });
    return t('results.endedAfter', { date, duration });
  };
  const said = line();
  return (
    <div className={styles.head}>
      <div className={styles.what}>
        {said && (
          <p className={styles.ended}>
            <IconFlag size={18} stroke={1.7} aria-hidden="true" />
            {said}
          </p>
        )}
        <h1 {...userText}>{event.event_title}</h1>
      </div>
      {(event.event_state === 2 || event.event_cancelled) && (
        <Button component={Link} to={copyPath(event)} leftSection={<IconPlus size={18} aria-hidden="true" />}>
          {t('results.again')}
        </Button>
      )}
    </div>
  );
}

const Tile = ({ name, value, note }: { name: string; value: string; note: string | null }) => (
  <div className={styles.tile}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value}</dd>
    {note !== null && <dd className={styles.note}>{note}</dd>}
  </div>
);

function Tiles({ results, audience }: { results: Results; audience: NonNullable<Results['audience']> }) {
  const { t, language } = useTranslation('hostarea');
  const dates = useDates();
  const { event, money, available_at: availableAt } = results;
  const missing = audience.expected - audience.came;
  const usual = audience.usual_watch_minutes;
  const more = usual === null ? null : Math.round(audience.average_watch_minutes - usual);
  const watchNote =
    more === null
      ? null
      : more === 0
        ? t('results.asUsual')
        : t(more > 0 ? 'results.moreThanUsual' : 'results.lessThanUsual', { minutes: Math.abs(more) });
  const count = (number: number) => formatCount(number, language);
  const payout =
    availableAt === null
      ? null
      : availableAt <= dates.now
        ? t('results.available')
        : t('results.availableOn', { date: formatDay(availableAt, dates) });
  return (
    <dl className={styles.tiles} aria-label={t('results.numbers')}>
      <Tile
        name={t('results.came')}
        value={t('results.cameOf', { came: count(audience.came), expected: count(audience.expected) })}
        note={
          audience.expected === 0
            ? null
            : missing > 0
              ? t('results.noShows', { count: missing })
              : t('results.everyone')
        }
      />
      <Tile
        name={t('results.peak')}
        value={count(audience.peak_viewers)}
        note={audience.peak_at === null ? null : t('results.peakAt', { time: formatTime(audience.peak_at) })}
      />
      <Tile
        name={t('results.watch')}
        value={t('results.minutes', { minutes: count(Math.round(audience.average_watch_minutes)) })}
        note={watchNote}
      />
      <Tile
        name={t('results.net')}
        value={formatMoney(money.net_revenue, event.currency, language)}
        note={eventPrice(event).free ? t('results.free') : payout}
      />
    </dl>
  );
}

function Audience({ results: { viewers } }: { results: Results }) {
  const { t, language } = useTranslation('hostarea');
  const empty = viewers.every((sample) => sample.viewers === 0);
  return (
    <ChartCard
      kind="area"
      title={t('results.audience')}
      note={empty ? t('results.audienceNone') : t('results.audienceNote')}
      nothing={empty ? <></> : undefined}
      data={viewers.map(({ minute, viewers: watching }) => ({ minute, viewers: watching }))}
      x="minute"
      y="viewers"
      label={t('results.viewers')}
      xLabel={t('results.minute')}
      format={(value) => formatCount(value, language)}
    />
  );
}

/** How often a replay that is being prepared is asked for. */
const processingMs = 5_000;

const replayNote = {
  none: 'results.replayNone',
  processing: 'results.replayProcessing',
  removed: 'results.replayRemoved',
  ready: 'results.replayReady',
} as const;

function Replay({ results: { event } }: { results: Results }) {
  const { t } = useTranslation('hostarea');
  const uuid = event.event_uuid;
  const replay = useQuery({
    queryKey: ['event', uuid, 'replay'],
    queryFn: () => call('GET /events/:uuid/replay', { params: { uuid } }),
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? processingMs : false),
    retry: false,
  });
  const state = replay.data?.state;
  if (replay.isPending) return <Skeleton height={160} radius={12} />;
  return (
    <section className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{t('results.replay')}</h2>
        {state === 'ready' && <span className={styles.ready}>{t('results.replayReady')}</span>}
      </div>
      {state === 'ready' ? (
        <>
          <div className={styles.cover}>
            <Cover src={event.event_cover_image} sizes="320px" />
          </div>
          <p className={styles.soft}>{t(`results.replayText.${replay.data?.access ?? 'tickets'}`)}</p>
          <Button variant="ink" fullWidth component={Link} to={`/replay/${uuid}`}>
            {t('results.replayWatch')}
          </Button>
        </>
      ) : (
        state && <p className={styles.soft}>{t(replayNote[state])}</p>
      )}
      {replay.isError && <ErrorNote error={replay.error} onRetry={() => void replay.refetch()} />}
    </section>
  );
}

function Revenue({ results: { event, money } }: { results: Results }) {
  const { t, language } = useTranslation('hostarea');
  const write = (amount: number) => formatMoney(amount, event.currency, language);
  const less = (amount: number) => `−${write(amount)}`;
  const row = (name: string, value: string) => (
    <div className={styles.row} key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  const { complimentary_tickets: given } = money;
  return (
    <section className={styles.card}>
      <h2>{t('results.revenue')}</h2>
      <dl className={styles.rows}>
        {row(
          t('results.gross', {
            count: formatCount(money.attendees, language),
            price: write(eventPrice(event).listed),
          }),
          write(money.gross_revenue),
        )}
        {money.discounts > 0 && row(t('hosting:host.discounts'), less(money.discounts))}
        {given > 0 &&
          row(
            t('hosting:host.complimentary', { count: given, number: formatCount(given, language) }),
            less(money.complimentary),
          )}
        {money.refunds > 0 && row(t('hosting:host.refunds'), less(money.refunds))}
        {money.kept > 0 && row(t('hosting:host.kept'), write(money.kept))}
        <div className={`${styles.row} ${styles.net}`}>
          <dt>{t('results.net')}</dt>
          <dd>{write(money.net_revenue)}</dd>
        </div>
        {money.disputed > 0 && row(t('hosting:host.disputed'), write(money.disputed))}
      </dl>
      <p className={styles.small}>{t('results.fee', { fee: write(money.ticketing_fee) })}</p>
    </section>
  );
}

function Reviews({ results: { reviews, event } }: { results: Results }) {
  const { t } = useTranslation('hostarea');
  if (event.event_state !== 2 || event.event_cancelled) return null;
  return (
    <section className={styles.card}>
      <h2>{t('results.reviews')}</h2>
      {reviews.average === null ? (
        <p className={styles.soft}>{t('results.noReviews')}</p>
      ) : (
        <>
          <p className={styles.stars}>
            <Stars value={reviews.average} number />
            <span className={styles.soft}>{t('results.reviewCount', { count: reviews.count })}</span>
          </p>
          {reviews.latest.map((review) => (
            <figure key={`${review.name} ${review.text}`} className={styles.review}>
              <blockquote {...userText}>{t('results.quoted', { text: review.text })}</blockquote>
              <figcaption className={styles.soft}>{review.name}</figcaption>
            </figure>
          ))}
        </>
      )}
    </section>
  );
}
