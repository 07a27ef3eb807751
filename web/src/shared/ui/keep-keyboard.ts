/**
 * A button that was pressed is disabled while it works, and browsers let the keyboard fall off it, out of the dialog
 * it is in. Until it works no more the dialog itself has it. Answers how to stop.
 */
export function keepKeyboard(): () => void {
  let held: HTMLElement | null = null;
  const wentOn = ({ target }: FocusEvent): void => {
    if (target instanceof Element && !target.matches('[role="dialog"]')) held = null;
  };
  const observer = new MutationObserver(() => {
    const now = document.activeElement;
    if (now instanceof HTMLElement && now.matches(':disabled')) {
      now.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
      held = now;
    } else if (held?.matches(':enabled')) held.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', wentOn);
  observer.observe(document.body, { attributes: true, attributeFilter: ['disabled'], subtree: true });
  return () => {
    document.removeEventListener('focusin', wentOn);
    observer.disconnect();
  };
}
