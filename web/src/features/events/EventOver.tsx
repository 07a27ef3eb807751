import { useQuery } from '@tanstack/react-query';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './HostPanel.module.css';
import { resultsPath } from './host-paths.ts';

/** Who came is counted within seconds of the end. */
const countedEveryMs = 2_000;
const countedTriesMax = 30;

/** For the host of an event that is over: how it went, and what is left to do. */
export function EventOver({ event }: { event: WireEvent }) {
  const { t, language } = useTranslation('hosting');
  const results = useQuery({
    queryKey: ['event', event.event_uuid, 'results'],
    queryFn: ({ signal }) => call('GET /host/events/:id/results', { params: { id: event.event_uuid }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.audience === null && state.dataUpdateCount < countedTriesMax && countedEveryMs,
  });
  const { data } = results;
  const count = (number: number) => formatCount(number, language);
  const rows = data && [
    ...(data.audience
      ? [
          [
            t('over.came'),
            t('over.cameOf', { came: count(data.audience.came), expected: count(data.audience.expected) }),
          ],
          [t('over.peak'), count(data.audience.peak_viewers)],
        ]
      : []),
    [t('over.revenue'), formatMoney(data.money.net_revenue, event.currency, language)],
    [t('over.unanswered'), count(data.unanswered_questions)],
  ];
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{t('over.title')}</h2>
      <p className={styles.soft}>{t(data?.audience === null ? 'over.counting' : 'over.text')}</p>
      <dl className={styles.rows}>
        {rows?.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button fullWidth component={Link} to={resultsPath(event.event_uuid)}>
        {t('over.results')}
      </Button>
    </section>
  );
}
