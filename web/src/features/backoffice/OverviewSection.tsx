import type { WireOverview } from '@frontrow/contract/backoffice/overview-api.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { twoDigits } from '#web/shared/format/two-digits.ts';
import { StateBadge, type Tone } from './ui/StateBadge.tsx';
import { call } from '#web/shared/api/call.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { attentionLooks } from './admin-sections.ts';
import styles from './Overview.module.css';

const refreshMs = 30_000;

/** Also the numbers of the side menu. */
export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call('GET /admin/overview', { signal }),
  refetchInterval: pollEvery(refreshMs),
});

/** The first page of the admin area: money, what needs action, live rooms, health. */
export function OverviewSection() {
  const { t } = useTranslation('backoffice');
  const { data, error, isError, refetch, dataUpdatedAt } = useQuery(overviewQuery);
  return (
    <>
      <div className={styles.head}>
        <h1>{t('sections.overview')}</h1>
        {data && <p>{t('updated', { time: formatTime(dataUpdatedAt) })}</p>}
      </div>
      {isError && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={520} radius={16} />}
      {data && (
        <>
          <Money money={data.money} />
          <div className={styles.grid}>
            <div className={styles.column}>
              <Attention attention={data.attention} />
              <Rooms rooms={data.rooms} total={data.rooms_total} />
            </div>
            <Health health={data.health} />
          </div>
        </>
      )}
    </>
  );
}

function Money({ money }: Pick<WireOverview, 'money'>) {
  const { t, language } = useTranslation('backoffice');
  if (money.length === 0)
    return (
      <section className={styles.card}>
        <h2>{t('today.none')}</h2>
        <p className={styles.soft}>{t('today.zone')}</p>
      </section>
    );
  return (
    <>
      {money.map((one) => {
        const amount = (value: number) => formatMoney(value, one.currency, language);
        return (
          <dl
            key={one.currency.currency_code}
            className={styles.tiles}
            aria-label={t('today.in', { currency: one.currency.currency_code })}
          >
            <Tile
              name={t('today.charged')}
              value={amount(one.charged)}
              line={t('today.charges', { count: one.charges })}
            />
            <Tile
              name={t('today.refunded')}
              value={amount(one.refunded)}
              line={t('today.refunds', { count: one.refunds })}
            />
            <Tile name={t('today.fees')} value={amount(one.fees)} line={t('today.ofCharged')} />
            <Tile
              name={t('today.paidOut')}
              value={amount(one.paid_out)}
              line={t('today.payouts', { count: one.payouts })}
            />
          </dl>
        );
      })}
    </>
  );
}

const Tile = ({ name, value, line }: { name: string; value: string; line: string }) => (
  <div className={styles.tile}>
    <dt>{name}</dt>
    <dd className={styles.sum}>{value}</dd>
    <dd className={styles.line}>{line}</dd>
  </div>
);

function Attention({ attention }: Pick<WireOverview, 'attention'>) {
  const { t } = useTranslation('backoffice');
  const dates = useDates();
  return (
    <section className={styles.card}>
      <h2>{t(attention.length === 0 ? 'attention.none' : 'attention.title')}</h2>
      {attention.length === 0 && <p className={styles.soft}>{t('attention.noneText')}</p>}
      <ul className={styles.rows}>
        {attention.map(({ kind, count, oldest, due }) => {
          const { to, icon: Icon, tone } = attentionLooks[kind];
          return (
            <li key={kind}>
              <Link to={to} className={styles.row}>
                <span className={styles.icon} data-tone={tone}>
                  <Icon size={20} stroke={1.8} aria-hidden="true" />
                </span>
                <span className={styles.what}>
                  <strong>{t(`attention.${kind}`, { count })}</strong>
                  <span>
                    {due === null
                      ? t(`attention.about.${kind}`)
                      : t('attention.due', { when: formatShortDateTime(due, dates) })}
                  </span>
                </span>
                <span className={styles.since}>
                  {t('attention.since', { when: formatShortDateTime(oldest, dates) })}
                </span>
                <IconChevronRight className={styles.chevron} size={18} stroke={1.8} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** `24:07`, `1:02:44` */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const clock = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function Rooms({ rooms, total }: { rooms: WireOverview['rooms']; total: number }) {
  const { t } = useTranslation('backoffice');
  const columns = [t('rooms.event'), t('rooms.host'), t('rooms.viewers'), t('rooms.liveFor')];
  return (
    <section className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{t('rooms.title')}</h2>
        {total > 0 && <StateBadge tone="plain">{t('rooms.live', { count: total })}</StateBadge>}
      </div>
      {total === 0 ? (
        <p className={styles.soft}>{t('rooms.none')}</p>
      ) : (
        <table className={styles.rooms}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rooms.map((room) => (
              <tr key={room.event_uuid}>
                <th scope="row">
                  <Link to={`/event/${room.event_uuid}`} {...userText}>
                    {shownTitle(room)}
                  </Link>
                </th>
                <td>{room.host_name}</td>
                <td data-label={columns[2]}>{room.viewers}</td>
                <td data-label={columns[3]}>{elapsed(serverNow() - room.started)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {total > rooms.length && (
        <Link to="/admin/events?state=live" className="fr-link">
          {t('rooms.more', { count: total - rooms.length })}
        </Link>
      )}
    </section>
  );
}

const partTones: Readonly<Record<string, Tone>> = { ready: 'good', preparing: 'warn', down: 'bad' };

function Health({ health }: Pick<WireOverview, 'health'>) {
  const { t } = useTranslation('backoffice');
  const warnings = health.filter(({ state }) => state !== 'ready').length;
  return (
    <section className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{t('health.title')}</h2>
        <StateBadge tone={warnings === 0 ? 'good' : 'warn'}>
          {warnings === 0 ? t('health.good') : t('health.warnings', { count: warnings })}
        </StateBadge>
      </div>
      <dl className={styles.health}>
        {health.map(({ part, state }) => (
          <div key={part}>
            <dt>
              <span className={styles.dot} data-tone={partTones[state]} aria-hidden="true" />
              {t(`health.parts.${part}`)}
            </dt>
            <dd>{t(`health.states.${state}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
