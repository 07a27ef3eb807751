/**
 * Calls the listener when the page is seen again: after a call, another app, the lock screen, or "Back". Returns what
 * stops it.
 */
export function onPageReturn(listener: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('pageshow', seen);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('pageshow', seen);
  };
}
