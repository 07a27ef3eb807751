import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import styles from './ProblemList.module.css';
import type { Problems } from './use-publish.ts';

/** Everything that is missing, at the top, with links to the fields. Takes the focus after each submit (`round`). */
export function ProblemList({ problems, round }: { problems: Problems; round: number }) {
  const { t } = useTranslation('publish');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (round > 0) list.current?.focus();
  }, [round]);
  const entries = Object.entries(problems);
  if (entries.length === 0) return null;
  return (
    <div ref={list} className={styles.list} role="alert" tabIndex={-1}>
      <p>{t('problems', { count: entries.length })}</p>
      <ul>
        {entries.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault();
                const target = document.getElementById(field);
                target?.scrollIntoView({ block: 'center' });
                target?.focus({ preventScroll: true });
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
