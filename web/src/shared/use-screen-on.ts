import { useEffect } from 'react';
import { onPageReturn } from './page-return.ts';
import { keepScreenOn } from './wake-lock.ts';

/** The screen does not go dark while this is wanted. */
export function useScreenOn(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    // Missing in older browsers, and without a secure page.
    const lock = navigator.wakeLock as WakeLock | undefined;
    return keepScreenOn({ request: lock && (() => lock.request('screen')), onReturn: onPageReturn });
  }, [wanted]);
}
