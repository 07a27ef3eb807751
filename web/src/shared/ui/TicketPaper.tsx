import type { CSSProperties, ReactNode } from 'react';
import styles from './TicketPaper.module.css';

interface TicketPaperProps {
  /** What it is. */
  children: ReactNode;
  /** What you do with it. */
  stub: ReactNode;
  /** The dashed line lies below (`row`) or, from 769 px on, at the right (`side`). */
  direction?: 'row' | 'side';
  /** Width of the stub at the right. */
  stubWidth?: number;
  /** Floats: one soft shadow. */
  raised?: boolean;
  className?: string;
  label?: string;
}

/** Ticket paper: a dashed line with two round notches between what it is and what you do with it. */
export function TicketPaper({
  children,
  stub,
  direction = 'row',
  stubWidth = 216,
  raised = false,
  className,
  label,
}: TicketPaperProps) {
  return (
    <article
      className={`${styles.paper} ${styles[direction]} ${raised ? styles.raised : ''} ${className ?? ''}`}
      style={{ '--stub': `${stubWidth}px` } as CSSProperties}
      {...(label ? { 'aria-label': label } : {})}
    >
      <div className={styles.main}>{children}</div>
      <div className={styles.tear} aria-hidden="true" />
      <div className={styles.stub}>{stub}</div>
    </article>
  );
}
