import type { ReactNode } from 'react';
import { usePageTitle } from '#web/shared/page-title.ts';
import styles from './LegalText.module.css';

interface LegalTextProps {
  title: string;
  updated: string;
  lead: string;
  parts: readonly { title: string; text: string }[];
  children?: ReactNode;
}

/** A short legal page: what it is about first, then numbered parts with addresses of their own. */
export function LegalText({ title, updated, lead, parts, children }: LegalTextProps) {
  usePageTitle(title);
  return (
    <article className={`fr-column ${styles.page}`}>
      <h1>{title}</h1>
      <p className={styles.updated}>{updated}</p>
      <p className={styles.lead}>{lead}</p>
      <ol className={styles.parts}>
        {parts.map((part, i) => (
          <li key={part.title} id={`part-${i + 1}`}>
            <h2>{part.title}</h2>
            <p>{part.text}</p>
          </li>
        ))}
      </ol>
      {children}
    </article>
  );
}
