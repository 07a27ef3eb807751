import { resetLinkMs } from '@frontrow/core/accounts/limits.ts';
import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { serverNow } from '#web/shared/server-clock.ts';

/** For all tabs, because a mailed link opens in another tab of the browser that asked for it. */
const key = 'frontrow-way-back';

/** Keeps where the person goes on after a link that is being mailed, as long as such links work at most. */
export const keepWayBack = (then: string, now = serverNow()): void =>
  void writeStored(key, JSON.stringify({ then, until: now + resetLinkMs }));

function kept(): { then?: unknown; until?: unknown } {
  try {
    return (JSON.parse(readStored(key) ?? '{}') ?? {}) as ReturnType<typeof kept>;
  } catch {
    return {};
  }
}

/** Where the person goes on after a mailed link, once; the first page where none was kept, or only long ago. */
export function takeWayBack(now = serverNow()): string {
  const { then, until } = kept();
  removeStored(key);
  const isPath = typeof then === 'string' && /^\/(?![/\\])/.test(then);
  return isPath && typeof until === 'number' && until > now ? then : '/';
}
