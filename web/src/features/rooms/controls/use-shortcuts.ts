import { useEffect, useEffectEvent } from 'react';

export type Shortcut = 'm' | 'v' | 'h' | 'c' | 'f' | 'n' | 'p' | '?';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select') || target.tagName === 'EMOJI-PICKER');

/** Keyboard shortcuts of a window, while nobody types and no dialog is open. */
export function useShortcuts(actions: Partial<Record<Shortcut, () => void>>, target: Window = window): void {
  const act = useEffectEvent((key: string): boolean => {
    const action = actions[key as Shortcut];
    action?.();
    return action !== undefined;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('[role="dialog"]')
      )
        return;
      if (act(event.key.toLowerCase())) event.preventDefault();
    };
    target.addEventListener('keydown', onKey);
    return () => target.removeEventListener('keydown', onKey);
  }, [target]);
}
