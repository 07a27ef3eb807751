import { publishEvent } from '../support/publish.ts';
import { expect, test } from '../support/test.ts';

interface Manifest {
  readonly theme_color: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string }[];
}

test('the page can be kept on the home screen, with its own icon', { tag: '@long' }, async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Kept at hand', tickets: 3, price: 0 });
  const { page, context } = await people.newViewer();
  await page.goto(`${product.url}/event/${eventUuid}`);

  const browser = await context.newCDPSession(page);
  const { url, errors } = await browser.send('Page.getAppManifest');
  expect({ url, errors }).toEqual({ url: `${product.url}/manifest.webmanifest`, errors: [] });
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // Every context of a test is like a private window, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

  const answer = await page.request.get(url);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as Manifest;
  const color = page.locator('meta[name="theme-color"][media*="light"]');
  await expect(color).toHaveAttribute('content', manifest.theme_color);

  const sizeOf = (src: string): Promise<string> =>
    page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(src), src).toBe(sizes);
  const appleIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await sizeOf(appleIcon!)).toBe('180x180');
});
