import { publishEvent } from '../support/publish.ts';
import { startEvent } from '../support/live-room.ts';
import { mailLink } from '../support/mailbox.ts';
import { logIn, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a token holder claims a ticket in the popup, and the mailed link opens the room',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, {
      title: 'An evening for holders',
      tickets: 2,
      price: 0,
      gated: true,
      startable: true,
    });
    const visitor = await people.newViewer();
    await visitor.page.goto(`${product.url}/event/${eventUuid}`);
    await visitor.page.getByRole('button', { name: 'Get ticket' }).first().click();
    await expect(visitor.page.getByRole('dialog').getByLabel(/^Email/)).toBeVisible();

    const { context, page } = await people.newViewer();
    await logIn(context, product, viewerEmail);
    await page.goto(`${product.url}/event/${eventUuid}`);
    await expect(page.getByText('You need any one of these: 1 SEAT')).toBeVisible();
    const dialog = page.getByRole('dialog');
    const press = async (name: string, within: Pick<typeof page, 'getByRole'> = page) => {
      const opened = page.waitForEvent('popup');
      await within.getByRole('button', { name }).first().click();
      return opened;
    };

    await page.evaluate(() => Object.assign(window, { opens: window.open, open: () => null }));
    await page.getByRole('button', { name: 'Get ticket' }).first().click();
    await expect(dialog.getByText('Please allow popups for this website')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { open: (window as unknown as { opens: typeof open }).opens }));

    const left = await press('Open the window', dialog);
    await left.getByRole('button', { name: 'I am a holder' }).waitFor();
    await left.close();
    await expect(dialog.getByText('The window was closed.', { exact: false })).toBeVisible();

    const refused = await press('Reopen the window', dialog);
    const closed = refused.waitForEvent('close');
    await refused.getByRole('button', { name: 'I am not' }).click();
    await closed;
    await expect(dialog.getByText('This wallet holds none of the tokens this event requires: 1 SEAT.')).toBeVisible();

    const holder = await press('Sign in again', dialog);
    await holder.getByRole('button', { name: 'I am a holder' }).click();
    await expect(
      dialog.getByText('We’ve emailed a magic link to viewer@frontrow.test', { exact: false }),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByText('You have a seat')).toBeVisible();

    const link = await mailLink(product, viewerEmail, eventUuid);
    expect(new URL(link).pathname).toBe(`/ticket/join/${eventUuid}`);
    const end = await startEvent(product, eventUuid);
    await page.goto(link);
    await page.getByRole('link', { name: 'Take my seat' }).click();
    await expect(page.getByRole('button', { name: 'Join streaming' })).toBeVisible();
    await end();
  },
);
