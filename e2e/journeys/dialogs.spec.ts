import { withClassicScrollbars } from '../support/browser.ts';
import { newAccount, newPassword } from '../support/account.ts';
import { authenticatorCode } from '../support/authenticator.ts';
import { liveEvent } from '../support/live-room.ts';
import { desktop, looker, phone } from '../support/looks.ts';
import { guestJoinLink } from '../support/mailbox.ts';
import { Host, testCards, Viewer } from '../support/people.ts';
import { coverFile, publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: withClassicScrollbars });

/**
 * What opens over a screen, and the screens that take steps to reach: phone and desktop, light and dark, no
 * violation.
 */
test.describe.configure({ mode: 'parallel' });

const seatOf = (event_uuid: string) => ({ event_uuid, type: 'interactive' });

/** Noon in so many days. */
const atNoon = (days: number): number => new Date().setUTCHours(12 + 24 * days, 0, 0, 0);

test('what a stranger opens, and an event in each of its states', { tag: '@long' }, async ({ product, browser }) => {
  const { page, looks } = await looker(browser);
  const { access_token: token } = await tokenOf(product, viewer2Email);
  const { access_token: hostToken } = await tokenOf(product, hostEmail);
  const guest = new Viewer(page.context(), product, page);
  const dialog = page.getByRole('dialog');
  const eventAt = async (uuid: string, name: string, shows: string | RegExp) => {
    await page.goto(`${product.url}/event/${uuid}`);
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
    await looks.at(name);
  };

  await page.goto(`${product.url}/terms/service`);
  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('link', { name: 'Log in or sign up' }).first().click();
  await dialog.getByLabel('Password', { exact: true }).waitFor();
  await looks.at('login over a page');
  await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await expect(dialog.getByText('Enter a valid email address, like you@example.com.')).toBeVisible();
  await looks.at('login with what is missing');
  await dialog.getByRole('button', { name: 'Sign up' }).click();
  await dialog.getByLabel('Repeat password').waitFor();
  await looks.at('sign-up over a page');

  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Discover' }).waitFor();
  await looks.at('the phone’s menu', [phone]);

  const taken = await publishEvent(product, { title: 'Looked at when it is taken', tickets: 1, price: 9, days: 1 });
  await callApi(product, 'POST', '/events/hold', { token, body: seatOf(taken) });
  await eventAt(taken, 'sold out, with a waitlist', 'Join the waitlist');
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(dialog.getByText('please enter your email address').first()).toBeVisible();
  await looks.at('the waitlist without an address');
  await dialog.getByLabel('Email address').fill('waits@guest.test');
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click();
  await page.getByText('You’re number 1 of 1 in line.').waitFor();
  await looks.at('a place on the waitlist');

  const paid = await publishEvent(product, { title: 'Looked at before it is bought', tickets: 3, price: 9 });
  await page.goto(`${product.url}/event/${paid}`);
  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share by email' }).waitFor();
  await looks.at('share and copy');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await dialog.getByLabel('Confirm email').waitFor();
  await looks.at('checkout of a guest');
  await guest.pays();
  await expect(dialog.getByText('please enter your email address').first()).toBeVisible();
  await looks.at('checkout with what is missing');
  await guest.typesAddress('lotte@guest.test');
  await guest.typesCard(testCards.declines);
  await guest.pays();
  await expect(dialog.getByRole('group', { name: 'Card details' })).toContainText('Your card was declined.');
  await looks.at('checkout with a declined card');
  await guest.typesCard(testCards.asks3ds);
  await guest.pays();
  const bank = page.frameLocator('iframe[title="Your bank’s page"]');
  await bank.getByRole('button', { name: /complete/i }).waitFor();
  await looks.at('the bank’s page in its frame');
  await bank.getByRole('button', { name: /complete/i }).click();
  await guest.isIn();
  await looks.at('checkout when it is done');
  await page.goto(await guestJoinLink(product, 'lotte@guest.test'));
  await page.getByRole('button', { name: 'Take my seat' }).waitFor();
  await looks.at('join link');
  await page.getByLabel('Your name in the room').fill('Admin');
  await page.getByRole('button', { name: 'Take my seat' }).click();
  await page.getByText('This name is reserved. Please choose another one.').waitFor();
  await looks.at('join link with a name of ours');

  const full = await publishEvent(product, { title: 'Looked at when it is full', tickets: 1, price: 0 });
  await callApi(product, 'POST', '/events/purchase', { token, body: seatOf(full) });
  await eventAt(full, 'event that is sold out', 'Sorry event sold out');
  const gated = await publishEvent(product, { title: 'Looked at by holders', tickets: 3, price: 0, gated: true });
  await eventAt(gated, 'event for token holders', 'Tickets are available to token holders only.');
  await callApi(product, 'POST', '/events/cancel', { token: hostToken, body: { event_uuid: full } });
  await eventAt(full, 'event that was cancelled', 'This event was cancelled');
  const live = await liveEvent(product, 'Looked at while it is live', token);
  await eventAt(live.uuid, 'event that is live', /^LIVE$/);
  await live.end();
  await eventAt(live.uuid, 'event that is over', 'This event has ended');

  await page.goto(`${product.url}/signup`);
  await page.getByRole('button', { name: 'Continue with Instagram' }).click();
  await page.getByLabel('Instagram name').fill('looked.at');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Repeat email').waitFor();
  await looks.at('sign-up with Instagram');
  await page.context().close();
  expect(looks.problems).toEqual([]);
});

