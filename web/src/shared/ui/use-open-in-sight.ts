import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A `ref` for a row of links: where they do not all fit, the one of the open page is in sight. */
export function useOpenInSight(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const open = bar.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (!bar.current || !open) return;
    const all = bar.current.getBoundingClientRect();
    bar.current.scrollLeft += open.left + open.width / 2 - (all.left + all.width / 2);
  }, [pathname]);
  return bar;
}
