import { randomUUID } from 'node:crypto';
import { admittingToken } from '@frontrow/core/token-gate/holdings.ts';
import { unresolvedRule } from '@frontrow/core/token-gate/token-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OAuthGate } from '../../ports/token-gate.ts';

export interface GateOnStage {
  readonly gate: OAuthGate;
  /** Somebody signs in with this wallet, which holds everything that is asked for or nothing. */
  signIn(url: string, wallet: string, holds: boolean): Promise<string>;
  close(): Promise<void>;
}

const returnUrl = 'http://localhost:3000/rally';
const rule = unresolvedRule({
  nftCollections: ['Front Pass'],
  coins: [{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2 }],
});

/** What every provider that people sign in at must do, whichever it is. */
export function tokenGateSuite(name: string, setUp: () => Promise<GateOnStage>): void {
  describe(`token gate: ${name}`, () => {
    let stage: GateOnStage;
    beforeAll(async () => void (stage = await setUp()));
    afterAll(() => stage.close());

    const request = () => ({ state: randomUUID(), codeVerifier: `${randomUUID()}${randomUUID()}`, returnUrl });
    async function signedIn(wallet: string, holds = true) {
      const began = request();
      return { ...began, code: await stage.signIn(await stage.gate.signInUrl(began), wallet, holds) };
    }
    const refusal = (back: Parameters<OAuthGate['wallet']>[0]) =>
      stage.gate.wallet(back, rule).then(
        () => 'let in',
        (error: { code?: string }) => error.code,
      );

    test('the page gets the state, the challenge and the redirect URL, never the verifier', async () => {
      const began = request();
      const url = new URL(await stage.gate.signInUrl(began));
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        redirect_uri: returnUrl,
        state: began.state,
        code_challenge_method: 'S256',
      });
      expect(url.href).not.toContain(began.codeVerifier);
    });

    test('a code is traded for a wallet, which stays the same, and what it holds', async () => {
      const holder = await stage.gate.wallet(await signedIn('ada-wallet'), rule);
      expect(admittingToken(rule, holder.holds)).toBe('Front Pass');
      expect((await stage.gate.wallet(await signedIn('ada-wallet'), rule)).subject).toBe(holder.subject);
      const other = await stage.gate.wallet(await signedIn('mei-wallet', false), rule);
      expect(other.subject).not.toBe(holder.subject);
      expect(admittingToken(rule, other.holds)).toBeUndefined();
    });

    test('a code is good once, with its own verifier and its own way back', async () => {
      const used = await signedIn('ada-wallet');
      await stage.gate.wallet(used, rule);
      expect(await refusal(used)).toBe('rally_refused');
      const another = await signedIn('ada-wallet');
      expect(await refusal({ ...(await signedIn('ada-wallet')), codeVerifier: another.codeVerifier })).toBe(
        'rally_refused',
      );
      expect(await refusal({ ...(await signedIn('ada-wallet')), returnUrl: `${returnUrl}/elsewhere` })).toBe(
        'rally_refused',
      );
      expect(await refusal({ ...(await signedIn('ada-wallet')), code: 'made-up' })).toBe('rally_refused');
    });

    test('a wallet is asked about again, and again, and says that it sold', async () => {
      let { proof } = await stage.gate.wallet(await signedIn('seller-wallet'), rule);
      for (const holds of [true, true, false, true]) {
        await stage.signIn(await stage.gate.signInUrl(request()), 'seller-wallet', holds);
        const answer = await stage.gate.holdsStill(proof!, rule);
        if (answer.is !== 'known') throw new Error('nobody was asked');
        expect(admittingToken(rule, answer.holds)).toBe(holds ? 'Front Pass' : undefined);
        proof = answer.proof;
      }
    });
  });
}
