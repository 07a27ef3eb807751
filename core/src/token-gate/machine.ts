import { machine } from '../kernel/machine.ts';

/** A trip to the provider: its code is traded once. One that the provider never heard of may be traded again. */
export const rallyTripMachine = machine('rally trip', 'open', {
  open: { trade: 'trading' },
  trading: { give_back: 'open', spend: 'spent' },
  spent: {},
});
