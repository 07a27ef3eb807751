import { type RefObject, useEffect } from 'react';

/** Spec §2, §9: the controls overlay hides after 2000 ms idle. */
const idleMs = 2_000;

/**
 * Marks the room `data-idle` when nothing moved, was tapped or focused for two seconds. Set on the element itself:
 * moving the mouse must not render the room. Keyboard focus inside keeps the controls.
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
