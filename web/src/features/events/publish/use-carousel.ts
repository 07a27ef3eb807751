import { useLayoutEffect, useRef, useState } from 'react';
import { gently } from '#web/shared/motion.ts';
import { createWay } from './carousel-way.ts';

const middleOf = (box: HTMLElement): number => box.offsetLeft + box.offsetWidth / 2;

/** Keeps the chosen one of a row that scrolls sideways in its middle, and chooses what a swipe brings there. */
export function useCarousel(index: number, choose: (index: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [way] = useState(createWay);
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
    if (way.aim(index, nearest(row)) || !opened.current)
      row.scrollTo({
        left: middleOf(slide) - row.clientWidth / 2,
        behavior: opened.current ? gently() : 'instant',
      });
    opened.current = true;
  }, [index, way]);
  return {
    ref,
    onPointerDown: way.byHand,
    onWheel: way.byHand,
    onScroll() {
      const passed = ref.current && way.passes(nearest(ref.current));
      if (passed !== null) choose(passed);
    },
  };
}
