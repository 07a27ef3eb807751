import type { Page } from '@playwright/test';
import { newAccount } from '../support/account.ts';
import { startEvent } from '../support/live-room.ts';
import { pressTwice } from '../support/slow-network.ts';
import { mailLink } from '../support/mailbox.ts';
import { publishEvent } from '../support/publish.ts';
import { adminEmail, callApi, demoPassword, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { shiftsOnReload } from '../support/layout-shifts.ts';
import { detail, expect, test } from '../support/test.ts';

async function logInThere(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(dialog).toBeHidden();
}

/** Keeps the answers of a call back until they are released. */
async function heldBack(page: Page, url: string): Promise<{ release(): void }> {
  const released = Promise.withResolvers<void>();
  // A call that the page gave up in the meantime cannot go on.
  await page.route(url, (route) => released.promise.then(() => route.continue()).catch(() => undefined));
  return { release: released.resolve };
}

test('a stranger taps a heart, logs in, and it is done; the host is followed and left again', async ({
  product,
  page,
  browser,
}) => {
  await page.goto(`${product.url}/noravale`);
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Vale' })).toBeVisible();
  const heart = page.getByRole('button', { name: /^Save “/ }).first();
  const title = (await heart.getAttribute('aria-label'))!.replace(/^Save “|”$/g, '');
  await heart.click();
  await logInThere(page, viewer2Email);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  const follow = page.getByRole('button', { name: 'Follow Nora Vale' });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  // The list says what is saved, also to someone who presses before the browser has asked for that itself.
  const saved = await heldBack(page, '**/api/user/favorites');
  await page.goto(`${product.url}/live_events/favorite_live_events`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('button', { name: `Save “${title}”` }).click();
  saved.release();
  await expect(page.getByText('No favorites yet')).toBeVisible();

  // The link of a mail takes no later follow away, however often its page is gone back to.
  await publishEvent(product, { title: 'Songs for followers', tickets: 2, price: 0, host: 'noravale' });
  await page.goto(await mailLink(product, viewer2Email, '/unfollow'));
  const done = page.getByRole('heading', { name: 'Unfollowed' });
  await expect(done).toBeFocused();
  await page.getByRole('link', { name: 'Back to Nora Vale' }).click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(done).toBeVisible();
  await page.reload();
  await expect(done).toBeVisible();

  const followed = await heldBack(page, '**/api/user/following');
  await page.goto(`${product.url}/viewer_profile`);
  await expect(page.getByRole('link', { name: 'Nora Vale' })).toBeVisible();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await follow.click();
  followed.release();
  await expect(page.getByText('You’re not following anyone yet.', { exact: false })).toBeVisible();

  await detail('a stranger who presses Follow and logs in by a mailed link follows the host', async () => {
    const email = await newAccount(product, 'fay.follows');
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(`${product.url}/noravale`);
    await stranger.getByRole('button', { name: 'Follow Nora Vale' }).click();
    const dialog = stranger.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Email me a link' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByRole('button', { name: 'Email me a login link' }).click();
    await expect(dialog.getByText(/^Check your inbox/)).toBeVisible();
    await stranger.close();
    const tab = await context.newPage();
    await tab.goto(await mailLink(product, email, '/magic_link'));
    await tab.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(tab.getByText('You’re now following noravale.')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Follow Nora Vale' })).toHaveAttribute('aria-pressed', 'true');
    await context.close();
  });
});

test(
  'a heart pressed before it is known who is there waits for it; the banner of an unproven address moves nothing',
  { tag: '@long' },
  async ({ product, page }) => {
    const session = await callApi<Awaited<ReturnType<typeof tokenOf>>>(product, 'POST', '/auth/signup', {
      body: {
        email: 'early.heart.of.a.long.name@where-mails-are-kept.example.com',
        password: 'Curtain-up-7',
        username: 'earlyheart',
        name: 'Ewa',
        surname: 'Lind',
        date_of_birth: '1990-05-01',
        accept_terms: true,
      },
    });
    await page.goto(`${product.url}/terms/privacy`);
    await page.evaluate(({ access_token, refresh_token }) => {
      localStorage.setItem('frontrow-access-token', access_token);
      localStorage.setItem('frontrow-refresh-token', refresh_token);
    }, session);
    const profile = Promise.withResolvers<void>();
    await page.route('**/api/user/profile', async (route) => {
      await profile.promise;
      await route.continue();
    });
    await page.goto(`${product.url}/noravale`);
    await page.locator('html[data-ready]').waitFor();
    const heart = page.getByRole('button', { name: /^Save “/ }).first();
    await heart.click();
    // Frames enough for the question to be there, were it asked.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    });
    await expect(page.getByRole('dialog')).toBeHidden();
    profile.resolve();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('dialog')).toBeHidden();

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const moved = await shiftsOnReload(page, [page.getByText('Please confirm your email address'), heart]);
      expect(moved, `at ${width}`).toBeLessThan(0.02);
    }

    const banner = page.getByRole('region', { name: 'Confirm your email' });
    await pressTwice(banner.getByRole('button', { name: 'Resend email' }), '/auth/verify_email_again');
    await expect(banner.getByRole('status'), 'what was pressed is gone').toBeFocused();
  },
);

test('a name nobody has is a seat that does not exist', async ({ product, page }) => {
  await page.goto(`${product.url}/nobody-of-this-name`);
  await expect(page.getByText('This seat doesn’t exist')).toBeVisible();
});

test(
  'who was there sees that it began, and reviews it after; a review that does not go out says so',
  { tag: '@long' },
  async ({ product, browser }) => {
    const wanted = { title: 'Songs for a review', tickets: 2, price: 0, startable: true };
    const event_uuid = await publishEvent(product, wanted);
    const context = await browser.newContext();
    const { access_token: token } = await logIn(context, product, viewer2Email);
    const body = { platform: 'web', event_uuid };
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid, type: 'interactive' } });
    const end = await startEvent(product, event_uuid);
    await callApi(product, 'POST', '/events/streaming/join_streaming', { token, body });
    const page = await context.newPage();
    await page.goto(`${product.url}/event/${event_uuid}`);
    await expect(page.getByText('Songs for a review began')).toBeVisible();
    await end();

    await page.goto(`${product.url}/live_events/past_live_events`);
    const ticket = page.getByRole('listitem').filter({ hasText: 'Songs for a review' });
    await ticket.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'How was it?' });
    const send = dialog.getByRole('button', { name: 'Send review' });
    await expect(dialog.getByRole('radio', { name: '1 star' })).toBeFocused();
    await send.click();
    await expect(dialog.getByText('Choose a rating from one to five stars.')).toBeVisible();
    await dialog.locator('label').filter({ hasText: '5 stars' }).click();
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script> javascript:alert(1)';
    await dialog.getByLabel('Your review').fill(hostile);
    // Not kept for when there is a network again.
    await context.setOffline(true);
    await send.press('Enter');
    await expect(dialog.getByText('There was an error sending your review')).toBeVisible();
    await expect(send, 'the keyboard is still in the dialog').toBeFocused();
    await context.setOffline(false);

    // It is up, and only the answer got lost: the next try is not told that it is one too many.
    await page.route('**/api/events/reviews', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await send.click();
    await expect(dialog.getByText('No connection.')).toBeVisible();
    // Said otherwise, it is one too many, and not what is up.
    await dialog.locator('label').filter({ hasText: '4 stars' }).click();
    await send.click();
    await expect(dialog.getByText('You have already reviewed this event.')).toBeVisible();
    await dialog.locator('label').filter({ hasText: '5 stars' }).click();
    await send.click();
    await expect(dialog).toBeHidden();

    // It stands there as it was typed, and does nothing.
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${product.url}/event/${event_uuid}`);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const review = page.getByRole('listitem').filter({ hasText: hostile });
    await expect(review).toBeVisible();
    await expect(review.locator('img[src="x"], script')).toHaveCount(0);
    await expect(page).toHaveTitle(/Songs for a review/);
    expect(said).toEqual([]);
    const { reviews } = await callApi<{ reviews: { review_ide: number }[] }>(
      product,
      'GET',
      `/events/${event_uuid}/reviews`,
    );
    const backoffice = await browser.newContext();
    await logIn(backoffice, product, adminEmail);
    const { access_token: hostToken } = await tokenOf(product, hostEmail);
    const report = {
      kind: 'review',
      review_ide: reviews[0]!.review_ide,
      reason: 'other',
      note: 'Tries to run a script',
    };
    await callApi(product, 'POST', '/reports', { token: hostToken, body: report });
    const list = await backoffice.newPage();
    await list.goto(`${product.url}/admin/reports`);
    const row = list.getByRole('listitem').filter({ hasText: 'Tries to run a script' });
    await row.getByRole('button', { name: 'Dismiss' }).click();
    await list.getByRole('dialog').getByLabel('Note').fill('It is only text.');
    await list.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(row).toBeHidden();
    // Its report is handled, and the review still stands.
    await list.goto(`${product.url}/admin/reports?state=dismissed`);
    await expect(row.getByRole('button', { name: 'Remove review' })).toBeVisible();

    await review.getByRole('button', { name: 'Delete my review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my review' }).press('Enter');
    await expect(review).toBeHidden();
    await expect(page.locator('#content'), 'what opened the dialog is gone').toBeFocused();
    await list.reload();
    await expect(row).toBeVisible();
    await expect(row.getByRole('button', { name: 'Remove review' })).toHaveCount(0);
  },
);

test(
  'a named link is followed and a seat taken: the host reads it live, and finds both in the numbers',
  { tag: '@long' },
  async ({ product, browser }) => {
    const uuid = await publishEvent(product, { title: 'Seats that count', tickets: 3, price: 0 });
    const hosts = await browser.newContext();
    await logIn(hosts, product, hostEmail);
    const host = await hosts.newPage();
    await host.goto(`${product.url}/activity`);
    await expect(host.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();

    const viewers = await browser.newContext();
    const { access_token: token } = await logIn(viewers, product, viewer2Email);
    const viewer = await viewers.newPage();
    const counted = viewer.waitForResponse((answer) => answer.url().endsWith('/api/views'));
    await viewer.goto(`${product.url}/event/${uuid}?ref=letter`);
    expect((await counted).status()).toBe(200);
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: uuid, type: 'interactive' } });

    await expect(host.getByRole('link', { name: '1 ticket sold for Seats that count' })).toBeVisible();
    await host.goto(`${product.url}/stats?event=${uuid}`);
    await expect(host.getByRole('row', { name: 'Link “letter” 1 1' })).toBeVisible();
    await host.getByRole('button', { name: 'Show as table' }).last().click();
    await expect(host.getByRole('region', { name: 'Sales over time' }).getByRole('row').last()).toContainText('1');
    await Promise.all([hosts.close(), viewers.close()]);
  },
);
