import { unresolvedRule } from '@frontrow/core/token-gate/token-rule.ts';
import { expect, test } from 'vitest';
import { startFakeRally } from '../../test/fake-rally.ts';
import { heardLog } from '../../test/captured-log.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Chains } from '../ports/chains.ts';
import { silentLog } from '../ports/log.ts';
import { systemClock } from './clock/system-clock.ts';
import { isOwnBug } from './is-own-bug.ts';
import { oauthSocial } from './social-login/oauth-social.ts';
import { s3Storage } from './storage/s3/s3-storage.ts';
import { oauthGate } from './token-gate/oauth-gate.ts';
import { walletGate } from './token-gate/wallet-gate.ts';
import { createLivekitVideo } from './video/livekit/livekit-video.ts';

const broken = (): never => {
  throw new TypeError("Cannot read properties of undefined (reading 'x')");
};
const rule = unresolvedRule({ nftCollections: ['Front Pass'], coins: [] });
const back = { state: 's', codeVerifier: 'v'.repeat(50), returnUrl: 'http://localhost:3000/x', code: 'c' };

test('a connection that failed is not taken for a mistake in our code', async () => {
  const failed: unknown = await fetch('http://127.0.0.1:9/').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(TypeError);
  expect(isOwnBug(failed)).toBe(false);
  expect(isOwnBug(Object.assign(new TypeError('no JSON'), { code: 'OAUTH_PARSE_ERROR' }))).toBe(false);
  expect(isOwnBug(new DOMException('late', 'TimeoutError'))).toBe(false);
  expect(isOwnBug(new TypeError('x is not a function'))).toBe(true);
});

test('a mistake around the video engine is not called an outage, and the breaker stays closed', async () => {
  const log = heardLog();
  const engine = { url: 'ws://127.0.0.1:9', apiKey: 'key', apiSecret: 'secret', onReady: () => undefined };
  const video = createLivekitVideo({
    engine: {
      ...engine,
      state: () => 'ready',
      get httpUrl() {
        return broken();
      },
    },
    clock: systemClock,
    log,
  });
  for (let tries = 0; tries < 5; tries++) await expect(video.rooms()).rejects.toBeInstanceOf(TypeError);
  expect(video.state()).toBe('ready');
  expect(log.lines).toEqual([]);
});

test('a mistake around a token gate is not called an outage of the wallet provider', async () => {
  const rally = await startFakeRally();
  const gate = oauthGate({ settings: rally.settings, log: silentLog });
  const code = rally.approve(await gate.signInUrl(back), { subject: 'w', nftCollections: [], coins: [] });
  await expect(gate.wallet({ ...back, code }, { ...rule, coins: undefined as never })).rejects.toBeInstanceOf(
    TypeError,
  );
  await rally.close();
});

test('a mistake while chains are read is not called unknown, and a chain that is away is', async () => {
  const gateWith = (holdings: Chains['holdings']) =>
    walletGate({ chains: { holdings } as Partial<Chains> as Chains, clock: systemClock });
  const proof = JSON.stringify({ signer: '0x1', holder: '0x1' });
  await expect(gateWith(async () => broken()).holdsStill(proof, rule)).rejects.toBeInstanceOf(TypeError);
  const away = gateWith(async () => {
    throw refuse('chain_unavailable');
  });
  expect(await away.holdsStill(proof, rule)).toEqual({ is: 'unknown', proof });
});

test('a mistake around social sign-in is not called an outage of the provider', async () => {
  const settings = { clientId: 'id', clientSecret: 'secret', scope: 'x' };
  const at = 'http://127.0.0.1:9/';
  const social = oauthSocial({
    settings: { ...settings, authorizeUrl: at, tokenUrl: at, profileUrl: at },
    log: silentLog,
  });
  const unreadable = { ...back, returnUrl: Symbol('no address') as unknown as string };
  await expect(social.person(unreadable)).rejects.toBeInstanceOf(TypeError);
  await expect(social.person(back)).rejects.toMatchObject({ code: 'social_unavailable' });
});

test('a mistake around a bucket is not called an outage of the storage', async () => {
  const keys = { accessKeyId: 'x', secretAccessKey: 'y' };
  const storage = s3Storage({
    ...keys,
    bucket: 'b',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    publicUrl: undefined,
  });
  let asked = 0;
  const key = { length: 1, toString: () => (asked++ === 0 ? broken() : 'key') } as unknown as string;
  await expect(storage.put(key, new Uint8Array(), 'text/plain')).rejects.toBeInstanceOf(TypeError);
  await expect(storage.put('key', new Uint8Array(), 'text/plain')).rejects.toMatchObject({ kind: 'away' });
});
