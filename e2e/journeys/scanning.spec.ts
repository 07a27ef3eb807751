import { cameraThatSees } from '../support/camera-file.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a phone’s camera checks in a ticket by its QR code, once, with and without a network',
  { tag: '@long' },
  async ({ product, people }) => {
    const title = 'At the entrance';
    const eventUuid = await publishEvent(product, { title, tickets: 5, price: 0 });
    const host = await people.newHost();
    await logIn(host.context, product, hostEmail);
    await host.page.goto(`${product.url}/my_live_events/guests/${eventUuid}`);
    await host.page.getByRole('switch', { name: 'QR codes on tickets' }).click();
    await expect(host.page.getByRole('switch', { name: 'QR codes on tickets' })).toBeChecked();

    const { access_token: token } = await tokenOf(product, viewerEmail);
    const { ticket } = await callApi<{ ticket: { ticket_uuid: string; ticket_code: string; qr?: true } }>(
      product,
      'POST',
      '/events/purchase',
      { token, body: { event_uuid: eventUuid, type: 'interactive' } },
    );
    const viewer = await people.newViewer();
    await logIn(viewer.context, product, viewerEmail);
    await viewer.page.goto(`${product.url}/ticket/${ticket.ticket_uuid}`);
    const qr = viewer.page.getByRole('img', { name: 'QR code of your ticket' });
    await expect(qr).toBeVisible();

    const scanner = await people.newHost({ viewport: { width: 390, height: 844 } }, await cameraThatSees(qr));
    const { page } = scanner;
    await logIn(scanner.context, product, hostEmail);
    await page.goto(`${product.url}/my_live_events/guests/${eventUuid}`);
    await page.getByRole('link', { name: 'Scan tickets' }).click();
    await page.getByLabel('Name of this entrance').fill('Garden');
    await page.getByRole('button', { name: 'Start camera' }).click();
    const said = page.getByRole('status');
    await expect(said.getByText('Welcome', { exact: true })).toBeVisible();
    await expect(page.getByText('1 of 1 checked in')).toBeVisible();

    const type = async (code: string) => {
      await page.getByLabel('Ticket code').fill(code);
      await page.getByRole('button', { name: 'Check in' }).click();
    };
    await type(ticket.ticket_code.toLowerCase());
    await expect(said.getByText('Already checked in')).toBeVisible();
    await expect(said.getByText(/, Garden\. /)).toBeVisible();
    await type('FR-NOBODYSXXX');
    await expect(said.getByText('Not valid', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Undo check-in of ${ticket.ticket_code}` }).click();
    await expect(page.getByText('Undone')).toBeVisible();

    await scanner.context.setOffline(true);
    await type(ticket.ticket_code);
    await expect(said.getByText('Welcome (offline)')).toBeVisible();
    await expect(page.getByText('1 scan is waiting to be sent.')).toBeVisible();
    await scanner.context.setOffline(false);
    await expect(said.getByText('Welcome', { exact: true })).toBeVisible();
    await expect(page.getByText('waiting to be sent')).toBeHidden();
    await host.page.reload();
    await expect(host.page.getByText('1 person is checked in.')).toBeVisible();
  },
);

test(
  'a co-host checks people in from the ticket page, and does not read email addresses',
  { tag: '@long' },
  async ({ product, people }) => {
    const eventUuid = await publishEvent(product, { title: 'Two at the entrance', tickets: 5, price: 0 });
    const { access_token: hostToken } = await tokenOf(product, hostEmail);
    const buy = async (email: string) => {
      const { access_token: token } = await tokenOf(product, email);
      const body = { event_uuid: eventUuid, type: 'interactive' };
      return callApi<{ ticket: { ticket_uuid: string; ticket_code: string } }>(product, 'POST', '/events/purchase', {
        token,
        body,
      });
    };
    const { ticket } = await buy(viewerEmail);
    const { ticket: other } = await buy(viewer2Email);
    const { page, context } = await people.newViewer();
    await logIn(context, product, viewerEmail);
    await page.goto(`${product.url}/my_live_events/guests/${eventUuid}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await callApi(product, 'POST', '/events/streaming/set_role', {
      token: hostToken,
      body: { event_uuid: eventUuid, username: 'viewer', role: 'cohost' },
    });
    await page.goto(`${product.url}/ticket/${ticket.ticket_uuid}`);
    await page.getByRole('link', { name: 'Scan tickets' }).click();
    await page.getByLabel('Ticket code').fill(other.ticket_code);
    await page.getByRole('button', { name: 'Check in' }).click();
    await expect(page.getByRole('status').getByText('Welcome', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Guest list' }).click();
    await expect(page.getByRole('heading', { name: 'Guest list' })).toBeVisible();
    await expect(page.getByText('1 person is checked in.')).toBeVisible();
    await expect(page.getByText('@frontrow.test')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Sales' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
    await page.getByRole('button', { name: /^Checked in at .* Undo/ }).click();
    await expect(page.getByRole('button', { name: /^Checked in at/ })).toBeHidden();
  },
);
