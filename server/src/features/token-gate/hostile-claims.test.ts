import process from 'node:process';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { admittingToken } from '@frontrow/core/token-gate/holdings.ts';
import fc from 'fast-check';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import type { TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { claimTicket, rallyCode } from '../../../test/token-gate.ts';
import { claimSigned, coinEvent, messageFor, type SignedMessage } from '../../../test/wallet-claims.ts';
import { purchaseLimit } from '../../http/limits/limits.ts';
import { gatedEvent } from './claims.ts';

/** They are others in every run, so that the ordinary run needs few of them. */
const [gateRuns, claimRuns, codeRuns] = process.env['TEST_LONG'] === '1' ? [8_000, 1_000, 1_000] : [1_000, 200, 200];
/** Messages under way at the same time. */
const atOnce = 100;

let chain: TestChain;
let app: TestApp;
let event: TestEvent;
let victim: TestActor;
/** Holds what the event asks for. */
let wallet: PrivateKeyAccount;
/** Holds nothing. */
let own: PrivateKeyAccount;
/** What the victim's wallet signs for its own claim. */
let good: SignedMessage;
let nonce: string;

beforeAll(async () => {
  chain = await startChain();
  const coin = await chain.deploy('Coin', 'Frontcoin', 'FRC', 18);
  [wallet, own] = [newWallet(), newWallet()];
  await chain.send(coin, 'Coin', 'mint', [wallet.address, 10n ** 20n]);
  app = await testApp({ config: { chains: [{ id: chain.id, endpoints: [chain.url] }] } });
  event = await coinEvent(app, await newHost(app), { chain, coin });
  victim = await newViewer(app);
  const message = await messageFor(app, victim, wallet.address);
  good = { message, signature: await wallet.signMessage({ message }) };
  nonce = /^Nonce: (\w+)$/m.exec(message)![1]!;
});
afterAll(async () => {
  await app.close();
  await chain.stop();
});

const origin = () => app.kit.config.publicUrl;

/** Whether the gate lets this message in, with the nonce that it was given out with. */
async function letsIn(signed: SignedMessage): Promise<boolean> {
  const { rule } = await gatedRule();
  const proven = await app.kit.tokenGates
    .wallet!.wallet({ ...signed, nonce, origin: origin() }, rule)
    .catch(() => null);
  return proven !== null && admittingToken(rule, proven.holds) !== undefined;
}
let kept: ReturnType<typeof gatedEvent> | undefined;
const gatedRule = () => (kept ??= gatedEvent(app.db, event.id));

const place = fc.nat({ max: 500 });
const unit = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('\r', '\t', ' ', '\u200B'),
);
type Edit = (text: string) => string;
/** Small edits of a text, wherever they hit. */
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, unit).map(([at, one]): Edit => (text) => {
    const here = at % text.length;
    return text.slice(0, here) + one + text.slice(here + 1);
  }),
  fc.tuple(place, unit).map(([at, one]): Edit => (text) => {
    const here = at % (text.length + 1);
    return text.slice(0, here) + one + text.slice(here);
  }),
  place.map(
    (at): Edit =>
      (text) =>
        text.slice(0, at % text.length) + text.slice((at % text.length) + 1),
  ),
  place.map(
    (at): Edit =>
      (text) =>
        text.slice(0, at % text.length),
  ),
  fc.tuple(place, place).map(([one, other]): Edit => (text) => {
    const lines = text.split('\n');
    const [a, b] = [one % lines.length, other % lines.length];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    return lines.join('\n');
  }),
  place.map((at): Edit => (text) => {
    const lines = text.split('\n');
    lines.splice(at % lines.length, 0, lines[at % lines.length]!);
    return lines.join('\n');
  }),
  fc.constantFrom<Edit>(
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `\uFEFF${text}`,
    (text) => `${text}\n`,
    (text) => text.toLowerCase(),
    (text) => text.replace(wallet.address, own.address),
  ),
);
/** Another value in a field that counts. */
const fields: fc.Arbitrary<Edit> = fc.oneof(
  fc.domain().map(
    (domain): Edit =>
      (text) =>
        text.replace(/^\S+/, domain),
  ),
  fc.webUrl().map(
    (url): Edit =>
      (text) =>
        text.replace(/^URI: .*$/m, `URI: ${url}`),
  ),
  fc.stringMatching(/^[a-z0-9]{8,64}$/).map(
    (other): Edit =>
      (text) =>
        text.replace(/^Nonce: .*$/m, `Nonce: ${other}`),
  ),
  fc.nat().map(
    (id): Edit =>
      (text) =>
        text.replace(/^Chain ID: .*$/m, `Chain ID: ${id === chain.id ? id + 1 : id}`),
  ),
  fc.string().map(
    (version): Edit =>
      (text) =>
        text.replace(/^Version: .*$/m, () => `Version: ${version}2`),
  ),
  fc.integer({ min: minutes(6), max: minutes(600_000) }).map(
    (ms): Edit =>
      (text) =>
        text.replace(/^Issued At: .*$/m, `Issued At: ${new Date(app.clock.now() + ms).toISOString()}`),
  ),
  fc.integer({ min: 1, max: minutes(600_000) }).map(
    (ms): Edit =>
      (text) =>
        text.replace(/^Expiration Time: .*$/m, `Expiration Time: ${new Date(app.clock.now() - ms).toISOString()}`),
  ),
);
const hex = fc.stringMatching(/^[0-9a-f]{1,300}$/);
/** Other bytes where the signature's number was. */
const wrongSignatures: fc.Arbitrary<Edit> = fc.oneof(
  hex.map(
    (digits): Edit =>
      () =>
        `0x${digits}`,
  ),
  fc.string({ maxLength: 200 }).map(
    (text): Edit =>
      () =>
        text,
  ),
  fc.tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 15 })).map(([at, add]): Edit => (signature) => {
    const digit = ((Number.parseInt(signature[at]!, 16) + add) % 16).toString(16);
    return signature.slice(0, at) + digit + signature.slice(at + 1);
  }),
);