test('what a viewer opens', { tag: '@long' }, async ({ product, browser }) => {
  const { page, looks } = await looker(browser);
  const email = await newAccount(product, 'dora.looks');
  const { access_token: token } = await logIn(page.context(), product, email, newPassword);
  const { access_token: hostToken } = await tokenOf(product, hostEmail);
  const viewer = new Viewer(page.context(), product, page);
  const dialog = page.getByRole('dialog');

  const first = await publishEvent(product, { title: 'Bought by card', tickets: 3, price: 9, days: 3 });
  await page.goto(`${product.url}/event/${first}`);
  await viewer.opensCheckoutWithCard(testCards.pays);
  await dialog.getByRole('checkbox', { name: 'Save this card for next time' }).check();
  await viewer.pays();
  await viewer.isIn();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Show ticket' }).waitFor();
  await looks.at('event page of a buyer');
  await page.getByRole('button', { name: 'Show ticket' }).click();
  await dialog.getByText('Your ticket').first().waitFor();
  await looks.at('ticket with its code');

  const next = await publishEvent(product, { title: 'Bought by the same card', tickets: 3, price: 9 });
  await page.goto(`${product.url}/event/${next}`);
  await page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await dialog.getByText('Your saved card').waitFor();
  await looks.at('checkout with a saved card');

  await page.goto(`${product.url}/my_viewer_payment_methods`);
  const saved = page.getByRole('listitem').filter({ hasText: 'Visa ending in 4242' });
  await expect(saved).toContainText(/Default.*Expires 12\/30/);
  await saved.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await dialog.getByText('Remove this card?').waitFor();
  await looks.at('removing a saved card');
  await dialog.getByRole('button', { name: 'Keep card' }).click();
  await saved.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await dialog.getByRole('button', { name: 'Remove card' }).click();
  await page.getByText('No saved cards').waitFor();
  await looks.at('no saved cards');
  await page.goto(`${product.url}/event/${next}`);
  await page.getByRole('button', { name: 'Buy ticket' }).first().click();
  await expect(dialog.getByLabel('Card number')).toBeVisible();
  await expect(dialog.getByText('Your saved card')).toBeHidden();

  const moved = { event_uuid: first, event_date: atNoon(5), event_start_hour: '12:00' };
  await callApi(product, 'POST', '/events/reschedule', { token: hostToken, body: moved });
  await page.goto(`${product.url}/live_events`);
  await page.getByRole('button', { name: 'Refund' }).first().click();
  await dialog.getByText('Refund your ticket?').waitFor();
  await looks.at('refund');

  const was = await liveEvent(product, 'Reviewed after it', token);
  await was.end();
  await page.goto(`${product.url}/live_events/past_live_events`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Reviewed after it' })
    .getByRole('button', { name: 'Review' })
    .click();
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expect(dialog.getByText('Choose a rating from one to five stars.')).toBeVisible();
  await looks.at('review');

  await page.goto(`${product.url}/viewer_profile`);
  await new Host(page.context(), product, page).choosesFile('Choose picture', coverFile);
  await dialog.getByRole('button', { name: 'Select a file' }).waitFor();
  await looks.at('crop');

  await page.goto(`${product.url}/profile`);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('dialog', { name: 'Your account' }).waitFor();
  await looks.at('the account’s menu', [desktop]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByLabel('Current password').waitFor();
  await looks.at('delete the account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn on two-step login' }).click();
  await dialog.getByLabel('Current password').fill(newPassword);
  await looks.at('two-step login: password');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByAltText('QR code for your authenticator app').waitFor();
  await looks.at('two-step login: code');
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await looks.at('two-step login: recovery codes');
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('button', { name: 'Turn off two-step login' }).click();
  await dialog.getByLabel('Current password').waitFor();
  await looks.at('two-step login: off again');
  await page.context().close();

  const login = await looker(browser);
  await login.page.goto(`${product.url}/login`);
  await login.page.getByLabel('Email').fill(email);
  await login.page.getByLabel('Password', { exact: true }).fill(newPassword);
  await login.page.getByRole('button', { name: 'Log in', exact: true }).last().click();
  await login.page.getByLabel('Authenticator code').waitFor();
  await login.looks.at('two-step login');
  await login.page.context().close();
  expect([...looks.problems, ...login.looks.problems]).toEqual([]);
});
