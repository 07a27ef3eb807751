import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** One part of the form under its title, a line between parts. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}
