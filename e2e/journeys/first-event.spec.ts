import type { Page } from '@playwright/test';
import { timePasses } from '../support/clock.ts';
import { mailLink } from '../support/mailbox.ts';
import { Host } from '../support/people.ts';
import { coverFile } from '../support/publish.ts';
import { adminEmail, logIn } from '../support/session.ts';
import { detail, expect, test } from '../support/test.ts';

const email = 'lena.moss@mail.com';
const password = 'Theremin-2026';

/** Chooses a text file, is refused, chooses a picture, sees the crop and saves it. */
async function crops(person: Host, button: string | RegExp, title: string): Promise<void> {
  const { page } = person;
  const wrongType = page.getByText('Only JPG, PNG or WebP images are supported.');
  await person.choosesFile(button, { name: 'mine', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(wrongType).toBeVisible();
  await person.choosesFile(button, coverFile);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button', { name: 'Select a file' })).toBeVisible();
  // Less than the ten seconds after which it goes anyway.
  await expect(wrongType).toBeHidden({ timeout: 5_000 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function signsUp(page: Page): Promise<void> {
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  for (const sentence of [
    'Name is required.',
    'Surname is required.',
    'Username is required.',
    'Date of birth is required.',
    'Enter a valid email address, like you@example.com.',
    'Use at least 8 characters with 1 uppercase, 1 lowercase and 1 number.',
    'Please accept the Privacy Policy and Terms.',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Lena');
  await page.getByLabel('Surname').fill('Moss');
  await page.getByLabel('Username').fill('lena.moss');
  await page.getByLabel('Date of birth').fill('1990-04-05');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await create.click();
  await expect(page.getByText('Passwords must match.')).toBeVisible();
  await page.getByLabel('Repeat password').fill(password);
  await create.click();
}

/** From a new visitor to a host whose event strangers open: accounts, the app admin, publishing, search and sharing. */
test('signs up, asks to host, is authorized, publishes; the event is found and its link opens for anybody', async ({
  product,
  browser,
}) => {
  const own = await browser.newContext({ timezoneId: 'UTC' });
  const page = await own.newPage();
  const host = new Host(own, product, page);
  const account = page.getByRole('button', { name: 'Your account, Lena' });
  let eventUrl = '';

  await test.step('signs up, proves the address, and asks to become an influencer', async () => {
    await page.goto(`${product.url}/signup`);
    await signsUp(page);
    await expect(page.getByText('Please confirm your email address')).toBeVisible();
    await page.goto(await mailLink(product, email, '/verify_email'));
    const confirm = page.getByRole('button', { name: 'Confirm email' });
    // First the request is lost, then only the answer. One route for both: one that is used up takes a moment to go,
    // and may take the next one along.
    let asked = 0;
    await page.route('**/api/auth/verify_email', async (route) => {
      asked += 1;
      if (asked > 2) return route.continue();
      if (asked === 2) await route.fetch();
      return route.abort();
    });
    await confirm.press('Enter');
    await expect(page.getByText('No connection.')).toBeVisible();
    await expect(confirm, 'the keyboard is where it was').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please confirm your email address')).toBeHidden();
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveText('See what’s on');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await detail('a picture of their own', async () => {
      await page.goto(`${product.url}/viewer_profile`);
      await crops(host, 'Choose picture', 'Edit your picture');
      await expect(page.getByText('Your new picture is live.')).toBeVisible();
      await page.getByRole('button', { name: 'Remove' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Choose picture' }), 'what was pressed is gone').toBeFocused();
    });
    await page.goto(`${product.url}/publish_event`);
    await expect(page).toHaveURL(`${product.url}/`);
    await account.click();
    await page.getByRole('button', { name: 'Become an influencer' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Your request is being processed' })).toBeDisabled();
  });

  await test.step('an app admin authorizes the request', async () => {
    const context = await browser.newContext();
    await logIn(context, product, adminEmail);
    const backoffice = await context.newPage();
    await backoffice.goto(`${product.url}/admin/requests`);
    await backoffice
      .getByRole('listitem')
      .filter({ hasText: 'lena.moss' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect(backoffice.getByText('lena.moss is now an influencer.')).toBeVisible();
    await expect(backoffice.locator('#content'), 'the row took nothing along').toBeFocused();
    await backoffice.goto(`${product.url}/admin/users`);
    const massive = backoffice
      .getByRole('listitem')
      .filter({ hasText: 'lena.moss' })
      .getByRole('switch', { name: 'Broadcast events' });
    await massive.press('Space');
    await expect(massive).toBeChecked();
    await expect(massive, 'the keyboard is where it was').toBeFocused();
  });

  await test.step('the new host publishes', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('button', { name: 'Go to viewer mode' }),
      'the waiting person sees the answer',
    ).toBeVisible();
    await page.goto(`${product.url}/publish_event`);
    await crops(host, /^Drop a picture/, 'Edit your Event Photo');
    await host.publishes({ title: 'Theremin for beginners', description: 'Hands in the air.', tickets: 5 });
    await page.getByRole('link', { name: 'View event page' }).click();
    await expect(page.getByText('Private information')).toBeVisible();
    await expect(page.getByText('Theremin for beginners begins in…')).toBeVisible();
    eventUrl = page.url();
    // The countdown runs out while the host stays away.
    await timePasses(page, 50 * 60_000);
    await expect(page.getByText("The host hasn't started the event yet!")).toBeVisible();
    await page.close();
  });

  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const finder = await context.newPage();

  await test.step('somebody finds it by a misspelt title; nothing found leads on', async () => {
    await finder.goto(product.url);
    await finder.getByRole('link', { name: 'Search events and hosts' }).click();
    const field = finder.getByRole('searchbox');
    await field.pressSequentially('theremni');
    await expect(finder.getByText('Showing results for “theremin”.')).toBeVisible();
    await expect(finder).toHaveURL(/\/search\?q=theremni$/);
    await finder.getByRole('link', { name: /Theremin for beginners/ }).click();
    await expect(finder).toHaveURL(eventUrl);
    await finder.goBack();
    await expect(field).toHaveValue('theremni');

    await field.fill('underwater theremin');
    await expect(finder.getByText('No results for')).toBeVisible();
    const next = finder.getByRole('list', { name: 'Popular searches' });
    await next.getByRole('link', { name: 'theremin' }).click();
    await finder.getByRole('link', { name: /Theremin for beginners/ }).click();
  });

  await test.step('the copied link opens the page for a stranger', async () => {
    await finder.getByRole('button', { name: 'Copy link' }).first().click();
    await expect(finder.getByText('Link copied')).toBeVisible();
    const link = await finder.evaluate(() => navigator.clipboard.readText());
    await context.close();
    expect(link).toBe(eventUrl);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { name: 'Theremin for beginners' })).toBeVisible();
    await expect(stranger.getByRole('link', { name: 'Lena' })).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Get your seat' }).first()).toBeVisible();

    await detail('a page whose code does not load says so and offers to try again', async () => {
      const code = '**/assets/TalentPage-*.js';
      await stranger.route(code, (request) => request.abort());
      await stranger.goto(`${product.url}/talent`);
      await expect(stranger.getByRole('alert')).toHaveText('Sorry, there was an error');
      await stranger.unroute(code);
      await stranger.getByRole('button', { name: 'Try again' }).click();
      await expect(stranger.getByText('Hosts to discover').first()).toBeVisible();
    });
  });
});
