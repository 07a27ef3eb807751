import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadCatalogues } from '#web/shared/i18n/index.ts';
import { showNotice } from './show-notice.ts';

const shown: { message: string; ms?: number | undefined }[] = [];
const toasts = {
  show: async (message: string, { ms }: { ms?: number } = {}) => void shown.push({ message, ms }),
  hide: async () => undefined,
};

beforeAll(() => loadCatalogues(['rooms']));
beforeEach(() => void (shown.length = 0));

test.each(['camera', 'microphone'] as const)(
  'a denied %s is shown in the words of the specification, for 15 seconds',
  (device) => {
    showNotice({ kind: 'device', device, why: 'denied' }, toasts);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      message:
        `Unable to access your ${device} due to permissions with your browser. ` +
        "You won't be able to talk or show your video but you can still watch the event.",
      ms: 15_000,
    });
  },
);

test('a failure without a name is shown as an unknown error', () => {
  showNotice({ kind: 'unnamed' }, toasts);
  expect(shown.map(({ message }) => message)).toEqual(['Unknown error']);
});
