import type { Page } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { guestJoinLink } from '../support/mailbox.ts';
import { testCards } from '../support/people.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email, viewerEmail } from '../support/session.ts';
import { shiftsOnReload } from '../support/layout-shifts.ts';
import { detail, expect, test } from '../support/test.ts';

const { pays, declines, asks3ds } = testCards;

interface Tickets {
  readonly tickets: readonly {
    readonly ticket: { readonly order: { readonly total: number; readonly fee: number } };
  }[];
}

const isAtTop = (page: Page) => expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

test('a declined card keeps the seat, the next one pays what the modal said', async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by card', tickets: 3, price: 16 });
  const viewer = await people.newViewer();
  const { access_token } = await logIn(viewer.context, product, viewerEmail);
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.opensCheckoutWithCard(declines);
  await expect(viewer.page.getByRole('button', { name: 'Pay €17.30' })).toBeVisible();
  await viewer.pays();
  // Shown at the field, and announced once.
  const declined = 'Your card was declined. You haven’t been charged, and we’re still holding your seat.';
  await expect(viewer.page.getByRole('group', { name: 'Card details' })).toContainText(declined);
  await expect(viewer.page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toHaveText([declined]);
  await viewer.typesCard(pays);
  await viewer.pays();
  await viewer.isIn();
  const { tickets } = await callApi<Tickets>(product, 'GET', `/tickets/mine?event_uuid=${eventUuid}`, {
    token: access_token,
  });
  expect(tickets.map(({ ticket }) => [ticket.order.fee, ticket.order.total])).toEqual([[1.3, 17.3]]);

  await detail('what an owner alone sees moves nothing of the drawn page', async () => {
    // What only a ticket's owner and the host see comes after the page that was drawn for everybody, and moves nothing
    // of it.
    const host = await people.newHost();
    await logIn(host.context, product, hostEmail);
    await host.page.goto(`${product.url}/event/${eventUuid}`);
    await expect(host.page.getByText('Private information')).toBeVisible();
    for (const width of [390, 1280])
      for (const [{ page }, way, own] of [
        [viewer, 'View streaming', 'Show ticket'],
        [host, 'Start streaming', 'Private information'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        const shown = [page.getByRole('link', { name: way }), page.getByText(own)];
        expect(await shiftsOnReload(page, shown), `${way} at ${width}`).toBeLessThan(0.02);
        // A reload before the banner has slid in would restore a position further down.
        await isAtTop(page);
        await page.evaluate(() => localStorage.removeItem('frontrow-current-user'));
        expect(await shiftsOnReload(page, shown), `${way} at ${width}, not known yet`).toBeLessThan(0.02);
        await isAtTop(page);
        await page.evaluate(() => {
          localStorage.removeItem('frontrow-current-user');
          window.scrollTo({ top: 60, behavior: 'instant' });
        });
        expect(await shiftsOnReload(page, shown), `${way} at ${width}, reloaded further down`).toBeLessThan(0.02);
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      }

    // Bought in another browser: this one remembers the person without the ticket.
    await viewer.page.setViewportSize({ width: 390, height: 844 });
    await viewer.page.evaluate((uuid) => {
      const key = 'frontrow-current-user';
      localStorage.setItem(key, localStorage.getItem(key)!.replaceAll(uuid, ''));
    }, eventUuid);
    expect(await shiftsOnReload(viewer.page, [viewer.page.getByText('Show ticket')])).toBeLessThan(0.02);
  });
});

test('a card that was saved while paying is offered for the next ticket, without a reload', async ({
  product,
  people,
}) => {
  const [first, second] = [
    await publishEvent(product, { title: 'Card is saved', tickets: 3, price: 8 }),
    await publishEvent(product, { title: 'Card is used', tickets: 3, price: 8 }),
  ];
  const viewer = await people.newViewer();
  await logIn(viewer.context, product, await newAccount(product, 'saves.cards'), newPassword);
  await viewer.page.goto(`${product.url}/event/${first}`);
  await viewer.opensCheckoutWithCard(pays);
  await viewer.page.getByRole('checkbox', { name: 'Save this card for next time' }).check();
  await viewer.pays();
  await viewer.isIn();
  await viewer.page.evaluate((path) => {
    history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `/event/${second}`);
  await viewer.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await expect(viewer.page.getByRole('radio', { name: /Visa ···· 4242/ })).toBeChecked();
  await viewer.pays();
  await viewer.isIn();
});

test('the card that asks 3-D Secure in the iframe: abandoned it charges nothing, finished it pays', async ({
  product,
  people,
}) => {
  const eventUuid = await publishEvent(product, { title: 'Asked by the bank', tickets: 3, price: 8 });
  const viewer = await people.newViewer();
  await logIn(viewer.context, product, await newAccount(product, 'asked.often'), newPassword);
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.opensCheckoutWithCard(asks3ds);
  await viewer.pays();
  const bank = viewer.page.frameLocator('iframe[title="Your bank’s page"]');
  await bank.getByRole('button', { name: /fail/i }).click();
  await expect(
    viewer.page
      .getByText(
        'Error processing event payment. Your bank didn’t confirm it. You haven’t been charged, and we’re still holding your seat.',
      )
      .first(),
  ).toBeVisible();
  await expect(viewer.page.locator('[data-position="bottom-right"]', { hasText: 'Error' }), 'said once').toBeHidden();
  await viewer.typesCard(asks3ds);
  await viewer.pays();
  await viewer.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(viewer.page.getByText('Verification wasn’t completed.').first()).toBeVisible();
  await viewer.typesCard(asks3ds);
  await viewer.pays();
  await bank.getByRole('button', { name: /complete/i }).click();
  await viewer.isIn();
});

test('the wallet: over to its page, approved, and back with a ticket', async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by wallet', tickets: 3, price: 5 });
  const viewer = await people.newViewer();
  await logIn(viewer.context, product, viewerEmail);
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await viewer.page.getByRole('dialog').getByText('PayPal', { exact: true }).click();
  await viewer.pays();
  // While nobody says how it went the address stays what it was, and a reload asks again.
  const asked = '**/api/payment/paypal_order';
  await viewer.page.clock.install();
  await viewer.page.route(asked, (route) => route.abort());
  await viewer.page.getByRole('button', { name: /approve/i }).click();
  await viewer.page.waitForURL(new RegExp(`/event/${eventUuid}`));
  await expect(viewer.page.getByText('We’ll check your payment as soon as you’re back online')).toBeVisible();
  await viewer.page.clock.fastForward('02:01');
  await expect(viewer.page.getByText('No connection.')).toBeVisible();
  await viewer.page.unroute(asked);
  await viewer.page.reload();
  await viewer.isIn();
  await expect(viewer.page.getByText('We’ve emailed your ticket to viewer@frontrow.test')).toBeVisible();
});

test(
  'a notice on a phone leaves the page in reach; a checkout that is closed takes nothing from another tab',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, { title: 'Two tabs', tickets: 3, price: 7 });
    const address = `${product.url}/event/${eventUuid}`;
    const { context, page } = await people.newViewer();
    await logIn(context, product, viewer2Email);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?paypal_callback_error`);
    await expect(page.getByText('The payment wasn’t completed. You haven’t been charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Follow' }).first().click({ trial: true });

    const released: unknown[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/release_hold')) released.push(request.frame().page());
    });
    const other = await context.newPage();
    await other.goto(address);
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Buy ticket' }).first().click();
      await expect(tab.getByRole('dialog').getByRole('button', { name: 'Pay €' })).toBeVisible();
    }
    await other.keyboard.press('Escape');
    const open = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
    await expect.poll(open).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => released).toEqual([page]);
  },
);

test('what is free needs no payment: a member’s seat, and a guest’s by mail', async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Nothing to pay', tickets: 3, price: 0 });
  const [viewer, guest] = [await people.newViewer(), await people.newViewer()];
  await logIn(viewer.context, product, viewer2Email);
  for (const { page } of [viewer, guest]) await page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.getsFreeSeat();
  await guest.getsFreeSeatAsGuest('lou@bücher.example');
  await expect(guest.page.getByRole('dialog').getByText('lou@bücher.example')).toBeVisible();
  const { page: bought } = guest;
  await expect(bought.getByRole('dialog').getByText('No app needed')).toContainText('Add to Home Screen');
  // A link that opens nothing any more leads on to the event, which says so once.
  const link = await guestJoinLink(product, 'lou@xn--bcher-kva.example');
  await guest.page.goto(link.replace(/token=.*/, 'token=of-an-email-that-is-older-than-this-one'));
  await expect(guest.page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
  await guest.page.getByRole('link', { name: 'Nothing to pay' }).click();
  const expired = guest.page.getByText('This ticket has probably expired!');
  await expect(expired.first()).toBeVisible();
  await guest.page.reload();
  await expect(guest.page.getByText('You have a ticket. We’ve emailed it to you.')).toBeVisible();
  await expect(expired).toHaveCount(0);
  await guest.page.goto(link);
  // Nobody comes in under a name of ours; the link is still good for another one.
  await guest.page.getByLabel('Your name in the room').fill('Frontrow Support');
  await guest.page.getByRole('button', { name: 'Take my seat' }).click();
  await expect(guest.page.getByLabel('Your name in the room')).toHaveAccessibleDescription(
    /This name is reserved. Please choose another one./,
  );
  await guest.opensJoinLinkAs('علی\u200Cرضا');
});

test('a guest pays with a card and receives the join link by email', async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'Paid by a guest', tickets: 3, price: 9 });
  const guest = await people.newViewer();
  await guest.page.goto(`${product.url}/event/${eventUuid}`);
  // Closed again, the keyboard is where it was.
  const buy = guest.page.getByRole('button', { name: 'Buy ticket' }).first();
  await buy.press('Enter');
  const dialog = guest.page.getByRole('dialog');
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused();
  await guest.page.keyboard.press('Escape');
  await expect(buy).toBeFocused();
  await buy.press('Enter');
  await guest.pays();
  // Listed as a link to the field, and said at the field.
  await expect(dialog.getByRole('link', { name: 'please enter your email address' })).toBeVisible();
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'please enter your email address' })).toBeVisible();
  await dialog.getByLabel('Email', { exact: true }).fill('Mina@Guest.test');
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('mina@guest.test');
  await dialog.getByLabel('Confirm email').fill('nina@guest.test');
  await guest.pays();
  await expect(dialog.getByText('emails should match').first()).toBeVisible();
  await dialog.getByLabel('Confirm email').fill('mina@guest.test');
  await dialog.getByRole('checkbox', { name: /privacy/i }).check();
  await dialog.getByRole('checkbox', { name: /terms/i }).check();
  await guest.typesCard(pays);
  await guest.pays();
  await guest.isIn();
  await expect(dialog.getByText('We’ve emailed your ticket to mina@guest.test')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the event' }).click();
  const told = guest.page.getByText('You have a ticket. We’ve emailed it to you.');
  await expect(told).toBeVisible();
  await guest.page.reload();
  await expect(told).toBeVisible();
});

test(
  'a guest comes back from the wallet to the ticket; someone who uses the same address in the meantime is neither kept out nor charged',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, { title: 'Paid by a guest’s wallet', tickets: 8, price: 5 });
    const [guest, other] = [await people.newViewer(), await people.newViewer()];
    for (const person of [guest, other]) {
      await person.page.goto(`${product.url}/event/${eventUuid}`);
      await person.page.getByRole('button', { name: 'Buy ticket' }).first().click();
      const dialog = person.page.getByRole('dialog');
      await person.typesAddress('wanda@guest.test');
      if (person === guest) {
        await dialog.getByText('PayPal', { exact: true }).click();
        await person.pays();
        await expect(person.page.getByRole('button', { name: /approve/i })).toBeVisible();
      } else await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
    }
    await guest.page.getByRole('button', { name: /approve/i }).click();
    await guest.page.waitForURL(new RegExp(`/event/${eventUuid}`));
    await guest.isIn();
    await other.typesCard(pays);
    await other.pays();
    await expect(
      other.page.getByRole('dialog').getByText('This email address can’t get another ticket for this event.'),
    ).toBeVisible();
  },
);

test('a promo code: a wrong one says so, the right one lowers the three lines and the charge, a used-up one says so', async ({
  product,
  people,
}) => {
  const promo = { code: 'FRONT25', percent: 25, cap: 1 };
  const eventUuid = await publishEvent(product, { title: 'Paid with a code', tickets: 3, price: 20, promo });
  const viewer = await people.newViewer();
  const { access_token } = await logIn(viewer.context, product, viewerEmail);
  await viewer.page.goto(`${product.url}/event/${eventUuid}`);
  await viewer.opensCheckoutWithCard(pays);
  const dialog = viewer.page.getByRole('dialog');
  await dialog.getByLabel('Promo code').fill('nope');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('This promo code is not valid.').first()).toBeVisible();
  await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
  await dialog.getByLabel('Promo code').fill('front25');
  await dialog.getByLabel('Promo code').press('Enter');
  await expect(dialog.getByText('FRONT25: €5.00 off')).toBeVisible();
  await expect(dialog.getByText('−€5.00')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pay €16.25' })).toBeVisible();
  await viewer.pays();
  await viewer.isIn();
  const { tickets } = await callApi<Tickets>(product, 'GET', `/tickets/mine?event_uuid=${eventUuid}`, {
    token: access_token,
  });
  expect(tickets.map(({ ticket }) => [ticket.order.fee, ticket.order.total])).toEqual([[1.25, 16.25]]);

  await detail('a code that was used up', async () => {
    const late = await people.newViewer();
    await logIn(late.context, product, viewer2Email);
    await late.page.goto(`${product.url}/event/${eventUuid}`);
    await late.opensCheckoutWithCard(pays);
    const other = late.page.getByRole('dialog');
    await other.getByLabel('Promo code').fill('FRONT25');
    await other.getByRole('button', { name: 'Apply' }).click();
    await expect(other.getByText('This promo code has been used up.').first()).toBeVisible();
    await expect(other.getByRole('button', { name: 'Pay €21.50' })).toBeVisible();
  });
});

test(
  'a code for the whole price asks a guest for no card; the ticket is in the mail',
  { tag: '@long' },
  async ({ product, people }) => {
    const promo = { code: 'GIFT', percent: 100 };
    const eventUuid = await publishEvent(product, { title: 'A gift', tickets: 3, price: 20, promo });
    const guest = await people.newViewer();
    await guest.page.goto(`${product.url}/event/${eventUuid}`);
    await guest.page.getByRole('button', { name: 'Buy ticket' }).first().click();
    const dialog = guest.page.getByRole('dialog');
    await dialog.getByLabel('Promo code').fill('gift');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('GIFT will be applied once we’ve reserved your seat')).toBeVisible();
    await dialog.getByLabel('Email', { exact: true }).fill('gina@guest.test');
    await dialog.getByLabel('Confirm email').fill('gina@guest.test');
    await expect(dialog.getByText('GIFT: €20.00 off')).toBeVisible();
    // Another tab logs in: the person who opened the checkout finishes it.
    await logIn(guest.context, product, viewer2Email);
    await guest.page.getByRole('button', { name: /^Your account/, includeHidden: true }).waitFor();
    await expect(dialog.getByLabel('Confirm email')).toHaveValue('gina@guest.test');
    await expect(dialog.getByText('Pay with')).toBeHidden();
    await dialog.getByRole('checkbox', { name: /privacy/i }).check();
    await dialog.getByRole('checkbox', { name: /terms/i }).check();
    await dialog.getByRole('button', { name: 'Get your seat' }).click();
    await guest.isIn();
    await expect(dialog.getByText('We’ve emailed your ticket to gina@guest.test')).toBeVisible();
  },
);

test('sold out: who waits is offered the seat that comes back, keeps it, and buys it', async ({ product, people }) => {
  const eventUuid = await publishEvent(product, { title: 'One seat, two people', tickets: 1, price: 6, days: 1 });
  const [first, second] = [await people.newViewer(), await people.newViewer()];
  await logIn(first.context, product, await newAccount(product, 'first.there'), newPassword);
  await logIn(second.context, product, await newAccount(product, 'second.there'), newPassword);
  await first.page.goto(`${product.url}/event/${eventUuid}`);
  await first.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await expect(first.page.getByRole('timer')).toBeVisible();
  // A page that is loaded again gives nothing back: whose seat it is finds it, in a sold-out house.
  await first.page.reload();
  await expect(first.page.getByText('A seat is held for you')).toBeVisible();
  await first.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await expect(first.page.getByRole('timer')).toBeVisible();

  const soldOut = second.page.getByRole('button', { name: 'Sorry event sold out' });
  await second.page.goto(`${product.url}/event/${eventUuid}`);
  // A page may be a second old, and only a desktop asks again.
  await expect(soldOut).toBeDisabled();
  const desktop = second.page.viewportSize()!;
  await second.page.setViewportSize({ width: 390, height: 844 });
  await second.page.reload();
  await expect(soldOut).toBeDisabled();
  // The only one of the page, and within the first screen.
  await expect(second.page.getByRole('button', { name: 'Join the waitlist' })).toBeInViewport();
  await second.page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(second.page.getByText('You’re number 1 of 1 in line.')).toBeVisible();
  await second.page.setViewportSize(desktop);

  await first.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(second.page.getByText('A seat is available for you', { exact: true })).toBeVisible();
  await expect(first.page.getByRole('button', { name: 'Sorry event sold out' }).first()).toBeVisible();
  // A checkout that is closed gives nothing back that was offered.
  await second.page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await expect(second.page.getByRole('timer')).toBeVisible();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(second.page.getByText('A seat is available for you', { exact: true })).toBeVisible();
  await second.opensCheckoutWithCard(pays);
  await second.pays();
  await second.isIn();
});
