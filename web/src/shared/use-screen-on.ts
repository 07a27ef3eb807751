import { useEffect } from 'react';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { onPageReturn } from './page-return.ts';
import { keepScreenOn } from './wake-lock.ts';

/** While the room is shown, a phone's screen stays on. */
export function useScreenOn(): void {
  useEffect(() => {
    if (!isMobileDevice()) return undefined;
    // Missing in older browsers, and without a secure page.
    const lock = navigator.wakeLock as WakeLock | undefined;
    return keepScreenOn({ request: lock && (() => lock.request('screen')), onReturn: onPageReturn });
  }, []);
}
