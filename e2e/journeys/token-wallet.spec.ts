import { type Chain, chainId, giveWallet, startChain } from '../support/chain.ts';
import { startEvent } from '../support/live-room.ts';
import { mailLink } from '../support/mailbox.ts';
import { publishEvent } from '../support/publish.ts';
import { logIn, viewer2Email, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const minuteMs = 60_000;

let chain: Chain;
test.beforeAll(async ({ product }) => void (chain = await startChain(product)));
test.afterAll(async ({ product }) => {
  await product.standAhead(0);
  await chain.stop();
});

test(
  'a wallet signs for its ticket, sells its token and is turned away, and the next in line gets the seat',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, {
      title: 'An evening for those who hold it themselves',
      tickets: 1,
      price: 0,
      gated: true,
      coin: { chainId, address: chain.coin },
      startable: true,
    });
    const { context, page } = await people.newViewer();
    const wallet = await giveWallet(context, 'Pocket');
    await logIn(context, product, viewerEmail);
    await page.goto(`${product.url}/event/${eventUuid}`);
    await expect(page.getByText('Seat token (SEAT)')).toBeVisible();
    await expect(page.getByText(`ERC-20 on chain ${chainId}`, { exact: false })).toBeVisible();

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Get ticket' }).first().click();
    await dialog.getByRole('button', { name: 'My wallet' }).click();

    await test.step('who says no in the wallet may choose again', async () => {
      wallet.answer = 'decline';
      await dialog.getByRole('button', { name: 'Pocket' }).click();
      await expect(dialog.getByText('You rejected the request in your wallet.')).toBeVisible();
      wallet.answer = 'sign';
      await dialog.getByRole('button', { name: 'Sign in again' }).click();
    });

    await test.step('someone without tokens reads what is required', async () => {
      await dialog.getByRole('button', { name: 'Pocket' }).click();
      await expect(dialog.getByText('This wallet holds none of the tokens this event requires: 1 SEAT.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Sign in again' }).click();
    });

    await test.step('a holder has a ticket, and an email with the join link', async () => {
      await chain.mint(wallet.address, 1);
      await dialog.getByRole('button', { name: 'Pocket' }).click();
      await expect(
        dialog.getByText('We’ve emailed a magic link to viewer@frontrow.test', { exact: false }),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Got it' }).click();
      await expect(page.getByText('You have a seat')).toBeVisible();
    });

    const next = await people.newViewer();
    await test.step('the next holder finds it sold out, and has a place in line', async () => {
      const other = await giveWallet(next.context, 'Purse');
      await chain.mint(other.address, 1);
      await logIn(next.context, product, viewer2Email);
      await next.page.goto(`${product.url}/event/${eventUuid}`);
      await next.page.getByRole('button', { name: 'Join the waitlist' }).first().click();
      await next.page.getByRole('dialog').getByRole('button', { name: 'My wallet' }).click();
      await next.page.getByRole('dialog').getByRole('button', { name: 'Purse' }).click();
      await expect(next.page.getByText('You’re number 1 on the waitlist.', { exact: false })).toBeVisible();
      await next.page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
      await expect(next.page.getByText('You’re next in line.')).toBeVisible();
    });

    const end = await startEvent(product, eventUuid);
    await test.step('the mailed link opens the room', async () => {
      const link = await mailLink(product, viewerEmail, eventUuid);
      expect(new URL(link).pathname).toBe(`/ticket/join/${eventUuid}`);
      await page.goto(link);
      await page.getByRole('link', { name: 'Take my seat' }).click();
      await expect(page.getByRole('button', { name: 'Join streaming' })).toBeVisible();
    });

    await test.step('someone who has sold the token since is refused with a reason', async () => {
      await chain.give(wallet.address, '0x000000000000000000000000000000000000dEaD', 1);
      await product.standAhead(2 * minuteMs);
      await page.getByRole('button', { name: 'Join streaming' }).click();
      await expect(
        page.getByText('Your wallet no longer holds what this event requires', { exact: false }).first(),
      ).toBeVisible();
    });

    await test.step('the seat is held for the next in line, who takes it with the wallet', async () => {
      await expect(next.page.getByText('A seat is available for you')).toBeVisible();
      await next.page.getByRole('button', { name: 'Get this seat' }).first().click();
      await next.page.getByRole('dialog').getByRole('button', { name: 'My wallet' }).click();
      await next.page.getByRole('dialog').getByRole('button', { name: 'Purse' }).click();
      await expect(next.page.getByText('Check your inbox')).toBeVisible();
      await next.page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
      await expect(next.page.getByText('You have a seat')).toBeVisible();
    });
    await end();
  },
);
