import { logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a host offers a podcast, copies its address, and takes it away again',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page, context } = await people.newHost();
    await logIn(context, product, 'noravale@frontrow.test');
    await page.goto(`${product.url}/profile_influencer`);
    const offer = page.getByRole('switch', { name: 'Offer my public replays as a podcast' });
    await expect(offer).not.toBeChecked();
    await expect(page.getByLabel('Feed URL')).toHaveCount(0);
    await offer.click();
    await expect(page.getByText('Your podcast is on.')).toBeVisible();
    await expect(page.getByText('No episodes yet.')).toBeVisible();
    const address = await page.getByLabel('Feed URL').inputValue();
    expect(new URL(address).pathname).toBe('/hosts/noravale/podcast.xml');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy feed URL' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.getByRole('switch', { name: 'Contains explicit content' }).click();
    await expect(page.getByRole('switch', { name: 'Contains explicit content' })).toBeChecked();
    await expect.poll(async () => (await page.request.get(address)).text()).toContain('<itunes:explicit>true<');

    const viewer = await people.newViewer();
    await viewer.page.goto(`${product.url}/noravale`);
    await expect(viewer.page.getByRole('link', { name: 'Podcast' })).toHaveAttribute('href', new URL(address).pathname);
    await expect(viewer.page.getByRole('button', { name: 'Copy podcast feed URL' })).toBeVisible();
    await expect(viewer.page.locator('link[rel=alternate][href$="/podcast.xml"]')).toHaveCount(1);

    await offer.click();
    await expect(page.getByText('Your podcast is off.')).toBeVisible();
    await expect(page.getByLabel('Feed URL')).toHaveCount(0);
    expect((await page.request.get(address)).status()).toBe(404);
    await expect(async () => {
      await viewer.page.reload();
      await expect(viewer.page.getByRole('heading', { level: 1, name: 'Nora Vale' })).toBeVisible();
      await expect(viewer.page.getByRole('link', { name: 'Podcast' })).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  },
);
