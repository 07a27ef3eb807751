import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { giveTicket } from '../../test/tickets.ts';
import { checkBooks } from './check-books.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('the check counts what there is, has another checksum after a sale, and names what does not add up', async () => {
  const event = await newEvent(app, await newHost(app), { priceMinor: 1_000 });
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  const said = await checkBooks(app.db);
  expect(said).toMatch(/^1 events, 1 orders, 1 tickets, \d+ people\.\nThe ledger has \d+ entries, checksum \w{32}\./);
  expect(said).toMatch(/Seats and money add up\.$/);
  expect(await checkBooks(app.db)).toBe(said);
  await giveTicket(app, event, await newViewer(app));
  await app.quiesce();
  expect(await checkBooks(app.db)).not.toContain(/checksum \w{32}/.exec(said)![0]);
  await app.db.query('UPDATE event SET sold = sold + 1 WHERE id = $1', [event.id]);
  await expect(checkBooks(app.db)).rejects.toThrow(/these do not add up:\n[\s\S]*T02 counters equal the rows/);
  await app.db.query('UPDATE event SET sold = sold - 1 WHERE id = $1', [event.id]);
});
