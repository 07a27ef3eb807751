import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '#web/shared/ui/is-composing.ts';

/** Escape puts the panel away where it lies over the picture (`Room.module.css`), once nothing lies over the panel. */
export function usePutAway(putAway: () => void): void {
  const act = useEffectEvent(putAway);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || !window.matchMedia('(max-width: 48em)').matches) return;
      if (!document.querySelector('[role="dialog"], [role="menu"], emoji-picker')) act();
    };
    // Before anybody has closed what lies over it.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
