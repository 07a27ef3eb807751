import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { admittingToken, wantedText } from '@frontrow/core/token-gate/holdings.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Sql } from '../../db/db.ts';
import { hashOf } from '../../keys.ts';
import type { Kit } from '../../kit.ts';
import type { Gate, OAuthGate, ProvenWallet, WalletGate } from '../../ports/token-gate.ts';
import { tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from '../events/index.ts';
import type { RequestInfo, HolderSale, Ticketing } from '../ticketing/index.ts';
import { endAttempt, redeemAttempt } from './oauth-attempts.ts';
import { returnNonce, keepHolderProof, redeemNonce, type WalletSecrets } from './wallet-nonces.ts';

interface GatedEvent {
  readonly id: string;
  readonly kind: KindCode;
  readonly rule: TokenRule;
}

/** What an event asks of token holders. Refuses `event_not_found`, and `not_token_gated` where it asks for nothing. */
export async function gatedEvent(sql: Sql, eventId: string): Promise<GatedEvent> {
  const row = await sql.one<TokenRuleRow & { kind: KindCode; opening_ticketing: boolean }>(
    `SELECT e.kind, e.opening_ticketing, ${tokenRuleColumns} FROM event e WHERE e.id = $1`,
    [eventId],
  );
  if (!row) throw refuse('event_not_found');
  if (row.opening_ticketing) throw refuse('not_token_gated');
  return { id: eventId, kind: row.kind, rule: tokenRuleOf(row) };
}

/** What the use cases of tickets for token holders are given. */
export interface ClaimDeps extends Kit {
  readonly ticketing: Ticketing;
  readonly secrets: WalletSecrets;
}

interface Claim {
  readonly eventId: string;
  readonly gate: Gate;
  /** Of two ways to claim the keys mean nothing to each other. */
  readonly way: 'rally' | 'siwe';
  /** What was proved with, hashed. */
  readonly key: string;
}

/**
 * A claim, whichever way the wallet proves itself: a repeated claim whose answer was lost gets the same answer, and a
 * holder of a ticket proves nothing.
 */
function claimOnce(
  deps: ClaimDeps,
  actor: Account,
  asked: RequestInfo,
  { eventId, gate, way, key }: Claim,
  prove: (event: GatedEvent) => Promise<ProvenWallet>,
): Promise<HolderSale> {
  const { db, idempotency, ticketing } = deps;
  const request = { scope: `${way}:${actor.id}:${eventId}`, key, body: { event_uuid: eventId } };
  return idempotency.run(request, async ({ repeated, firstBegunAt }) => {
    const sold = repeated && firstBegunAt ? await ticketing.soldToHolder(actor.id, eventId, firstBegunAt) : undefined;
    if (sold) return sold;
    const event = await gatedEvent(db, eventId);
    if (await ticketing.liveTicket(db, eventId, actor.id)) throw refuse('already_has_ticket');
    return sellTo(deps, actor, asked, event, { gate: gate.name, wallet: await prove(event) });
  });
}

/**
 * Core decides whether what the wallet holds is enough; then the seat is sold as any other. Who proved to be a holder
 * and finds the event sold out may join its waitlist.
 */
async function sellTo(
  { db, secrets, ticketing }: Pick<ClaimDeps, 'db' | 'secrets' | 'ticketing'>,
  actor: Account,
  asked: RequestInfo,
  { id, kind, rule }: GatedEvent,
  { gate, wallet }: { readonly gate: string; readonly wallet: ProvenWallet },
): Promise<HolderSale> {
  const holderOf = admittingToken(rule, wallet.holds);
  if (holderOf === undefined) throw refuse('not_a_holder', { wanted: wantedText(rule) });
  const walletHash = secrets.hash(id, gate, wallet.subject);
  const sale = ticketing.sellToHolder(actor, asked, {
    eventId: id,
    kind,
    gate,
    walletHash,
    holderOf,
    proofSealed: wallet.proof === undefined ? undefined : secrets.seal(walletHash, wallet.proof),
  });
  return sale.catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'sold_out') await keepHolderProof(db, id, actor.id);
    throw error;
  });
}

interface ClaimInput {
  readonly eventId: string;
  readonly code: string;
  readonly state: string | undefined;
  readonly returnUrl: string;
}

/**
 * Claims a ticket with the code of an attempt of this account. The same code for the same event again gets the same
 * answer, so that a claim whose answer was lost is repeated without harm; for another event it is used up.
 */
export async function claimByCode(
  deps: ClaimDeps,
  actor: Account,
  asked: RequestInfo,
  { eventId, code, state, returnUrl }: ClaimInput,
): Promise<HolderSale> {
  const { oauth } = deps.tokenGates;
  if (!oauth) throw refuse('rally_unset');
  if (code.trim() === '') throw refuse('rally_failed');
  const key = hashOf(code).toString('base64url');
  return claimOnce(deps, actor, asked, { eventId, gate: oauth, way: 'rally', key }, (event) =>
    holderByCode(deps, oauth, actor.id, event, { code, state, returnUrl }),
  );
}

/** Trades the code. A provider that did not answer leaves the attempt open: the same code may be tried again. */
async function holderByCode(
  { db }: Pick<ClaimDeps, 'db'>,
  oauth: OAuthGate,
  accountId: number,
  { rule }: GatedEvent,
  { code, state, returnUrl }: Omit<ClaimInput, 'eventId'>,
): Promise<ProvenWallet> {
  const attempt = await redeemAttempt(db, accountId, state);
  const { codeVerifier } = attempt;
  try {
    const wallet = await oauth.wallet({ code, state: attempt.state, codeVerifier, returnUrl }, rule);
    await endAttempt(db, attempt, 'spend');
    return wallet;
  } catch (error) {
    await endAttempt(db, attempt, error instanceof Refusal && error.code === 'rally_refused' ? 'spend' : 'give_back');
    throw error;
  }
}

interface Signed {
  readonly message: string;
  readonly signature: string;
  /** Of the page that asked the wallet. */
  readonly origin: string;
}

/**
 * Claims a ticket with a message that a wallet signed for this account. The same signature for the same event again
 * gets the same answer; for another event its nonce is used up. Refuses `wallet_unset` where no chain that the event
 * asks about can be read.
 */
export async function claimByWallet(
  deps: ClaimDeps,
  actor: Account,
  asked: RequestInfo,
  { eventId, ...signed }: Signed & { readonly eventId: string },
): Promise<HolderSale> {
  const { wallet: gate } = deps.tokenGates;
  if (!gate) throw refuse('wallet_unset');
  const key = hashOf(`${signed.message}\n${signed.signature}`).toString('base64url');
  return claimOnce(deps, actor, asked, { eventId, gate, way: 'siwe', key }, (event) =>
    holderByWallet(deps, gate, actor.id, event, signed),
  );
}

/** Checks the message. A chain that did not answer leaves the nonce open: the same signature may be tried again. */
async function holderByWallet(
  { db, chains }: ClaimDeps,
  gate: WalletGate,
  accountId: number,
  { rule }: GatedEvent,
  signed: Signed,
): Promise<ProvenWallet> {
  if (!rule.tokens.some(({ chainId }) => chains.ids.includes(chainId))) throw refuse('wallet_unset');
  const nonce = await redeemNonce(db, accountId, signed.message);
  try {
    return await gate.wallet({ ...signed, nonce }, rule);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'chain_unavailable') await returnNonce(db, nonce);
    throw error;
  }
}
