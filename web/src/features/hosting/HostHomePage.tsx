import '#web/shared/styles/components.ts';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { formatCount, formatDecimal, moneyText } from '#web/shared/format/money.ts';
import { formatLongDate, formatMonth, hourOf } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { savedDraft } from '../events/index.ts';
import { NotifyHint } from '../notifications/index.ts';
import { Attention } from './Attention.tsx';
import { ComingUp } from './ComingUp.tsx';
import styles from './HostHome.module.css';
import { type HostHome, homeQuery } from './home-query.ts';
import { NextEvent } from './NextEvent.tsx';

/** `/hosting`: what is next for a host, what needs attention, and how the month goes. */
export default function HostHomePage() {
  const { t } = useTranslation('hostarea');
  usePageTitle(t('title'));
  const home = useQuery(homeQuery);
  return (
    <AccountShell>
      <Greeting />
      {home.isError && <ErrorNote error={home.error} onRetry={() => void home.refetch()} />}
      {home.isPending && (
        <div className={styles.page} aria-busy="true">
          <Skeleton height={312} radius={16} />
          <Skeleton height={240} radius={16} />
          <span className="fr-visually-hidden" role="status">
            {t('loading')}
          </span>
        </div>
      )}
      {home.data && <Loaded home={home.data} />}
    </AccountShell>
  );
}

function Greeting() {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const name = useSession((session) => session.user?.user_name ?? '');
  const hour = hourOf(dates.now);
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
  return (
    <div className={styles.head}>
      <h1>{t(part, { name })}</h1>
      <p className={styles.soft}>{formatLongDate(dates.now, dates)}</p>
    </div>
  );
}

function Loaded({ home }: { home: HostHome }) {
  const { t } = useTranslation('hostarea');
  const draft = savedDraft(null);
  const hasDraft = draft.title.trim() !== '' || draft.description.trim() !== '';
  const isNew = home.next === null && home.upcoming.length === 0;
  return (
    <div className={styles.page}>
      {home.next && <NextEvent next={home.next} />}
      {home.next && <NotifyHint about="hosting" />}
      {isNew && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          <Button component={Link} to="/publish_event" leftSection={<IconPlus size={18} aria-hidden="true" />}>
            {t('publish')}
          </Button>
        </EmptyState>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Attention lines={home.attention} draft={hasDraft ? draft.title.trim() : undefined} quiet={isNew} />
          {(home.upcoming.length > 0 || home.upcoming_count > 0) && (
            <ComingUp events={home.upcoming} count={home.upcoming_count} />
          )}
        </div>
        <Month home={home} />
      </div>
      <p>
        <Link to="/hosting/developers" className="fr-link">
          {t('developers')}
        </Link>
      </p>
    </div>
  );
}

const Figure = ({ name, values }: { name: string; values: readonly string[] }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    {values.map((value) => (
      <dd key={value}>{value}</dd>
    ))}
  </div>
);

/** Numbers of the month so far. */
function Month({ home: { month, available, rating, next } }: { home: HostHome }) {
  const { t, language } = useTranslation('hostarea');
  const usual = available[0]?.currency_code ?? next?.event.currency.currency_code ?? 'EUR';
  const money = (amounts: HostHome['available']) =>
    (amounts.length > 0 ? amounts : [{ currency_code: usual, amount: 0 }]).map(({ amount, currency_code: code }) =>
      moneyText(amount, code, language),
    );
  return (
    <section className={styles.month}>
      <h2>{formatMonth(Date.parse(month.from), { zone: 'UTC' })}</h2>
      <dl>
        <Figure name={t('month.revenue')} values={money(month.revenue)} />
        <Figure name={t('month.sold')} values={[formatCount(month.tickets_sold, language)]} />
        <Figure name={t('month.views')} values={[formatCount(month.views, language)]} />
        <Figure name={t('month.available')} values={money(available)} />
        {rating.average !== null && (
          <Figure name={t('month.rating')} values={[formatDecimal(rating.average, 1, language)]} />
        )}
      </dl>
      <Link to="/stats" className="fr-link">
        {t('month.stats')}
      </Link>
    </section>
  );
}
