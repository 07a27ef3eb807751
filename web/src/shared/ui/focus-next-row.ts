/** Behind an open dialog there is nothing to go on at. */
const focusAround = (list: HTMLElement): void =>
  (list.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('content'))?.focus({ preventScroll: true });

/**
 * A `ref` of a list: where a row goes with the keyboard in it, the row in its place has it; where there is none, the
 * dialog it is in, or the page's content. The row, not what can be pressed in it: an Enter that is held down would do
 * the same to the next one.
 */
export function focusNextRow(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return;
  const rows = list.children as HTMLCollectionOf<HTMLElement>;
  let at = -1;
  const look = ({ target }: Event): void => {
    at = [...rows].findIndex((row) => row.contains(target as Node));
  };
  const observer = new MutationObserver(() => {
    if (at < 0 || document.activeElement !== document.body) return;
    const next = rows[at] ?? rows[rows.length - 1];
    if (!next) return focusAround(list);
    next.tabIndex = -1;
    next.focus();
  });
  document.addEventListener('focusin', look);
  document.addEventListener('pointerdown', look);
  observer.observe(list, { childList: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', look);
    document.removeEventListener('pointerdown', look);
    const now = document.activeElement;
    if (at >= 0 && (now === document.body || list.contains(now))) focusAround(list);
  };
}
