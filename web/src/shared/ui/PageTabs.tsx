import { NavLink } from 'react-router';
import styles from './PageTabs.module.css';

interface PageTabsProps {
  label: string;
  tabs: readonly { to: string; text: string; count?: number | undefined }[];
}

/** Pages of one thing, each with its own address; the open one is underlined in coral. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text, count }) => (
        <NavLink key={to} to={to} end className={({ isActive }) => `${styles.tab} ${isActive ? styles.on : ''}`}>
          {text}
          {count !== undefined && ` ${count}`}
        </NavLink>
      ))}
    </nav>
  );
}
