import type { RoomDeps } from './room-deps.ts';

/** What this room does later. All of it is cancelled when the page goes. */
export interface Timers {
  later(ms: number, work: () => void): void;
  pause(ms: number): Promise<void>;
  cancelAll(): void;
}

export function createTimers(after: RoomDeps['after']): Timers {
  const cancels = new Set<() => void>();
  const later = (ms: number, work: () => void): void => {
    const cancel = after(ms, () => {
      cancels.delete(cancel);
      work();
    });
    cancels.add(cancel);
  };
  return {
    later,
    pause: (ms) => new Promise((resolve) => later(ms, resolve)),
    cancelAll: () => {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
