import { useLocation } from 'react-router';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './PageTabs.module.css';
import { useOpenInSight } from './use-open-in-sight.ts';

interface PageTabsProps {
  label: string;
  tabs: readonly { to: string; text: string; count?: number | undefined }[];
}

/** The tab of an address; the first one for an address that has none, because its page is shown there. */
export const openTab = <Tab extends { readonly to: string }>(pathname: string, tabs: readonly Tab[]): Tab | undefined =>
  tabs.find(({ to }) => to === pathname.replace(/\/$/, '')) ?? tabs[0];

/**
 * Pages of one thing, each with its own address; the open one is underlined in coral, and in sight where they do not
 * all fit.
 */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const bar = useOpenInSight();
  const open = openTab(useLocation().pathname, tabs)?.to;
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text, count }) => (
        <Link key={to} to={to} aria-current={to === open ? 'page' : undefined} className={styles.tab}>
          {text}
          {count !== undefined && ` ${count}`}
        </Link>
      ))}
    </nav>
  );
}