interface Attack {
  readonly edit: Edit;
  /** Who signs what came of it: no one, the attacker, or a victim who was talked into it. */
  readonly signedBy: 'nobody' | 'attacker' | 'victim';
  readonly signature: Edit | undefined;
}
const same: Edit = (text) => text;
const attacks: fc.Arbitrary<Attack> = fc.oneof(
  fc.record({ edit: edits, signedBy: fc.constant<'nobody'>('nobody'), signature: fc.constant(undefined) }),
  fc.record({ edit: edits, signedBy: fc.constant<'attacker'>('attacker'), signature: fc.constant(undefined) }),
  fc.record({ edit: fields, signedBy: fc.constant<'victim'>('victim'), signature: fc.constant(undefined) }),
  fc.record({ edit: fc.constant(same), signedBy: fc.constant<'nobody'>('nobody'), signature: wrongSignatures }),
);
async function made({ edit, signedBy, signature }: Attack): Promise<SignedMessage> {
  const message = edit(good.message);
  const by = signedBy === 'attacker' ? own : wallet;
  const signed: string = signedBy === 'nobody' ? good.signature : await by.signMessage({ message });
  return { message, signature: signature ? signature(signed) : signed };
}
const isAttack = (signed: SignedMessage): boolean =>
  signed.message !== good.message || signed.signature.slice(0, 130) !== good.signature.slice(0, 130);

test(`${gateRuns} messages that are not what the wallet signed for us are let in nowhere`, async () => {
  expect(await letsIn(good)).toBe(true);
  const tries = (await Promise.all(fc.sample(attacks, gateRuns).map(made))).filter(isAttack);
  expect(tries.length).toBeGreaterThan(gateRuns * 0.95);
  for (let from = 0; from < tries.length; from += atOnce) {
    const some = tries.slice(from, from + atOnce);
    const letIn = await Promise.all(some.map(letsIn));
    expect(some.filter((_signed, which) => letIn[which])).toEqual([]);
  }
});

const sold = async () => (await app.db.one<{ sold: number }>('SELECT sold FROM event WHERE id = $1', [event.id]))!.sold;

/**
 * Sends all tries through the front door, each account as many as its limit lets it, and answers the statuses that were
 * seen.
 */
async function statusesOf<T>(
  tries: readonly T[],
  claim: (who: TestActor, one: T) => Promise<{ status: number }>,
): Promise<number[]> {
  const seen = new Set<number>();
  for (let from = 0; from < tries.length; from += purchaseLimit.max) {
    const who = await newViewer(app);
    await rallyCode(app, who);
    const some = tries.slice(from, from + purchaseLimit.max);
    for (const { status } of await Promise.all(some.map((one) => claim(who, one)))) seen.add(status);
  }
  return [...seen].toSorted();
}
const refused = [400, 403, 409, 410];

test(`${claimRuns} claims with such messages, and stolen ones, get no ticket; the victim's own does`, async () => {
  const tries = await Promise.all(fc.sample(attacks, claimRuns).map(made));
  // The good one too: its nonce was not given to those who try it.
  const statuses = await statusesOf([...tries, good], (who, signed) => claimSigned(app, who, event, signed));
  expect(refused).toEqual(expect.arrayContaining(statuses));
  expect(await sold()).toBe(0);
  expect((await claimSigned(app, victim, event, good)).status).toBe(200);
});

test(`${codeRuns} codes that no one gave, and one of someone else, get no ticket; an own one does`, async () => {
  const other = await newViewer(app);
  const stolen = await rallyCode(app, other);
  const before = await sold();
  const near = fc.tuple(fc.constant(stolen.code), edits).map(([code, edit]) => edit(code));
  const codes = fc.sample(fc.oneof(near, fc.string({ maxLength: 300 }), fc.base64String()), codeRuns);
  const tries = [...codes.filter((code) => code !== stolen.code), stolen.code];
  const statuses = await statusesOf(tries, (who, code) => claimTicket(app, who, event, { code }));
  expect(refused).toEqual(expect.arrayContaining(statuses));
  expect(await sold()).toBe(before);
  expect((await claimTicket(app, other, event, stolen)).status).toBe(200);
});
