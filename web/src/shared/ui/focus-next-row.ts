const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/**
 * A `ref` of a list: where a row goes with the keyboard in it, the first thing to press in the row in its place has it; where there is
 * none, the page's content.
 */
export function focusNextRow(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return;
  const rows = list.children;
  let at = -1;
  const look = ({ target }: FocusEvent): void => {
    at = [...rows].findIndex((row) => row.contains(target as Node));
  };
  const observer = new MutationObserver(() => {
    if (at < 0 || document.activeElement !== document.body) return;
    const next = (rows[at] ?? rows[rows.length - 1])?.querySelector<HTMLElement>('a, button');
    if (next) next.focus();
    else focusContent();
  });
  list.addEventListener('focusin', look);
  observer.observe(list, { childList: true });
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', look);
    const now = document.activeElement;
    if (at >= 0 && (now === document.body || list.contains(now))) focusContent();
  };
}
