import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft-shape.ts';
import { takings, termsOfDraft, toEventDraft, typedTickets, typeFor } from './publish-draft.ts';
import { types } from './ticket-types.examples.ts';

describe('the matching ticket type', () => {
  it('the ticket type fits kind, ticketing and price', () => {
    expect(typeFor(emptyDraft, types)?.id).toBe(1);
    expect(typeFor({ ...emptyDraft, price: '9' }, types)?.id).toBe(2);
    expect(typeFor({ ...emptyDraft, price: '9', openTicketing: false }, types)?.id).toBe(3);
    expect(typeFor({ ...emptyDraft, price: '9', kind: 'broadcast' }, types)?.id).toBe(4);
    expect(typeFor({ ...emptyDraft, kind: 'broadcast' }, types)).toBeUndefined();
  });
});

describe('the currency', () => {
  it('the currency decides limits and fees, and is euros until another one is chosen', () => {
    expect(termsOfDraft(emptyDraft)).toMatchObject({ currency: { code: 'EUR' }, priceMax: 500 });
    expect(termsOfDraft({ ...emptyDraft, currency: 'JPY' })).toMatchObject({ priceMax: 80_000 });
    expect(termsOfDraft({ ...emptyDraft, currency: 'XTS' })).toMatchObject({ currency: { code: 'EUR' } });
    expect(toEventDraft({ ...emptyDraft, currency: 'JPY' }, 'UTC', undefined).currency).toBe('JPY');
  });

  it('takings have the digits of their currency', () => {
    const yen = { ...emptyDraft, currency: 'JPY', tickets: '49', price: '1500' };
    expect(takings(yen)).toEqual({ total: 1655, earn: 73_500 });
  });
});

describe('numbers of the form', () => {
  it('a number of tickets above the limit cannot be typed', () => {
    expect(typedTickets('49', '4', 49)).toBe('49');
    expect(typedTickets('490', '49', 49)).toBe('49');
    expect(typedTickets('4x', '4', 49)).toBe('4');
  });

  it('a number of tickets above a new limit can be lowered', () => {
    expect(typedTickets('50', '500', 49)).toBe('50');
    expect(typedTickets('499', '500', 49)).toBe('499');
    expect(typedTickets('501', '500', 49)).toBe('500');
    expect(typedTickets('5000', '500', 49)).toBe('500');
    expect(typedTickets('', '500', 49)).toBe('');
  });

  it('takings are what a viewer pays and what a full room earns', () => {
    expect(takings({ ...emptyDraft, tickets: '49', price: '9' })).toEqual({ total: 9.95, earn: 441 });
    expect(takings({ ...emptyDraft, tickets: '49', price: '0' })).toEqual({ total: 0, earn: 0 });
    expect(takings({ ...emptyDraft, price: 'x' })).toBeUndefined();
  });

  it('a missing number reaches the rules as undefined, and text that is not a number as NaN', () => {
    const draft = toEventDraft(
      {
        ...emptyDraft,
        tickets: '',
        price: 'x',
        coins: [{ coinName: '', coinId: '', minCoinBalance: 'lots', coinChainId: '', coinAddress: '' }],
      },
      'UTC',
      1,
    );
    expect(draft.seats).toBeUndefined();
    expect(draft.price).toBeNaN();
    expect(draft.coins[0]?.minCoinBalance).toBeNaN();
  });
});
