import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of tickets for token holders. */
export const tokenGateRefusals = {
  rally_unset: { status: 409, message: 'Tickets for token holders cannot be claimed here right now.' },
  gate_unset: {
    status: 409,
    message:
      'This event cannot be for token holders: nothing is set up here that could check what people hold. ' +
      'Turn open ticketing on.',
  },
  rally_failed: { status: 400, message: 'Something went wrong' },
  rally_over: { status: 410, message: 'This sign-in is over. Please get your ticket again.' },
  rally_refused: { status: 403, message: 'The wallet provider did not accept this sign-in. Please try again.' },
  rally_unavailable: {
    status: 503,
    message: 'The wallet provider does not answer right now. Please try again in a moment.',
  },
  wallet_unset: {
    status: 409,
    message: 'Wallets cannot be read for this event. Please sign in at the provider instead.',
  },
  wallet_message_wrong: {
    status: 400,
    message: 'This is not the message that we asked your wallet to sign. Please try again.',
  },
  wallet_nonce_over: { status: 410, message: 'This signature is over. Please sign in with your wallet again.' },
  wallet_signature_wrong: { status: 403, message: 'This signature is not from that wallet. Please sign again.' },
  chain_unavailable: {
    status: 503,
    message: 'The chain that this event asks about does not answer right now. Please try again in a moment.',
  },
  door_must_wait: {
    status: 503,
    message: 'We cannot check your wallet right now. Please wait a moment and try again: your ticket stays yours.',
  },
  token_chain_unset: { status: 400, message: 'Chain {chain} cannot be read here. Give the name of the token instead.' },
  token_not_found: { status: 400, message: 'Chain {chain} has no such token: {token}.' },
  token_id_required: {
    status: 400,
    message: 'This collection has many kinds of pieces. Add the number of yours, “chain:contract:number”: {token}.',
  },
  token_unreadable: {
    status: 400,
    message: 'This contract on chain {chain} does not describe itself as such a token does: {token}.',
  },
  coin_place_incomplete: { status: 400, message: 'Give both the chain and the contract of this coin, or neither.' },
  coin_chain_invalid: { status: 400, message: 'A chain is named by its number.' },
  coin_address_invalid: { status: 400, message: 'A contract is 0x and 40 digits or letters from a to f.' },
  not_a_holder: { status: 403, message: 'This wallet holds nothing that this event asks for: {wanted}.' },
  wallet_has_ticket: { status: 409, message: 'This wallet has a ticket for this event already.' },
  not_token_gated: { status: 409, message: 'No token is needed for this event. Get a ticket on its page.' },
  token_sold: {
    status: 403,
    message:
      'Your wallet no longer holds what this event asks for, so your ticket was given back. ' +
      'We are sorry: this event is for holders only.',
  },
} as const satisfies Record<string, RefusalRow>;
