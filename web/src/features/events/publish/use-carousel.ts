import { useLayoutEffect, useRef } from 'react';
import { gently } from '#web/shared/motion.ts';

const middleOf = (box: HTMLElement): number => box.offsetLeft + box.offsetWidth / 2;

/** Keeps the chosen one of a row that scrolls sideways in its middle, and chooses what a swipe brings there. */
export function useCarousel(index: number, choose: (index: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  /** Where the row is on its way to: what passes the middle meanwhile is not chosen. */
  const goal = useRef<number | null>(null);
  const opened = useRef(false);
  const nearest = (row: HTMLElement): number => {
    const middle = row.scrollLeft + row.clientWidth / 2;
    const away = Array.from(row.children, (slide) => Math.abs(middleOf(slide as HTMLElement) - middle));
    return away.indexOf(Math.min(...away));
  };
  useLayoutEffect(() => {
    const row = ref.current;
    const slide = row?.children[index];
    if (!row || !(slide instanceof HTMLElement)) return;
    const isThere = nearest(row) === index;
    if (!isThere) goal.current = index;
    if (!isThere || !opened.current)
      row.scrollTo({
        left: middleOf(slide) - row.clientWidth / 2,
        behavior: opened.current ? gently() : 'instant',
      });
    opened.current = true;
  }, [index]);
  const byHand = () => {
    goal.current = null;
  };
  return {
    ref,
    onPointerDown: byHand,
    onWheel: byHand,
    onScroll() {
      if (!ref.current) return;
      const at = nearest(ref.current);
      if (goal.current === null) choose(at);
      else if (at === goal.current) goal.current = null;
    },
  };
}
