import type { ReactNode } from 'react';
import styles from './SectionTitle.module.css';

interface SectionTitleProps {
  id?: string;
  children: ReactNode;
  /** One short line below. */
  line?: ReactNode;
  /** Links and arrows at the right. */
  aside?: ReactNode;
  level?: 2 | 3;
}

/** A rail's title: display type, one line below, what one can do at the right. */
export function SectionTitle({ id, children, line, aside, level = 2 }: SectionTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <Heading {...(id ? { id } : {})}>{children}</Heading>
        {line && <p className={styles.line}>{line}</p>}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}
