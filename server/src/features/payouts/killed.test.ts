import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../../test/actors.ts';
import { dyingApp, type DyingApp } from '../../../test/killable-app.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { addAccount, giveMoney, owed, payoutsOf, requestPayout } from '../../../test/payouts.ts';
import { processDuePayouts } from './processing/process-payouts.ts';

/** The one that continues, and one that ends in the middle of its work, on the same database. */
let app: TestApp;
let mortal: TestApp;
let death: DyingApp;
beforeAll(async () => {
  app = await testApp();
  mortal = await testApp({ overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  death = dyingApp(mortal);
});
afterAll(async () => {
  await mortal.close();
  await app.close();
});

interface Payee {
  readonly host: TestActor;
  /** Undefined if the payout is not asked for yet. */
  readonly payoutId: string | undefined;
}

async function rich(account: 'pays' | 'returns'): Promise<TestActor> {
  const host = await newHost(app);
  await giveMoney(app, host, 2500);
  await addAccount(app, host, account);
  return host;
}

async function asked(account: 'pays' | 'returns'): Promise<Payee> {
  const host = await rich(account);
  return { host, payoutId: (await requestPayout(app, host)).data.payout.payout_uuid };
}

const ask = (on: TestApp, { host }: Payee) => requestPayout(on, host, {}, `once-${host.id}`);
const drive = (on: TestApp, { payoutId }: Payee) => processDuePayouts(on.kit, payoutId);

const stories: readonly [string, () => Promise<Payee>, (on: TestApp, payee: Payee) => Promise<unknown>][] = [
  ['asked for', async () => ({ host: await rich('pays'), payoutId: undefined }), ask],
  ['sent', () => asked('pays'), drive],
  [
    'returned',
    async () => {
      const payee = await asked('returns');
      await drive(app, payee);
      await app.clock.advance(seconds(3));
      await drive(app, payee);
      await app.clock.advance(days(3));
      return payee;
    },
    drive,
  ],
];
const payees: { what: string; payee: Payee }[] = [];

test.each(stories)('a payout %s survives the end of the process after any statement', async (what, prepare, act) => {
  for (let statement = 0, died = true; died; statement++) {
    expect(statement).toBeLessThan(40);
    const payee = await prepare();
    payees.push({ what, payee });
    death.dieAfter(statement);
    await act(mortal, payee).catch(() => undefined);
    died = death.revive();
  }
});

test('each payout is paid once, and each returned one is credited once', async () => {
  await app.clock.advance(minutes(3));
  for (const { payee } of payees.filter(({ what }) => what === 'asked for'))
    expect((await ask(app, payee)).status).toBe(200);
  await app.quiesce();
  await app.clock.advance(minutes(10));
  await app.quiesce();
  for (const { what, payee } of payees) {
    const [payout, ...more] = await payoutsOf(app, payee.host);
    const back = what === 'returned';
    expect([what, payout?.state, more.length, await owed(app, payee.host)]).toEqual([
      what,
      back ? 'returned' : 'paid',
      0,
      back ? 2500 : 0,
    ]);
  }
  expect(await app.db.one('SELECT count(*)::int AS n FROM sandbox_bank_transfer')).toEqual({ n: payees.length });
});
