import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '#web/shared/ui/is-composing.ts';

/** On phones, where the panel lies over the picture, Escape closes it when nothing lies over the panel. */
export function useCloseOnEscape(putAway: () => void): void {
  const act = useEffectEvent(putAway);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || !window.matchMedia('(max-width: 48em)').matches) return;
      if (!document.querySelector('[role="dialog"], [role="menu"], emoji-picker')) act();
    };
    // In the capture phase: before a dialog over it has handled the key and is gone.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
