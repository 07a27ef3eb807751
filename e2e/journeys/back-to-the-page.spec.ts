import type { Locator, Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { withBackForwardCache } from '../support/browser.ts';
import { testCards, type Viewer } from '../support/people.ts';
import { publishEvent } from '../support/publish.ts';
import { logIn, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

type Kept = Window & { shownAgain?: boolean };

/**
 * Leaves the page and presses "Back". The very document that was left must be shown again, not one that is loaded
 * again.
 */
async function leavesAndGoesBack(page: Page, leave: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const look = ({ persisted }: PageTransitionEvent): void => void ((window as Kept).shownAgain = persisted);
    window.addEventListener('pageshow', look, { once: true });
  });
  await leave();
  await page.goBack({ waitUntil: 'commit' });
  // A page that is just being shown answers nothing yet.
  await expect.poll(() => page.evaluate(() => (window as Kept).shownAgain).catch(() => undefined)).toBe(true);
}

async function opensWallet({ page }: Viewer): Promise<void> {
  await page.getByRole('dialog').getByText('PayPal', { exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay .* with PayPal/ })
    .click();
  await expect(page.getByRole('button', { name: /approve/i })).toBeVisible();
}

test(
  'back from the wallet the checkout lives: the wallet again, or a card',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, { title: 'Back from the wallet', tickets: 3, price: 5 });
    const viewer = await people.newViewer({}, withBackForwardCache);
    const { page } = viewer;
    await logIn(viewer.context, product, await newAccount(product, 'bea.again'), newPassword);
    await page.goto(`${product.url}/event/${eventUuid}`);
    await page.getByRole('button', { name: 'Buy ticket' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
    for (let times = 0; times < 2; times++) {
      await leavesAndGoesBack(page, () => opensWallet(viewer));
      await expect(dialog.getByText('The payment wasn’t completed. You haven’t been charged.')).toBeVisible();
      await expect(dialog.getByText('Taking you to PayPal…')).toBeHidden();
      await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
    }
    await dialog.getByText('Card', { exact: true }).click();
    await viewer.typesCard(testCards.pays);
    await viewer.pays();
    await viewer.isIn();
  },
);

test('a guest returns from the wallet unpaid, then pays there', { tag: '@long' }, async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Back and over again', tickets: 3, price: 5 });
  const guest = await people.newViewer({}, withBackForwardCache);
  const { page } = guest;
  await page.goto(`${product.url}/event/${eventUuid}`);
  await page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await guest.typesAddress('bela@guest.test');
  await leavesAndGoesBack(page, () => opensWallet(guest));
  await opensWallet(guest);
  await page.getByRole('button', { name: /approve/i }).click();
  await page.waitForURL(new RegExp(`/event/${eventUuid}`));
  await guest.isIn();
  await expect(page.getByText('We’ve emailed your ticket to bela@guest.test')).toBeVisible();
});

test(
  'a checkout that was gone back to and closed gives its seat back',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, { title: 'Back and away', tickets: 1, price: 5 });
    const [viewer, next] = [await people.newViewer({}, withBackForwardCache), await people.newViewer()];
    const { page } = viewer;
    await logIn(viewer.context, product, await newAccount(product, 'bea.away'), newPassword);
    await page.goto(`${product.url}/event/${eventUuid}`);
    await page.getByRole('button', { name: 'Buy ticket' }).first().click();
    await leavesAndGoesBack(page, () => opensWallet(viewer));
    const released = page.waitForResponse('**/api/events/release_hold');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    expect((await released).status()).toBe(200);
    await logIn(next.context, product, viewer2Email);
    await next.page.goto(`${product.url}/event/${eventUuid}`);
    await next.paysWithCard(testCards.pays);
  },
);

test(
  'back from Instagram the button can be pressed again, and the dialog be closed',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page, context } = await people.newViewer({}, withBackForwardCache);
    await page.goto(`${product.url}/login`);
    const button = page.getByRole('button', { name: 'Continue with Instagram' });
    const opensInstagram = async (press: Locator) => {
      await press.click();
      await expect(page.getByLabel('Instagram name')).toBeVisible();
    };
    for (let times = 0; times < 2; times++) {
      await leavesAndGoesBack(page, () => opensInstagram(button));
      await expect(button).toBeEnabled();
    }

    const email = await newAccount(product, 'bea.torres');
    await logIn(context, product, email, newPassword);
    await page.goto(`${product.url}/profile`);
    await page.getByRole('button', { name: 'Connect Instagram' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(newPassword);
    await leavesAndGoesBack(page, () => opensInstagram(dialog.getByRole('button', { name: 'Connect Instagram' })));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();

    // Logged out, the page that the browser kept shows nobody.
    await leavesAndGoesBack(page, async () => {
      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
      await expect(page).toHaveURL(`${product.url}/`);
    });
    await expect(page.getByText(email)).toBeHidden();
  },
);
