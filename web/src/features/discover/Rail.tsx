import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { gently } from '#web/shared/motion.ts';
import { SectionTitle } from '#web/shared/ui/SectionTitle.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Rail.module.css';

interface RailProps {
  title: string;
  line?: string | undefined;
  /** "See all" and its address. */
  more?: { text: string; to: string } | undefined;
  columns: 'live' | 'cards' | 'tiles' | 'hosts';
  children: ReactNode;
  busy?: boolean;
}

/** Whether the rail is at its start or end; arrows show only where it overflows. */
function useEnds() {
  const ref = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: true });
  const look = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    const next = { start: list.scrollLeft <= 1, end: list.scrollLeft + list.clientWidth >= list.scrollWidth - 1 };
    setEnds((before) => (before.start === next.start && before.end === next.end ? before : next));
  }, []);
  useEffect(() => {
    look();
    const watch = new ResizeObserver(look);
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  });
  return { ref, ends, look };
}

/** A row of cards that scrolls sideways; on phones it snaps and shows a part of the next card. */
export function Rail({ title, line, more, columns, children, busy = false }: RailProps) {
  const { t } = useTranslation('discover');
  const id = useId();
  const { ref, ends, look } = useEnds();
  const page = (way: 1 | -1) => ref.current?.scrollBy({ left: way * ref.current.clientWidth, behavior: gently() });
  const cut = !ends.start || !ends.end;
  return (
    <section className={`fr-later ${styles.rail}`} data-columns={columns} aria-labelledby={id} aria-busy={busy}>
      <SectionTitle
        id={id}
        line={line}
        aside={
          <>
            {more && (
              <Link to={more.to} className={`fr-link ${styles.more}`} aria-label={`${more.text}: ${title}`}>
                {more.text}
              </Link>
            )}
            {(cut || busy) && columns !== 'live' && columns !== 'tiles' && (
              <span className={styles.arrows}>
                <button
                  type="button"
                  className={styles.arrow}
                  aria-label={t('rail.back', { title })}
                  disabled={ends.start}
                  onClick={() => page(-1)}
                >
                  <IconArrowLeft size={18} stroke={2} />
                </button>
                <button
                  type="button"
                  className={styles.arrow}
                  aria-label={t('rail.forward', { title })}
                  disabled={ends.end}
                  onClick={() => page(1)}
                >
                  <IconArrowRight size={18} stroke={2} />
                </button>
              </span>
            )}
          </>
        }
      >
        {title}
      </SectionTitle>
      <ul ref={ref} className={`${styles.list} ${styles[columns]}`} onScroll={look}>
        {children}
      </ul>
    </section>
  );
}
