import { expect, it, vi } from 'vitest';
import { forgetFailures, loadPage } from './page-loader.ts';
import type { PageRoute } from './routes.tsx';

it('a page whose code did not come is fetched anew once that was shown, and one that came is fetched once', async () => {
  const Page = () => null;
  const page = vi.fn<PageRoute['page']>().mockResolvedValue({ default: Page });
  page.mockRejectedValueOnce(new Error('no network'));
  const row: PageRoute = { path: '/somewhere', page, texts: [] };
  await expect(loadPage(row)).rejects.toThrow('no network');
  // React looks again before it shows a failure.
  await expect(loadPage(row)).rejects.toThrow('no network');
  expect(page).toHaveBeenCalledTimes(1);
  forgetFailures();
  expect(await loadPage(row)).toBe(Page);
  forgetFailures();
  expect(await loadPage(row)).toBe(Page);
  expect(page).toHaveBeenCalledTimes(2);
});
