import { useEffect, useEffectEvent } from 'react';

export type Shortcut = 'm' | 'v' | 'h' | 'c' | 'f' | 'n' | '?';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select') || target.tagName === 'EMOJI-PICKER');

/** Keyboard shortcuts, while nobody types and no dialog is open. */
export function useShortcuts(actions: Partial<Record<Shortcut, () => void>>): void {
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
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
