import type { Page } from '@playwright/test';
import { newAccount, newPassword } from '../stage/account.ts';
import { timePasses } from '../stage/clock.ts';
import { mailSubjects } from '../stage/mailbox.ts';
import { newHostAccount, offersMeetings } from '../stage/meeting.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { callApi, logIn, tokenOf } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Jobs look every half a minute. */
const jobMs = 60_000;

/** Its clock is moved, so it is nobody else's. */
let product: Product;
test.beforeAll(async () => void (product = await startProduct()));
test.afterAll(() => product.stop());

interface Asked {
  readonly request: { readonly request_uuid: string };
}

/** A request that the host has accepted, by the API. Answers its uuid. */
async function accepted(hostEmail: string, viewerEmail: string, username: string, startsAt: number): Promise<string> {
  const [host, viewer] = [
    await tokenOf(product, hostEmail, newPassword),
    await tokenOf(product, viewerEmail, newPassword),
  ];
  const { request } = await callApi<Asked>(product, 'POST', '/private_requests/create', {
    token: viewer.access_token,
    body: { username, starts_at: startsAt, minutes: 30, message: 'May I ask you something?' },
  });
  await callApi(product, 'POST', '/private_requests/accept', {
    token: host.access_token,
    body: { request_uuid: request.request_uuid },
  });
  return request.request_uuid;
}

test('what time does to a meeting: unpaid it is called off, without its host it is paid back', async ({ browser }) => {
  test.setTimeout(300_000);
  const hostEmail = await newHostAccount(product, 'times.host');
  const lateEmail = await newAccount(product, 'pays.never');
  const paidEmail = await newAccount(product, 'waits.there');
  await offersMeetings(product, hostEmail, 20);
  const begins = Math.ceil(Date.now() / hourMs) * hourMs + 72 * hourMs;
  await accepted(hostEmail, lateEmail, 'times.host', begins);
  const paid = await accepted(hostEmail, paidEmail, 'times.host', begins + hourMs);
  const { access_token: payer } = await tokenOf(product, paidEmail, newPassword);
  await callApi(product, 'POST', '/private_requests/purchase', {
    token: payer,
    body: { request_uuid: paid, stripe_payment_method_id: 'pm_card_visa' },
  });
  const open = async (email: string): Promise<Page> => {
    const context = await browser.newContext();
    await logIn(context, product, email, newPassword);
    return context.newPage();
  };
  const [host, late, there] = [await open(hostEmail), await open(lateEmail), await open(paidEmail)];
  const at = async (moment: number): Promise<void> => {
    const ahead = moment - Date.now();
    await product.standAhead(ahead);
    for (const page of [host, late, there]) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await timePasses(page, ahead);
    }
  };

  await test.step('both are told two days before that it is not paid', async () => {
    await at(begins - 47 * hourMs);
    for (const email of [hostEmail, lateEmail])
      await expect
        .poll(() => mailSubjects(product, email), { timeout: jobMs })
        .toContainEqual(expect.stringContaining('is not paid yet'));
  });

  await test.step('less than a day before, the host calls the unpaid one off', async () => {
    await at(begins - 23 * hourMs);
    await host.goto(`${product.url}/private_meeting`);
    const unpaid = host.getByRole('article').filter({ hasText: 'Pending ticket purchase' });
    await expect(unpaid.getByText('You may cancel it.')).toBeVisible();
    await unpaid.getByRole('link', { name: /^Details/ }).click();
    await host.getByRole('button', { name: 'Cancel' }).click();
    await host.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click();
    await expect(host.getByText('State: Cancelled by you')).toBeVisible();
    await late.goto(`${product.url}/message/private_request`);
    await expect(late.getByText('Cancelled by Dora Nowak')).toBeVisible();
    await expect(late.getByRole('button', { name: /^Pay/ })).toBeHidden();
  });

  await test.step('half an hour without its host the paid one is missed, and everything goes back', async () => {
    await at(begins + hourMs + 31 * minuteMs);
    await there.goto(`${product.url}/message/private_request`);
    const missed = there.getByRole('article').filter({ hasText: 'Missed' });
    await expect(missed).toBeVisible({ timeout: jobMs });
    await missed.getByRole('link', { name: /^Details/ }).click();
    await expect(there.getByText('You have your money back.')).toBeVisible({ timeout: jobMs });
  });
});
