import type { Locator, Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { looker } from '../support/looks.ts';
import { mailLink } from '../support/mailbox.ts';
import type { Product } from '../support/product.ts';
import { callApi, demoPassword, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

interface Mine {
  readonly next_cursor: string | null;
  readonly events: readonly {
    readonly event: {
      readonly event_uuid: string;
      readonly series?: { readonly uuid: string; readonly title: string };
    };
  }[];
}

/** The series of the demo that has a pass, and its dates, the first one first: on any page, as others publish, too. */
async function seriesOfWeek(product: Product, token: string): Promise<{ uuid: string; dates: string[] }> {
  const events: Mine['events'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const page: Mine = await callApi<Mine>(product, 'GET', `/events/mine${from}`, { token });
    events.push(...page.events);
    cursor = page.next_cursor;
  }
  const { uuid } = events.map(({ event }) => event.series).find((series) => series?.title === 'Songs of the week')!;
  const dates = events.filter(({ event }) => event.series?.uuid === uuid).map(({ event }) => event.event_uuid);
  return { uuid, dates };
}

/** Presses the button of the pass without an account. Answers the dialog that logs in. */
async function asksForPass(page: Page, product: Product, uuid: string): Promise<Locator> {
  await page.goto(`${product.url}/series/${uuid}`);
  await page.getByRole('button', { name: 'Log in to buy the pass' }).click();
  return page.getByRole('dialog');
}

test('a viewer who logs in for the pass of a series buys it with one card payment, and its host sees that it is sold', async ({
  product,
  browser,
}) => {
  const { page, looks } = await looker(browser);
  const { access_token: token } = await logIn(page.context(), product, hostEmail);
  const { uuid } = await seriesOfWeek(product, token);
  await page.goto(`${product.url}/series/${uuid}`);
  await expect(page.getByRole('button', { name: 'Change the price' })).toBeVisible();
  await looks.at('the pass of a series, for its host');

  const buyer = await looker(browser);
  await buyer.page.goto(`${product.url}/series/${uuid}`);
  await expect(buyer.page.getByText('The pass needs an account.')).toBeVisible();
  await buyer.looks.at('the pass of a series, without an account');
  await buyer.page.getByRole('button', { name: 'Log in to buy the pass' }).click();
  const dialog = buyer.page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(viewer2Email);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
  // Back at the pass, with its checkout open.
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await expect(dialog.getByText('We’re holding your seat on every date')).toBeVisible();
  await buyer.looks.at('the checkout of a pass');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(buyer.page).toHaveURL(/\/live_events/);
  await expect(buyer.page.getByRole('heading', { name: 'My tickets' })).toBeVisible();
  await expect(buyer.page.getByRole('heading', { name: /^Songs of the week/ })).toHaveCount(6);

  await page.reload();
  await expect(page.getByText(/1 pass sold/)).toBeVisible();
  await buyer.page.context().close();
  await page.context().close();
  expect([...looks.problems, ...buyer.looks.problems]).toEqual([]);
});

test(
  'someone who signs up for the pass, or logs in by an emailed link, comes back to its checkout',
  { tag: '@long' },
  async ({ product, browser }) => {
    const { uuid } = await seriesOfWeek(product, (await tokenOf(product, hostEmail)).access_token);
    const { page } = await looker(browser);
    const dialog = await asksForPass(page, product, uuid);
    await dialog.getByRole('button', { name: 'Sign up' }).click();
    await dialog.getByLabel('Email', { exact: true }).fill('petra.pass@mail.com');
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
    await dialog.getByLabel('Repeat password').fill(newPassword);
    await dialog.getByLabel('Username').fill('petra.pass');
    await dialog.getByLabel('Name', { exact: true }).fill('Petra');
    await dialog.getByLabel('Surname').fill('Novak');
    await dialog.getByLabel('Date of birth').fill('1992-08-09');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await expect(dialog.getByText('We’re holding your seat on every date')).toBeVisible();
    await page.context().close();

    const email = await newAccount(product, 'lina.link');
    const other = await looker(browser);
    const login = await asksForPass(other.page, product, uuid);
    await login.getByRole('button', { name: 'Email me a link' }).click();
    await login.getByLabel('Email', { exact: true }).fill(email);
    await login.getByRole('button', { name: 'Email me a login link' }).click();
    await expect(login.getByText(/^Check your inbox/)).toBeVisible();
    const tab = await other.page.context().newPage();
    await tab.goto(await mailLink(product, email, '/magic_link'));
    await tab.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(tab.getByRole('dialog').getByText('We’re holding your seat on every date')).toBeVisible();
    await other.page.context().close();
  },
);

test(
  'a viewer with a ticket for one date buys the rest of the pass, and another tab says that it is bought',
  { tag: '@long' },
  async ({ product, browser }) => {
    const { uuid, dates } = await seriesOfWeek(product, (await tokenOf(product, hostEmail)).access_token);
    const { page, looks } = await looker(browser);
    const email = await newAccount(product, 'rita.rest');
    const { access_token: token } = await logIn(page.context(), product, email, newPassword);
    const body = { event_uuid: dates.at(-1)!, type: 'interactive', stripe_token: 'pm_card_visa', remember: true };
    await callApi(product, 'POST', '/events/purchase', { token, body });
    await page.goto(`${product.url}/series/${uuid}`);
    const buy = page.getByRole('button', { name: /^Buy the rest for/ });
    await expect(buy).toBeVisible();
    await looks.at('the rest of a pass');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await buy.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expect(dialog.getByText('We’re holding your seat on every date')).toBeVisible();
    await looks.at('the checkout of the rest of a pass');
    await dialog.getByRole('button', { name: /^Pay/ }).click();
    await expect(page).toHaveURL(/\/live_events/);

    await other.getByRole('button', { name: /^Buy the rest for/ }).click();
    const late = other.getByRole('dialog');
    await expect(late.getByRole('alert')).toContainText('You already have this pass');
    await expect(late.getByRole('button', { name: 'Try again' })).toBeHidden();
    await late.getByRole('alert').getByRole('link', { name: 'My tickets' }).click();
    await expect(other).toHaveURL(/\/live_events/);
    await page.goto(`${product.url}/series/${uuid}`);
    await expect(page.getByText('You have this pass.')).toBeVisible();
    await looks.at('the pass of a series, for somebody who has it');
    await page.context().close();
    expect(looks.problems).toEqual([]);
  },
);
