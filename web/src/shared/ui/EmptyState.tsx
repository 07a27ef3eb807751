import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Seats } from './Seats.tsx';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** What to do next: one obvious button, or chips. */
  children?: ReactNode;
  level?: 1 | 2 | 3;
  /** Rows of seats without heads. */
  seats?: boolean;
}

/** Nothing here yet: says what happens next, above empty seats. */
export function EmptyState({ title, text, children, level = 2, seats = true }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Heading>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.next}>{children}</div>}
      {seats && <Seats />}
    </div>
  );
}
