import { NavLink } from '#web/shared/ui/Link.tsx';
import styles from './PageTabs.module.css';
import { useOpenInSight } from './use-open-in-sight.ts';

interface PageTabsProps {
  label: string;
  tabs: readonly { to: string; covers?: readonly string[]; text: string; count?: number | undefined }[];
}

/**
 * Pages of one thing, each with its own address; the open one is underlined in coral, and in sight where they do not
 * all fit.
 */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const bar = useOpenInSight();
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, covers, text, count }) => (
        <NavLink key={to} to={to} covers={covers} end className={styles.tab}>
          {text}
          {count !== undefined && ` ${count}`}
        </NavLink>
      ))}
    </nav>
  );
}
