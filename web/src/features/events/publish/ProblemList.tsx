import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './ProblemList.module.css';
import type { FormField } from './draft-errors.ts';
import { fieldId } from './field-id.ts';

function elementOf(field: FormField): HTMLElement | null {
  const target = document.getElementById(fieldId(field));
  // Of a group of fields the first one that can be changed; a disabled group itself.
  return target?.matches('fieldset')
    ? (target.querySelector<HTMLElement>('input:enabled, button:enabled') ?? target)
    : target;
}

interface ProblemListProps {
  problems: readonly (readonly [field: FormField, message: string])[];
  /** Rises with each submit that found problems. */
  round: number;
}

/**
 * All problems at the top, with links to their fields. Each submit moves the focus here, or to the only field with
 * one.
 */
export function ProblemList({ problems, round }: ProblemListProps) {
  const { t } = useTranslation('publish');
  const list = useRef<HTMLDivElement>(null);
  const only = problems.length === 1 ? problems[0]![0] : null;
  const goTo = (field: FormField | null) => {
    const element = field === null ? null : elementOf(field);
    element?.scrollIntoView({ block: 'center' });
    // A problem without a field on the form keeps the focus here.
    (element ?? list.current)?.focus({ preventScroll: element !== null });
  };
  const move = useEffectEvent(() => goTo(only));
  useEffect(() => {
    if (round > 0) move();
  }, [round]);
  if (problems.length === 0) return null;
  return (
    <div ref={list} className={styles.list} role="alert" tabIndex={-1}>
      <p>{t('problems', { count: problems.length })}</p>
      <ul>
        {problems.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
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
