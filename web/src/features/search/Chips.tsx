import type { ReactNode } from 'react';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Chips.module.css';

/** Rounded links: tags and suggestions. */
export function Chips({ label, links }: { label: string; links: readonly { text: ReactNode; to: string }[] }) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {links.map(({ text, to }) => (
        <li key={to}>
          <Link to={to} className={styles.chip}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
