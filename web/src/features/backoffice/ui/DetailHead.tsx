import '#web/shared/styles/components.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { auditEntry } from './audit-entry.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Detail.module.css';

interface DetailHeadProps {
  list: { to: string; text: string };
  title: string;
  badges: ReactNode;
  line: ReactNode;
  children: ReactNode;
}

/** The head of a detail page: the way back to its list, title, states, and the menu of actions. */
export function DetailHead({ list, title, badges, line, children }: DetailHeadProps) {
  const { t } = useTranslation('backoffice');
  return (
    <>
      <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
        <Link to={list.to} className="fr-link">
          {list.text}
        </Link>
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
        <span {...userText}>{title}</span>
      </nav>
      <div className={styles.head}>
        <div>
          <h1 {...userText}>
            {title} {badges}
          </h1>
          <p>{line}</p>
        </div>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={18} stroke={1.8} aria-hidden="true" />}>
              {t('order.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>{children}</Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

/** A detail page without its content: nothing has this address, or the server did not answer. */
export function NoDetail({
  list,
  error,
  onRetry,
}: {
  list: DetailHeadProps['list'];
  error: Error;
  onRetry: () => void;
}) {
  const { t } = useTranslation('backoffice');
  const isMissing = error instanceof ApiRefusal && (error.status === 400 || error.status === 404);
  if (!isMissing) return <ErrorNote error={error} onRetry={onRetry} />;
  return (
    <EmptyState title={t('noDetail.title')} text={t('noDetail.text')} level={1}>
      <Button component={Link} to={list.to}>
        {list.text}
      </Button>
    </EmptyState>
  );
}

/** An action that is hard to undo, in the menu's last part. */
export const DestructiveItem = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Menu.Item className={styles.destructive ?? ''} onClick={onClick}>
    {children}
  </Menu.Item>
);

type Entry = AnswerOf<'GET /admin/audit_log'>['entries'][number];

/** What app admins did about this person or event, newest first. */
export function History({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const dates = useDates();
  return (
    <section>
      <h2>{t('detail.history')}</h2>
      {entries.length === 0 && <p className={styles.soft}>{t('detail.noHistory')}</p>}
      <ul className={styles.history}>
        {entries.map((entry) => {
          const { what, about } = auditEntry(admin, entry);
          return (
            <li key={entry.entry_ide}>
              <time dateTime={new Date(entry.at).toISOString()}>{formatShortDateTime(entry.at, dates)}</time>
              <div>
                <strong>{what}</strong>
                <p>
                  {[entry.actor_username === null ? admin('commandLine') : `@${entry.actor_username}`, about]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Why something is not as usual: suspended, unpublished. */
export const DetailAlert = ({ children }: { children: ReactNode }) => (
  <div className={styles.alert} role="status">
    <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
    <p>{children}</p>
  </div>
);

/** How many open reports there are about a person or an event, with a link to these. */
export function OpenReports({ count, of }: { count: number; of: `user=${number}` | `event=${string}` }) {
  const { t } = useTranslation('backoffice');
  return (
    <div>
      <dt>{t('person.reports')}</dt>
      <dd>
        {count > 0 ? (
          <Link to={`/admin/reports?state=open&${of}`} className="fr-link">
            {count}
          </Link>
        ) : (
          0
        )}
      </dd>
    </div>
  );
}
