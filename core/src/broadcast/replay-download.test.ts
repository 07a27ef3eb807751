import { expect, test } from 'vitest';
import { mayDownload, requireDownloader } from './replay-download.ts';

const host = { isHost: true, watch: 'full' } as const;
const viewer = { isHost: false, watch: 'full' } as const;
const previewer = { isHost: false, watch: 'preview' } as const;

test('the host downloads a replay, and everyone who watches all of it once the host allows that', () => {
  expect(mayDownload(host, { allowed: false })).toBe(true);
  expect(mayDownload(viewer, { allowed: false })).toBe(false);
  expect(mayDownload(viewer, { allowed: true })).toBe(true);
  expect(mayDownload(previewer, { allowed: true })).toBe(false);
  expect(() => requireDownloader(host, { allowed: false })).not.toThrow();
  expect(() => requireDownloader(viewer, { allowed: true })).not.toThrow();
});

test('everyone else reads why not', () => {
  expect(() => requireDownloader(viewer, { allowed: false })).toThrow(/hasn’t allowed/);
  expect(() => requireDownloader(previewer, { allowed: true })).toThrow(/only available to ticket holders/);
  expect(() => requireDownloader(previewer, { allowed: false })).toThrow(/only available to ticket holders/);
});
