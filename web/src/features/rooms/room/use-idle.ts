import { type RefObject, useEffect } from 'react';

/** When the controls over the picture hide. */
const idleMs = 2_000;

/**
 * Marks the room `data-idle` when nothing moved, was tapped or focused for two seconds. Written to the element
 * directly, so that moving the mouse renders nothing. A control with keyboard focus stays visible, and so do all of
 * them while a panel of theirs is open.
 */
export function useIdle(room: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sleep = (): void => {
      const focused = document.activeElement;
      if (focused && element.contains(focused) && focused.matches(':focus-visible') && focused.closest('[data-fades]'))
        return wake();
      if (element.querySelector('[data-keeps-controls]')) return wake();
      element.dataset['idle'] = 'true';
    };
    const wake = (): void => {
      delete element.dataset['idle'];
      clearTimeout(timer);
      timer = setTimeout(sleep, idleMs);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events) window.addEventListener(name, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of events) window.removeEventListener(name, wake);
    };
  }, [room]);
}
