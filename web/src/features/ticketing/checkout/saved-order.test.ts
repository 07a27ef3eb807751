import { describe, expect, it } from 'vitest';
import { clearSavedOrder, ownOrder, savedOrder, saveOrder, walletReturn } from './saved-order.ts';

describe('coming back from the wallet', () => {
  it('the address says whether the wallet was approved or failed', () => {
    expect(walletReturn(new URLSearchParams(''))).toEqual({ kind: 'none' });
    expect(walletReturn(new URLSearchParams('paypal_callback_error&token=W1'))).toEqual({ kind: 'error' });
    expect(walletReturn(new URLSearchParams('paypal_callback&token=W1'))).toEqual({ kind: 'approved', token: 'W1' });
  });

  it('only the order that was saved here is confirmed', () => {
    const back = walletReturn(new URLSearchParams('paypal_callback=&token=W1'));
    expect(ownOrder(back, null)).toBe(false);
    expect(ownOrder(back, { id: 'W2', email: null })).toBe(false);
    expect(ownOrder(walletReturn(new URLSearchParams('paypal_callback')), { id: 'W1', email: null })).toBe(false);
    expect(ownOrder(back, { id: 'W1', email: 'ada@x.org' })).toBe(true);
  });

  it('the order’s id and email address are kept until they are cleared', () => {
    saveOrder({ id: 'W1', email: 'ada@x.org' });
    expect(savedOrder()).toEqual({ id: 'W1', email: 'ada@x.org' });
    clearSavedOrder();
    expect(savedOrder()).toBeNull();
  });
});
