import { newAccount, newPassword } from '../support/account.ts';
import { testCards } from '../support/people.ts';
import { laterQuarter, publishEvent } from '../support/publish.ts';
import { logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const minuteMs = 60_000;
const secondMs = 1_000;

/** `9:58` in seconds. */
const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

for (const { username, clock, aheadMs } of [
  { username: 'ben.behind', clock: 'seven hours slow', aheadMs: -7 * 60 * minuteMs },
  { username: 'fay.fast', clock: 'twelve minutes fast', aheadMs: 12 * minuteMs },
  { username: 'sid.slow', clock: 'twelve minutes slow', aheadMs: -12 * minuteMs },
  { username: 'ada.ahead', clock: 'seven hours fast', aheadMs: 7 * 60 * minuteMs },
])
  test(
    `a computer whose clock is ${clock} counts as the server does`,
    { tag: '@long' },
    async ({ product, people }) => {
      const startsAt = laterQuarter();
      const eventUuid = await publishEvent(product, { title: `Clock: ${clock}`, tickets: 3, price: 5, startsAt });
      const viewer = await people.newViewer();
      const { page, context } = viewer;
      const { access_token } = await logIn(context, product, await newAccount(product, username), newPassword);
      await context.clock.install({ time: Date.now() + aheadMs });
      await page.goto(`${product.url}/event/${eventUuid}`);
      expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - aheadMs)).toBeLessThan(minuteMs);
      // A token that has not expired is sent, whatever the computer's clock says.
      const asked = await page.waitForRequest(`**/api/events/${eventUuid}`);
      expect(asked.headers()['access-token']).toBe(access_token);

      await page.getByRole('button', { name: 'Buy ticket' }).first().click();
      const dialog = page.getByRole('dialog');
      const left = dialog.getByRole('timer');
      await expect(left).toBeVisible();
      const held = async (): Promise<number> => secondsOf(await left.innerText());
      expect(await held()).toBeGreaterThan(10 * 60 - 30);
      await expect.poll(held, 'the hold counts down').toBeLessThan(10 * 60 - 1);
      await expect(dialog.getByText('Your reservation has expired')).toHaveCount(0);
      await viewer.typesCard(testCards.pays);
      await viewer.pays();
      await viewer.isIn();

      // The drawn page, whose own time is older than now.
      await page.reload();
      const banner = page.getByRole('region', { name: 'Start of the event' });
      await expect(banner.getByText(`Clock: ${clock} begins in…`)).toBeVisible();
      await expect(page.getByText("The host hasn't started the event yet!")).toHaveCount(0);
      const leftMs = async (): Promise<number> => {
        // The text begins with the time when the doors open.
        const [days, hours, minutes, seconds] = (await banner.innerText()).match(/\d\d/g)!.slice(-4).map(Number);
        return (((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * secondMs;
      };
      await expect.poll(async () => Math.abs((await leftMs()) - (startsAt - Date.now()))).toBeLessThan(3 * secondMs);

      await page.goto(`${product.url}/live_events`);
      const row = page.getByRole('article', { name: `Clock: ${clock}` });
      await expect(row.getByRole('button', { name: 'Calendar' })).toBeVisible();
      await expect(row.getByText('The host is late')).toHaveCount(0);
    },
  );
