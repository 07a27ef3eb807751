import { refuse } from '@frontrow/core/refuse.ts';
import { decimalText, type Holdings, type DecimalText } from '@frontrow/core/token-gate/holdings.ts';
import { holdingsMax, walletCharsMax } from '@frontrow/core/token-gate/limits.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import * as oauth from 'openid-client';
import { z } from 'zod';
import type { Logger } from '../../ports/log.ts';
import type { OAuthGate } from '../../ports/token-gate.ts';
import type { Config } from '../../process/config.ts';
import { failureOf, isPersonsRefusal, oauthClient, signInUrl, tradeCode, unexpectedStatus } from '../oauth-client.ts';
import { isOwnBug } from '../is-own-bug.ts';
import { providerSubject } from '../provider-subject.ts';

const timeoutSeconds = 10;
/** A person entering a room waits no longer than this for a slow provider, and is then let in. */
const timeoutAtEntrySeconds = 3;
const balanceCharsMax = 120;

/**
 * A balance as text keeps all its digits. Null and less than nothing count as nothing; true or a list is no balance,
 * and the whole answer is not believed.
 */
const balance = z
  .union([
    z
      .string()
      .trim()
      .max(balanceCharsMax)
      .regex(/^\d+(?:\.\d+)?$/),
    z
      .string()
      .trim()
      .max(balanceCharsMax)
      .regex(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i)
      .transform(Number)
      .pipe(z.number()),
    z.number(),
    z.null(),
  ])
  .transform((held): DecimalText => (typeof held === 'string' ? held : (decimalText(held ?? 0) ?? '0')));

/** What the provider answers about a wallet. */
const answered = z.object({
  subject: providerSubject(walletCharsMax),
  nft_collections: z
    .array(z.string())
    .max(holdingsMax)
    .nullish()
    .transform((names) => names ?? []),
  coins: z
    .array(z.object({ symbol: z.string(), balance }))
    .max(holdingsMax)
    .nullish()
    .transform((coins) => coins ?? []),
});

/**
 * A configured OAuth 2.0 provider. What somebody holds is asked at `RALLY_HOLDINGS_URL`: a POST with the access token
 * and what the event asks for (docs/decisions/0066-token-gates.md).
 */
export function oauthGate({ settings, log }: { settings: NonNullable<Config['rally']>; log: Logger }): OAuthGate {
  const client = oauthClient(settings, { timeoutSeconds, readTokens: withoutIdentity });
  const atEntry = oauthClient(settings, { timeoutSeconds: timeoutAtEntrySeconds, readTokens: withoutIdentity });

  async function ask(
    by: oauth.Configuration,
    tokens: oauth.TokenEndpointResponse,
    rule: TokenRule,
  ): Promise<{ subject: string; holds: Holdings }> {
    const answer = await oauth.fetchProtectedResource(
      by,
      tokens.access_token,
      new URL(settings.holdingsUrl),
      'POST',
      JSON.stringify({
        nft_collections: rule.nftCollections,
        coins: rule.coins.map(({ coinId, coinName }) => ({ symbol: coinId, name: coinName })),
      }),
      new Headers({ 'content-type': 'application/json' }),
    );
    if (!answer.ok) throw unexpectedStatus('the holdings', answer);
    const found = answered.parse(await answer.json());
    return {
      subject: found.subject,
      holds: {
        nftCollections: found.nft_collections,
        coins: found.coins.map(({ symbol, balance: held }) => ({ coinId: symbol, balance: held })),
      },
    };
  }

  const tellOperator = (error: unknown): void =>
    log.warn({ provider: new URL(settings.tokenUrl).host, ...failureOf(error) }, 'the wallet provider refused');

  return {
    name: 'oauth',

    signInUrl: (request) => signInUrl(client, request),

    async wallet(back, rule) {
      try {
        const tokens = await tradeCode(client, back);
        return { ...(await ask(client, tokens, rule)), proof: tokens.refresh_token };
      } catch (error) {
        if (isOwnBug(error)) throw error;
        tellOperator(error);
        throw isPersonsRefusal(error) ? refuse('rally_refused') : refuse('rally_unavailable');
      }
    },

    async holdsStill(proof, rule) {
      // A provider may take the old token for used once it gave a new one, whatever it answers after that.
      let kept = proof;
      try {
        const tokens = await oauth.refreshTokenGrant(atEntry, proof);
        kept = tokens.refresh_token ?? proof;
        const { holds } = await ask(atEntry, tokens, rule);
        return { is: 'known', holds, proof: kept };
      } catch (error) {
        if (isOwnBug(error)) throw error;
        tellOperator(error);
        return { is: isPersonsRefusal(error) ? 'unaskable' : 'unknown', proof: kept };
      }
    },
  };
}

/** An ID token is left out of the answer: what somebody holds is asked with the access token. */
async function withoutIdentity(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { id_token: _unused, ...tokens } = ((await answer.json()) ?? {}) as Record<string, unknown>;
  return Response.json(tokens, { status: answer.status });
}
