import { randomUUID } from 'node:crypto';
import { days } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayoutOrder, Payouts } from '../../ports/payouts.ts';
import { systemClock } from '../clock/system-clock.ts';

export interface PayoutsOnStage {
  readonly bank: Payouts;
  /** What a host types. */
  readonly typed: string;
  /** The account as people are shown it. */
  readonly masked: RegExp;
  /** Something that is no account. */
  readonly wrong: string;
  /** The bank does its work: what was sent arrives, is refused, or comes back after it had arrived. */
  arrive(payoutId: string): Promise<void>;
  refuse(payoutId: string): Promise<void>;
  comeBack(payoutId: string): Promise<void>;
  /** The host did what the provider asks for. */
  finish?(account: string): void;
  /** An account that refuses what is sent, where the account decides. */
  readonly refusing?: string;
  /** An account that sends back what arrived, where the account decides. */
  readonly returning?: string;
  /** Minor units that left for a payout, in the bank's own books. */
  left(payoutId: string): Promise<number>;
  /** Makes the bank unreachable; undefined for the sandbox bank. */
  down?(work: () => Promise<unknown>): Promise<unknown>;
  /** The work is done, and its answer is lost. */
  lost?(work: () => Promise<unknown>): Promise<unknown>;
  /** A webhook about this payout as the provider signs it. */
  webhook?(payoutId: string): { rawBody: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** What every way to pay hosts must do, whichever it is. `hasBooks`: its provider has books to compare ours with. */
export function payoutsSuite(name: string, hasBooks: boolean, setUp: () => Promise<PayoutsOnStage>): void {
  describe(`payouts: ${name}`, () => {
    let stage: PayoutsOnStage;
    beforeAll(async () => {
      stage = await setUp();
      expect(stage.bank.books !== undefined).toBe(hasBooks);
    });
    afterAll(() => stage.close());

    const open = (account = stage.typed) =>
      stage.bank.openAccount({ hostId: 7, account, holderName: 'Robin Ash', email: 'robin@mail.test' });
    const order = async (more: Partial<PayoutOrder> & { typed?: string } = {}): Promise<PayoutOrder> => {
      const { account } = await open(more.typed);
      stage.finish?.(account);
      return { payoutId: randomUUID(), account, holderName: 'Robin Ash', amountMinor: 1730, currency: 'EUR', ...more };
    };
    const send = async (more: Parameters<typeof order>[0] = {}): Promise<PayoutOrder & { ref: string }> => {
      const made = await order(more);
      return { ...made, ref: (await stage.bank.send(made)).ref };
    };
    const look = ({ ref, payoutId }: { ref: string; payoutId: string }) => stage.bank.look(ref, payoutId);

    test('an account is checked and shown masked, and an invalid one is refused at its field', async () => {
      const opened = await open();
      stage.finish?.(opened.account);
      expect(opened.shown).toMatch(stage.masked);
      expect(await stage.bank.standing(opened.account)).toMatchObject({ state: 'ready', requirements: [] });
      await expect(open(stage.wrong)).rejects.toMatchObject({ code: 'payout_account_invalid', field: 'account' });
    });

    test('money is sent once, however often and at the same time it is asked', async () => {
      const asked = await order();
      const first = await stage.bank.send(asked);
      expect(['requested', 'sent']).toContain(first.status);
      const again = await Promise.all([stage.bank.send(asked), stage.bank.send(asked)]);
      expect(again.map(({ ref }) => ref)).toEqual([first.ref, first.ref]);
      await stage.arrive(asked.payoutId);
      expect(await stage.left(asked.payoutId)).toBe(1730);
    });

    test('what arrives is paid, and stays paid', async () => {
      const sent = await send();
      await stage.arrive(sent.payoutId);
      expect(await look(sent)).toMatchObject({ status: 'paid' });
      expect(await look(sent)).toMatchObject({ status: 'paid' });
    });

    test('what is refused failed, with the bank’s words, and no money is gone', async () => {
      const sent = await send(stage.refusing === undefined ? {} : { typed: stage.refusing });
      await stage.refuse(sent.payoutId);
      expect(await look(sent)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/\w+/) });
      expect(await stage.left(sent.payoutId)).toBe(0);
    });

    test('a payout that is returned after arrival is reported, without losing money', async () => {
      const sent = await send(stage.returning === undefined ? {} : { typed: stage.returning });
      await stage.arrive(sent.payoutId);
      expect(await look(sent)).toMatchObject({ status: 'paid' });
      await stage.comeBack(sent.payoutId);
      const after = await look(sent);
      expect(['failed', 'returned']).toContain(after?.status);
      expect(after?.reason).toMatch(/\w+/);
      expect(await stage.left(sent.payoutId)).toBe(0);
    });

    test('an unknown reference is nobody’s', async () => {
      expect(await stage.bank.look('nothing', randomUUID())).toBeUndefined();
    });

    test('a bank that does not answer is unavailable, and a lost answer sends nothing twice', async () => {
      const asked = await order();
      const code = () => stage.bank.send(asked).catch((error: unknown) => (error as { code?: string }).code);
      expect(await stage.down?.(code)).toBe(stage.down && 'payout_unavailable');
      await stage.lost?.(() => stage.bank.send(asked).catch(() => undefined));
      const sent = await stage.bank.send(asked);
      await stage.arrive(asked.payoutId);
      expect(await look({ ...asked, ...sent })).toMatchObject({ status: 'paid' });
      expect(await stage.left(asked.payoutId)).toBe(1730);
    });

    const withBooks = hasBooks ? [name] : [];
    test.each(withBooks)('the books of %s have what was paid out, and nothing of what came back', async () => {
      const books = stage.bank.books!;
      const [stays, back] = [await send(), await send(stage.returning === undefined ? {} : { typed: stage.returning })];
      await stage.arrive(stays.payoutId);
      await look(stays);
      await stage.arrive(back.payoutId);
      const { moneyRef } = (await look(stays))!;
      await look(back);
      await stage.comeBack(back.payoutId);
      const came = await look(back);
      const now = systemClock.now();
      const { money } = await books.read({ from: now - days(1), to: now + days(90), after: undefined });
      const mine = (payoutId: string, ref: string | undefined) =>
        money.filter((one) => one.paymentId === payoutId || one.ref === ref);
      expect(mine(stays.payoutId, moneyRef)).toMatchObject([{ kind: 'payout', amountMinor: 1730, currency: 'EUR' }]);
      expect(mine(back.payoutId, came?.moneyRef)).toMatchObject([{ kind: 'payout', amountMinor: 0 }]);
      const before = await books.read({ from: now - days(9), to: now - days(8), after: undefined });
      expect(before.money).toEqual([]);
    });

    test('a webhook is read when every byte is signed, and not otherwise', async () => {
      const { payoutId } = await send();
      const { rawBody, headers } = stage.webhook?.(payoutId) ?? { rawBody: '{}', headers: {} };
      expect(await stage.bank.readWebhook(rawBody, headers)).toEqual(stage.webhook ? { payoutId } : undefined);
      expect(await stage.bank.readWebhook(`${rawBody} `, headers)).toBeUndefined();
      expect(await stage.bank.readWebhook(rawBody, {})).toBeUndefined();
    });
  });
}
