import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import styles from '../ui/Admin.module.css';
import { auditEntry } from '../ui/audit-entry.ts';
import { PagedList } from '../ui/PagedList.tsx';

/** The audit log, newest first: a table, and cards on phones. */
export function AuditSection() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const log = useInfiniteQuery({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam }) => call('GET /admin/audit_log', { query: { cursor: pageParam } }),
    ...byCursor,
  });
  const all = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const columns = [t('when'), t('who'), t('what'), t('whom'), t('details')];
  return (
    <PagedList list={log} count={all.length} empty={{ title: t('noEntries') }} isTable>
      <table className={styles.table}>
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
          {all.map((entry) => {
            const { what, event, about } = auditEntry(t, entry);
            return (
              <tr key={entry.entry_ide}>
                <td data-label={columns[0]}>{formatShortDateTime(entry.at, dates)}</td>
                <td data-label={columns[1]}>
                  {entry.actor_username ?? t(entry.action === 'books_differ' ? 'bySystem' : 'commandLine')}
                </td>
                <td data-label={columns[2]}>{what}</td>
                <td data-label={columns[3]}>{entry.subject_username}</td>
                <td data-label={columns[4]}>
                  {(event || about) && (
                    <div className={styles.line}>
                      {event && <Link to={event.path}>{event.title}</Link>}
                      {event && about && <br />}
                      {about}
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </PagedList>
  );
}
