import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of tickets for token holders, with the sentence that people read. */
export const tokenGateRefusals = {
  rally_unset: { status: 409, message: 'Tickets for token holders can’t be claimed here right now.' },
  gate_unset: {
    status: 409,
    message:
      'This event can’t be for token holders because no token provider is configured on this server. ' +
      'Turn open ticketing on.',
  },
  rally_failed: { status: 400, message: 'Something went wrong' },
  rally_over: { status: 410, message: 'This sign-in has expired. Please get your ticket again.' },
  rally_refused: { status: 403, message: 'The wallet provider rejected this sign-in. Please try again.' },
  rally_unavailable: {
    status: 503,
    message: 'We can’t reach the wallet provider right now. Please try again in a moment.',
  },
  wallet_unset: {
    status: 409,
    message: 'Wallets can’t be read for this event. Please sign in with the wallet provider instead.',
  },
  wallet_message_wrong: {
    status: 400,
    message: 'This is not the message we asked your wallet to sign. Please try again.',
  },
  wallet_nonce_over: {
    status: 410,
    message: 'This signature request has expired. Please sign in with your wallet again.',
  },
  wallet_signature_wrong: { status: 403, message: 'This signature does not come from that wallet. Please sign again.' },
  chain_unavailable: {
    status: 503,
    message: 'We can’t reach the blockchain of this event right now. Please try again in a moment.',
  },
  door_must_wait: {
    status: 503,
    message: 'We can’t check your wallet right now. Your ticket stays yours. Please try again in a moment.',
  },
  token_chain_unset: {
    status: 400,
    message: 'This server can’t read chain {chain}. Enter the name of the token instead.',
  },
  token_not_found: { status: 400, message: 'There is no such token on chain {chain}: {token}.' },
  token_id_required: {
    status: 400,
    message: 'This collection contains several tokens. Add the token’s number, “chain:contract:number”: {token}.',
  },
  token_unreadable: {
    status: 400,
    message: 'This contract on chain {chain} doesn’t implement the expected token standard: {token}.',
  },
  coin_place_incomplete: { status: 400, message: 'Enter both the chain and the contract of this coin, or neither.' },
  coin_chain_invalid: { status: 400, message: 'Enter the chain as a number.' },
  coin_address_invalid: { status: 400, message: 'A contract address is 0x followed by 40 hexadecimal digits.' },
  not_a_holder: { status: 403, message: 'This wallet holds none of the tokens this event requires: {wanted}.' },
  wallet_has_ticket: { status: 409, message: 'This wallet already has a ticket for this event.' },
  not_token_gated: { status: 409, message: 'This event does not require a token. Get a ticket on the event page.' },
  token_sold: {
    status: 403,
    message:
      'Your wallet no longer holds what this event requires, so your ticket was cancelled. This event ' +
      'is for token holders only.',
  },
} as const satisfies Record<string, RefusalRow>;
