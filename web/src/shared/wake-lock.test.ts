import { describe, expect, it } from 'vitest';
import { keepScreenOn } from './wake-lock.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function screen(refuses = false) {
  const told = { held: 0, requests: 0, listeners: new Set<() => void>() };
  const stop = keepScreenOn({
    request: async () => {
      told.requests += 1;
      if (refuses) throw new DOMException('Battery is low', 'NotAllowedError');
      told.held += 1;
      let isHeld = true;
      return {
        release: async () => {
          if (isHeld) told.held -= 1;
          isHeld = false;
        },
      };
    },
    onReturn: (listener) => {
      told.listeners.add(listener);
      return () => told.listeners.delete(listener);
    },
  });
  const returns = async (): Promise<void> => {
    for (const listener of told.listeners) listener();
    await settled();
  };
  return { told, stop, returns };
}

describe('the screen stays on', () => {
  it('a browser without wake locks, or one that refuses them, breaks nothing', async () => {
    keepScreenOn({ request: undefined, onReturn: () => expect.fail('nothing to return to') })();
    const { told, stop, returns } = screen(true);
    await returns();
    expect(told).toMatchObject({ requests: 2, held: 0 });
    stop();
  });

  it('the lock is requested again when the page returns, and only one is held', async () => {
    const { told, returns } = screen();
    await settled();
    expect(told.held).toBe(1);
    await returns();
    expect(told).toMatchObject({ requests: 2, held: 1 });
  });

  it('the lock is released at the end, even if it was granted too late', async () => {
    const { told, stop, returns } = screen();
    stop();
    await settled();
    expect(told.held).toBe(0);
    await returns();
    expect(told).toMatchObject({ requests: 1, held: 0 });
  });
});
