import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { formatCount, moneyText } from '#web/shared/format/money.ts';
import { formatDay, zoneCity } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { AllNumbers } from './AllNumbers.tsx';
import { ChartCard } from './ChartCard.tsx';
import { EventsTable } from './EventsTable.tsx';
import { Funnel } from './Funnel.tsx';
import { Headline } from './Headline.tsx';
import { askedOf, type AskedStats, presetOf, searchOf } from './range-model.ts';
import { RangePicker } from './RangePicker.tsx';
import { salesBars, unitOf } from './sales-bars.ts';
import { Sources } from './Sources.tsx';
import { currenciesOf } from './stats-money.ts';
import styles from './StatsPage.module.css';

const statsQuery = (asked: AskedStats) =>
  queryOptions({
    queryKey: ['stats', asked],
    queryFn: () => call('GET /stats', { query: asked }),
    // While other days are counted, those of before stay.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

/** `/stats`: a host's numbers, of all events or of one. */
export default function StatsPage() {
  const { t } = useTranslation('stats');
  usePageTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const asked = askedOf(search);
  const stats = useQuery(statsQuery(asked));
  const change = (to: Record<string, string | null>) => setSearch(searchOf(search, to));
  return (
    <AccountShell>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <RangePicker asked={asked} stats={stats.data} onChange={change} />
      </div>
      {stats.isError && <ErrorNote error={stats.error} onRetry={() => void stats.refetch()} />}
      {stats.isPending && (
        <div className={styles.grid} aria-busy="true">
          <Skeleton height={118} radius={16} />
          <Skeleton height={320} radius={16} />
          <span className="fr-visually-hidden" role="status">
            {t('loading')}
          </span>
        </div>
      )}
      {stats.data && (
        <Loaded
          stats={stats.data}
          asked={asked}
          search={(uuid) => searchOf(search, { event: uuid }).toString()}
          isOld={stats.isPlaceholderData}
        />
      )}
    </AccountShell>
  );
}

interface LoadedProps {
  stats: WireStats;
  asked: AskedStats;
  search: (uuid: string) => string;
  /** Other days are being counted. */
  isOld: boolean;
}

function Loaded({ stats, asked, search, isOld }: LoadedProps) {
  const { t } = useTranslation('stats');
  if (stats.events.length === 0 && stats.totals.views === 0 && stats.followers === 0)
    return (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
        <Button component={Link} to="/publish_event">
          {t('emptyAction')}
        </Button>
      </EmptyState>
    );
  const preset = presetOf(asked);
  const [currency = defaultCurrency, ...others] = currenciesOf(stats.money);
  const note = preset === 'custom' ? `${stats.from} – ${stats.to}` : t(`range.${preset}`);
  return (
    <div className={styles.grid} aria-busy={isOld} data-old={isOld}>
      <Headline stats={stats} days={stats.days.length} />
      <div className={styles.row}>
        <WhoStayed stats={stats} />
        <Funnel totals={stats.totals} note={note} />
      </div>
      <div className={styles.row}>
        <SalesOver stats={stats} currency={currency} />
        <Sources sources={stats.sources} />
      </div>
      {others.map((other) => (
        <SalesOver key={other} stats={stats} currency={other} />
      ))}
      <EventsTable stats={stats} asked={asked} search={search} />
      <AllNumbers stats={stats} />
      <div className={styles.exports}>
        <Export asked={asked} table="days" text={t('csvDays')} />
        <Export asked={asked} table="events" text={t('csvEvents')} />
        <p className={styles.hint}>{t('zone', { city: zoneCity(stats.time_zone) })}</p>
      </div>
    </div>
  );
}

function WhoStayed({ stats: { who_stayed: show, time_zone: zone } }: { stats: WireStats }) {
  const { t, language } = useTranslation('stats');
  const dates = useDates();
  return (
    <ChartCard
      kind="area"
      title={t('whoStayed')}
      note={
        show
          ? t('whoStayedOf', { title: show.event_title, date: formatDay(show.started, { ...dates, zone }) })
          : t('whoStayedNone')
      }
      nothing={show ? undefined : <></>}
      data={show?.viewers.map(({ minute, viewers }) => ({ minute, viewers })) ?? []}
      x="minute"
      y="viewers"
      label={t('viewers')}
      xLabel={t('minute')}
      format={(value) => formatCount(value, language)}
    />
  );
}

function SalesOver({ stats, currency }: { stats: WireStats; currency: string }) {
  const { t, language } = useTranslation('stats');
  const dates = useDates();
  const unit = unitOf(stats.days.length);
  const sellsMoney = stats.money.some(({ revenue }) => revenue !== 0);
  const isOneOfSeveral = currenciesOf(stats.money).length > 1;
  return (
    <ChartCard
      kind="bar"
      title={isOneOfSeveral ? t('salesOverIn', { currency }) : t('salesOver')}
      note={sellsMoney ? t('salesNote') : t('sold')}
      data={salesBars(stats.days, unit, currency).map(({ day, revenue, sold }) => ({
        day: formatDay(Date.parse(day), { ...dates, zone: 'UTC' }),
        amount: sellsMoney ? revenue : sold,
      }))}
      x="day"
      y="amount"
      label={t(sellsMoney ? 'revenue' : 'sold')}
      xLabel={t(unit)}
      format={(value) => (sellsMoney ? moneyText(value, currency, language) : formatCount(value, language))}
    />
  );
}

function Export({ asked, table, text }: { asked: AskedStats; table: 'days' | 'events'; text: string }) {
  const save = async () => {
    try {
      const file = await call('GET /stats/csv', { query: { ...asked, table } });
      download(file.file_name, 'text/csv;charset=utf-8', file.csv);
    } catch (error) {
      toastError(messageOf(error));
    }
  };
  return (
    <Button variant="default" onClick={() => void save()}>
      {text}
    </Button>
  );
}
