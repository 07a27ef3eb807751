import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { FrontRow } from './FrontRow.tsx';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** What to do next: one obvious button, or chips. */
  children?: ReactNode;
  level?: 1 | 2 | 3;
  /** The front row below it. A page has at most three rows, the footer's included. */
  heads?: boolean;
}

/** Nothing here yet: says what happens next, above the heads of a front row. */
export function EmptyState({ title, text, children, level = 2, heads = true }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Heading>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.next}>{children}</div>}
      {heads && (
        <div className={styles.heads}>
          <FrontRow seed="empty" />
        </div>
      )}
    </div>
  );
}
