import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Places of pages that can be gone back to. */
const placesMax = 100;

/** State of a link whose page stays where it is: `<Link to="/?live=1" state={staying}>`. */
export const staying = { stay: true } as const;

/**
 * A new page begins at its top, a page gone back to stands where it was left; another address of the same page moves
 * nothing.
 */
export function useScroll(): void {
  const { key, pathname, hash, state } = useLocation();
  const way = useNavigationType();
  const shown = useRef(key);
  const page = useRef(pathname);
  const places = useRef(new Map<string, number>());
  useEffect(() => {
    const remember = () => {
      if (places.current.size >= placesMax) places.current.clear();
      places.current.set(shown.current, window.scrollY);
    };
    // Ours while we turn the pages; the browser's own when the page is loaded again.
    const mode = (scroll: ScrollRestoration) => () => void (window.history.scrollRestoration = scroll);
    const leave = mode('auto');
    const come = mode('manual');
    come();
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', come);
    return () => {
      leave();
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', come);
    };
  }, []);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    const isOtherPage = page.current !== pathname;
    shown.current = key;
    page.current = pathname;
    if (hash) return document.getElementById(hash.slice(1))?.scrollIntoView();
    const stay = (state as { stay?: unknown } | null)?.stay === true;
    if (way === NavigationType.Pop) window.scrollTo(0, places.current.get(key) ?? 0);
    else if (!stay && (isOtherPage || way === NavigationType.Push)) window.scrollTo(0, 0);
  }, [key, pathname, hash, state, way]);
}
