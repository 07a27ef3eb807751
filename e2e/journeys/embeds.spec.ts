import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, tokenOf } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** A website of somebody else: another port is another origin. */
async function otherSite(html: () => string) {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html()),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

test('another website shows the seats left and leads to the checkout, where the host allows it', async ({
  product,
  people,
}) => {
  const eventUuid = await publishEvent(product, { title: 'Seen elsewhere', tickets: 3, price: 12 });
  const oembed = `${product.url}/oembed?url=${encodeURIComponent(`${product.url}/event/${eventUuid}`)}`;
  let snippet = '';
  const site = await otherSite(() => `<!doctype html><title>Their shop</title><h1>Their shop</h1>${snippet}`);
  try {
    const { page, context } = await people.newViewer();
    const answer = await page.request.get(oembed);
    snippet = ((await answer.json()) as { html: string }).html;
    await page.goto(site.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('3 of 3 seats left')).toBeVisible();
    // The script fits the frame to what is in it, so nothing has to be scrolled there.
    const heights = () =>
      Promise.all([
        page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height),
        frame.locator('body').evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
      ]);
    await expect.poll(async () => new Set(await heights()).size).toBe(1);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('link', { name: 'Buy ticket' }).click(),
    ]);
    await expect(opened.getByRole('dialog').getByText('Seen elsewhere').first()).toBeVisible();
    expect(new URL(opened.url()).origin).toBe(new URL(product.url).origin);
    await expect(page.getByRole('heading', { name: 'Their shop' })).toBeVisible();

    const { access_token: token } = await tokenOf(product, hostEmail);
    const allow = (sites: string[] | null) =>
      callApi(product, 'POST', '/host/embed_sites', { token, body: { embed_sites: sites } });
    await allow(['https://elsewhere.example']);
    const blocked = page.waitForEvent('console', (said) => said.text().includes('frame-ancestors'));
    await expect(async () => {
      await page.reload();
      await expect(frame.getByText('seats left')).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await blocked;
    await allow(null);
  } finally {
    await site.close();
  }
});
