import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './ProblemList.module.css';
import type { Problems } from './use-publish.ts';

function fieldOf(id: string): HTMLElement | null {
  const target = document.getElementById(id);
  // Of a group of fields the first one that can be changed; a disabled group itself.
  return target?.matches('fieldset')
    ? (target.querySelector<HTMLElement>('input:enabled, button:enabled') ?? target)
    : target;
}

/** Everything that is missing, at the top, with links to the fields. Each submit (`round`) moves the focus: here, or to the one field. */
export function ProblemList({ problems, round }: { problems: Problems; round: number }) {
  const { t } = useTranslation('publish');
  const list = useRef<HTMLDivElement>(null);
  const entries = Object.entries(problems);
  const only = entries.length === 1 ? entries[0]![0] : null;
  const goTo = (name: string | null) => {
    const field = name === null ? null : fieldOf(name);
    field?.scrollIntoView({ block: 'center' });
    // What has no field of its own on the form is said here.
    (field ?? list.current)?.focus({ preventScroll: field !== null });
  };
  const move = useEffectEvent(() => goTo(only));
  useEffect(() => {
    if (round > 0) move();
  }, [round]);
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
                goTo(field);
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
