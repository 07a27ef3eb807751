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
