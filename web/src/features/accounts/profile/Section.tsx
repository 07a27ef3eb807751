import { type ReactNode, useId } from 'react';
import styles from './Profile.module.css';

/** A section of the account page with its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p className={styles.soft}>{text}</p>}
      {children}
    </section>
  );
}
