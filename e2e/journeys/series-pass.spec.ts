import { looker } from '../stage/looks.ts';
import { callApi, demoPassword, hostEmail, logIn } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

interface Mine {
  readonly events: readonly {
    readonly event: { readonly series?: { readonly uuid: string; readonly title: string } };
  }[];
}

test('a viewer who logs in for the pass of a series buys it with one card payment, and its host sees that it is sold', async ({
  product,
  browser,
}) => {
  const { page, looks } = await looker(browser);
  const { access_token: token } = await logIn(page.context(), product, hostEmail);
  const { events } = await callApi<Mine>(product, 'GET', '/events/mine', { token });
  const { uuid } = events.map(({ event }) => event.series).find((series) => series?.title === 'Songs of the week')!;
  await page.goto(`${product.url}/series/${uuid}`);
  await expect(page.getByRole('button', { name: 'Change the price' })).toBeVisible();
  await looks.at('the pass of a series, for its host');

  const buyer = await looker(browser);
  await buyer.page.goto(`${product.url}/series/${uuid}`);
  await expect(buyer.page.getByText('The pass needs an account.')).toBeVisible();
  await buyer.looks.at('the pass of a series, without an account');
  await buyer.page.getByRole('button', { name: 'Log in to buy the pass' }).click();
  const dialog = buyer.page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill('viewer2@frontrow.test');
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
  // Back at the pass, with its checkout open.
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await expect(dialog.getByText('We’re holding your seat on every date')).toBeVisible();
  await buyer.looks.at('the checkout of a pass');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(buyer.page).toHaveURL(/\/tickets/);
  await expect(buyer.page.getByText('Songs of the week').first()).toBeVisible();

  await page.reload();
  await expect(page.getByText(/1 pass sold/)).toBeVisible();
  await buyer.page.context().close();
  await page.context().close();
  expect([...looks.problems, ...buyer.looks.problems]).toEqual([]);
});
