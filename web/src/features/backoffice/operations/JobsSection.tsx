import { pollEvery } from '#web/shared/api/poll.ts';
import { useQuery } from '@tanstack/react-query';
import styles from '../ui/Admin.module.css';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';

/** Recurring jobs whose last run failed, the longest failing first. */
export function JobsSection() {
  const { t } = useTranslation('backoffice');
  const dates = useDates();
  const list = useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: ({ signal }) => call('GET /admin/jobs', { signal }),
    refetchInterval: pollEvery(30_000),
  });
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={96} radius={16} />;
  if (list.data.jobs.length === 0)
    return (
      <>
        {failed}
        <EmptyState title={t('jobs.none')} text={t('jobs.noneText')} />
      </>
    );
  return (
    <>
      {failed}
      <p className={styles.line}>{t('jobs.text')}</p>
      <ul className={styles.list}>
        {list.data.jobs.map((job) => (
          <li key={job.job} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>{job.job}</p>
              <p className={styles.line}>
                {t('jobs.failures', { count: job.failures })},{' '}
                {t('jobs.since', { when: formatShortDateTime(job.first_failed, dates) })} ·{' '}
                {t('jobs.last', { when: formatShortDateTime(job.last_failed, dates) })}
              </p>
              <p className={styles.line}>{job.error}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
