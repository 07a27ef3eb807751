import { expect, test } from 'vitest';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { Eip1193 } from './find-wallets.ts';
import { createWalletFlow } from './wallet-model.ts';

const address = `0x${'a'.repeat(40)}`;
const refusal = (status: number, code: string) => new ApiRefusal(status, [{ code, message: `said ${code}` }]);

function onStage(claims: (Error | 'sold')[] = ['sold'], nonce: () => Promise<object> = async () => ({ nonce: 'n' })) {
  const claimed: unknown[] = [];
  let told = 0;
  const flow = createWalletFlow({
    nonce: nonce as never,
    message: async (who) => ({ text: `sign in ${who}`, hex: '0x00' }),
    claim(signed) {
      claimed.push(signed);
      const next = claims.shift();
      return next instanceof Error ? Promise.reject(next) : Promise.resolve({} as never);
    },
    say: (error) => (error as Error).message,
    words: { declined: 'declined', busy: 'busy', noAccount: 'no account', failed: 'failed' },
    done: () => void (told += 1),
  });
  return { flow, claimed, told: () => told, phase: () => flow.store.getState() };
}
type Answers = Readonly<Record<string, () => Promise<unknown>>>;
const walletOf = (answers: Answers = {}): { name: string; provider: Eip1193 } => ({
  name: 'Pocket',
  provider: {
    request: ({ method }) => (answers[method] ?? (async () => (method === 'personal_sign' ? '0xsigned' : [address])))(),
  },
});
const thrown = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }));

test('a sign-in asks for the address, then the signature, then claims the ticket', async () => {
  const { flow, claimed, told, phase } = onStage();
  const seen: string[] = [];
  flow.store.subscribe(({ is }) => void seen.push(is));
  await flow.signIn(walletOf());
  expect(seen).toEqual(['connecting', 'signing', 'claiming', 'done']);
  expect(claimed).toEqual([{ message: `sign in ${address}`, signature: '0xsigned' }]);
  expect([told(), phase().is]).toEqual([1, 'done']);
});

test.each<[string, Answers, string]>([
  ['says no to its address', { eth_requestAccounts: thrown(4001) }, 'declined'],
  ['says no to the message', { personal_sign: thrown(4001) }, 'declined'],
  ['has a question open', { eth_requestAccounts: thrown(-32_002) }, 'busy'],
  ['names no account', { eth_requestAccounts: async () => [] }, 'no account'],
  ['answers nonsense', { eth_requestAccounts: async () => 'nonsense' }, 'no account'],
  ['breaks', { personal_sign: () => Promise.reject(new Error('broken')) }, 'failed'],
  ['signs with no signature', { personal_sign: async () => null }, 'failed'],
])('a wallet that %s leaves a sentence, and another try', async (_what, answers, message) => {
  const { flow, claimed, phase } = onStage();
  await flow.signIn(walletOf(answers));
  expect(phase()).toEqual({ is: 'refused', message, again: 'sign' });
  expect(claimed).toEqual([]);
  await flow.signIn(walletOf());
  expect(phase().is).toBe('done');
});

test('a refusal asks for another signature only where that may help, and a lost answer is asked for again', async () => {
  for (const code of ['not_a_holder', 'wallet_nonce_over', 'wallet_has_ticket', 'wallet_signature_wrong']) {
    const { flow, phase } = onStage([refusal(403, code)]);
    await flow.signIn(walletOf());
    expect(phase()).toEqual({ is: 'refused', message: `said ${code}`, again: 'sign' });
  }
  const sold = onStage([refusal(409, 'sold_out')]);
  await sold.flow.signIn(walletOf());
  expect(sold.phase()).toMatchObject({ again: 'nothing' });
  const lost = onStage([refusal(503, 'chain_unavailable'), refusal(0, 'offline'), 'sold']);
  await lost.flow.signIn(walletOf());
  expect(lost.phase()).toMatchObject({ again: 'claim' });
  await lost.flow.claimAgain();
  await lost.flow.claimAgain();
  expect(lost.phase().is).toBe('done');
  expect(new Set(lost.claimed.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('a ticket that another tab got is reported', async () => {
  const { flow, told, phase } = onStage([refusal(409, 'already_has_ticket')]);
  await flow.signIn(walletOf());
  expect([told(), phase().is]).toEqual([1, 'refused']);
});

test('an attempt that was left is ignored', async () => {
  const { flow, claimed, phase } = onStage();
  let answer = (_signature: string): void => undefined;
  const slow = flow.signIn(walletOf({ personal_sign: () => new Promise((resolve) => (answer = resolve)) }));
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  expect(phase().is).toBe('signing');
  flow.chooseAgain();
  answer('0xlate');
  await slow;
  expect([phase().is, claimed]).toEqual(['choosing', []]);
});

test('a refused nonce shows the server’s sentence', async () => {
  const { flow, phase } = onStage([], () => Promise.reject(refusal(429, 'too_many_requests')));
  await flow.signIn(walletOf());
  expect(phase()).toEqual({ is: 'refused', message: 'said too_many_requests', again: 'sign' });
});
