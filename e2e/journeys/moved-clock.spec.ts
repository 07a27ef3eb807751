import type { Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { timePasses } from '../support/clock.ts';
import { startEvent } from '../support/live-room.ts';
import { mailSubjects } from '../support/mailbox.ts';
import { newHostAccount, offersMeetings } from '../support/meeting.ts';
import { addsAccount, asksFor, methodsPath, payoutTo } from '../support/payouts.ts';
import { type Product, startProduct } from '../support/product.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail as demoHost, logIn, tokenOf, viewerEmail as demoViewer } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** What is due after three days, and a little. */
const threeDaysMs = 73 * hourMs;
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

test(
  'what time does to a meeting: unpaid it is cancelled, without its host it is paid back',
  { tag: '@long' },
  async ({ browser }) => {
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

    await test.step('two days before, both get an email that it is not paid yet', async () => {
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
      await expect(unpaid.getByText('You can cancel it.')).toBeVisible();
      await unpaid.getByRole('link', { name: /^Details/ }).click();
      await host.getByRole('button', { name: 'Cancel' }).click();
      await host.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click();
      await expect(host.getByText('Status: Cancelled by you')).toBeVisible();
      await late.goto(`${product.url}/message/private_request`);
      await expect(late.getByText('Cancelled by Dora Nowak')).toBeVisible();
      await expect(late.getByRole('button', { name: /^Pay/ })).toBeHidden();
    });

    await test.step('half an hour without its host the paid one is missed, and everything is refunded', async () => {
      await at(begins + hourMs + 31 * minuteMs);
      await there.goto(`${product.url}/message/private_request`);
      const missed = there.getByRole('article').filter({ hasText: 'Missed' });
      await expect(missed).toBeVisible({ timeout: jobMs });
      await missed.getByRole('link', { name: /^Details/ }).click();
      await expect(there.getByText('Your payment was refunded.')).toBeVisible({ timeout: jobMs });
    });
  },
);

// Three quarters of a minute, most of it until a job looks again; the same is shown faster by the server's own tests.
const long = { tag: '@long' };
test(
  'what time does to money: released, paid out, sent back, and paid to another account',
  long,
  async ({ browser }) => {
    test.setTimeout(300_000);
    await product.standAhead(0);
    const title = 'An evening that is paid out';
    const sold = await publishEvent(product, { title, tickets: 2, price: 20, startable: true });
    const { access_token: token } = await tokenOf(product, demoViewer);
    const wish = { event_uuid: sold, type: 'interactive', stripe_payment_method_id: 'pm_card_visa' };
    await callApi(product, 'POST', '/events/purchase', { token, body: wish });
    const end = await startEvent(product, sold);
    await end();
    const context = await browser.newContext();
    await logIn(context, product, demoHost);
    const page = await context.newPage();
    const movement = (what: string) => page.getByRole('row').filter({ hasText: what });
    const balanceSays = (what: string, amount: string) =>
      expect(async () => {
        await page.goto(`${product.url}/my_balance`);
        await expect(movement(what).filter({ hasText: amount }).first()).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 2 * jobMs });

    await addsAccount(page, product, 'returns');
    await product.standAhead(threeDaysMs);
    await balanceSays('Earnings released', '€20.00');
    await asksFor(page, product, 6);
    await page.goto(product.url + methodsPath);
    await expect(payoutTo(page, 'returns')).toContainText('Paid');
    await product.standAhead(2 * threeDaysMs);
    await balanceSays('Payout returned by the bank', '€6.00');

    await page.goto(product.url + methodsPath);
    await expect(payoutTo(page, 'returns')).toContainText('Returned');
    await page.getByRole('button', { name: 'Remove Sandbox bank: returns' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove account' }).click();
    await asksFor(page, product, 6);
    await balanceSays('Payout paid', '€6.00');
  },
);
