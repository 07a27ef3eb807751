import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadCatalogues } from '#web/shared/i18n/index.ts';
import { showNotice } from './show-notice.ts';

const shown: { message: string; ms: number }[] = [];
vi.mock('#web/shared/toasts/Toasts.tsx', () => ({
  showToast: (toast: { message: string; ms: number }) => shown.push(toast),
  removeToast: () => undefined,
}));

beforeAll(() => loadCatalogues(['rooms']));
beforeEach(() => void (shown.length = 0));

test.each(['camera', 'microphone'] as const)(
  'a denied %s is shown in the words of the specification, for 15 seconds',
  async (device) => {
    showNotice({ kind: 'device', device, why: 'denied' });
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toMatchObject({
      message:
        `Unable to access your ${device} due to permissions with your browser. ` +
        "You won't be able to talk or show your video but you can still watch the event.",
      ms: 15_000,
    });
  },
);

test('what has no name is an unknown error', async () => {
  showNotice({ kind: 'unnamed' });
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]?.message).toBe('Unknown error');
});
