import { useCallback, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the whole page in full screen, so that dialogs and toasts stay visible. */
export function useFullScreen(): { full: boolean; possible: boolean; toggle: () => void } {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    // A browser may refuse, for example in an embedded page.
    void change.catch(() => undefined);
  }, []);
  return { full, possible: document.fullscreenEnabled, toggle };
}
