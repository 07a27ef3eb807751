import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './PageTabs.module.css';

interface PageTabsProps {
  label: string;
  tabs: readonly { to: string; text: string; count?: number | undefined }[];
}

/** Pages of one thing, each with its own address; the open one is underlined in coral, and in sight where they do not all fit. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const open = bar.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (!bar.current || !open) return;
    const all = bar.current.getBoundingClientRect();
    bar.current.scrollLeft += open.left + open.width / 2 - (all.left + all.width / 2);
  }, [pathname]);
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text, count }) => (
        <NavLink key={to} to={to} end className={({ isActive }) => `${styles.tab} ${isActive ? styles.on : ''}`}>
          {text}
          {count !== undefined && ` ${count}`}
        </NavLink>
      ))}
    </nav>
  );
}
