import type { ReactNode } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { whenNear } from './when-near.ts';

interface ShowMoreProps {
  onMore: () => void;
  loading?: boolean;
  /** More comes without a press, too, when the button is near. */
  byItself?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

const nearPx = 600;
const reached = 'li :is(a, button):not([tabindex="-1"])';

/** The button goes away, or stands behind what comes: a keyboard that was on it goes on at the first of that. */
function goOn(button: HTMLElement): void {
  const page = button.closest('main, [role="dialog"]');
  if (!page || document.activeElement !== button) return;
  const known = new Set(page.querySelectorAll('li'));
  const observer = new MutationObserver(() => {
    const first = [...page.querySelectorAll<HTMLElement>(reached)].find((it) => !known.has(it.closest('li')!));
    if (!first) return;
    observer.disconnect();
    // Unless it went elsewhere in the meantime.
    if (document.activeElement === button || document.activeElement === document.body)
      first.focus({ preventScroll: true });
  });
  observer.observe(page, { childList: true, subtree: true });
}

/** Below a list: its next page. */
export function ShowMore({ onMore, loading = false, byItself = false, className, children }: ShowMoreProps) {
  const more = (button: HTMLElement) => {
    goOn(button);
    onMore();
  };
  return (
    <Button
      variant="default"
      loading={loading}
      className={className ?? ''}
      ref={byItself && !loading ? (button) => whenNear(nearPx, () => button && more(button))(button) : undefined}
      onClick={(event) => more(event.currentTarget)}
    >
      {children}
    </Button>
  );
}
