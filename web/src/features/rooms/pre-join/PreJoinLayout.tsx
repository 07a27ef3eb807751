import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import styles from './PreJoin.module.css';
import type { RoomModel } from '../model/room-deps.ts';
import type { Phase } from '../model/room-phase.ts';

export interface PreJoinProps {
  page: WireEventPage;
  isOwner: boolean;
  /** Null until the code of the room is loaded. */
  model: RoomModel | null;
  phase: Phase;
  /** The tab was in the room before it was loaded, and has tried to enter again. */
  wasInside: boolean;
}

interface PreJoinLayoutProps {
  title: string;
  /** What stands below it, where it is not the usual line. */
  subtitle?: string;
  /** What everyone must know before they enter, below that. */
  note?: ReactNode;
  toEvent: string;
  closeLabel?: string;
  /** The one button, and the line below it. */
  action: ReactNode;
  hint: string;
  side: ReactNode;
  children: ReactNode;
}

/** What toasts keep clear of on a phone (`shared/toasts/Toasts.module.css`). */
const barHeight = '--fr-bottom-bar';

/** Ref of a bar whose height depends on its buttons and the length of its hint. */
function keepBarHeight(bar: HTMLElement | null): () => void {
  if (!bar) return () => undefined;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => root.style.setProperty(barHeight, `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    root.style.removeProperty(barHeight);
  };
}

/** The layout of every pre-join screen: what awaits in the room, and one button. */
export function PreJoinLayout({
  title,
  subtitle,
  note,
  toEvent,
  closeLabel,
  action,
  hint,
  side,
  children,
}: PreJoinLayoutProps) {
  const { t } = useTranslation('rooms');
  useEffect(() => {
    document.title = `${title} · Frontrow`;
  }, [title]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <Link to="/" aria-label="Frontrow">
          <Logo />
        </Link>
        <ActionIcon component={Link} to={toEvent} variant="glass" size={44} aria-label={closeLabel ?? t('close')}>
          <IconX size={20} stroke={1.8} />
        </ActionIcon>
      </header>
      <div className={styles.page}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <p>{subtitle ?? t('subtitle')}</p>
          {note}
        </div>
        <div ref={keepBarHeight} className={styles.action} data-bottom-bar>
          {action}
          <p role="status" className={styles.hint}>
            {hint}
          </p>
        </div>
        {children}
        <div className={styles.side}>{side}</div>
      </div>
    </div>
  );
}
