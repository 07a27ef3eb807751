import { expect, it } from 'vitest';
import { isPaymentReturn, isReturned } from './payment-return.ts';

const frame = {};

it('a return is accepted only from our own frame on our own origin', () => {
  expect(isPaymentReturn({ origin: 'https://evil.example', source: frame }, 'https://a.example', frame)).toBe(false);
  expect(isPaymentReturn({ origin: 'https://a.example', source: {} }, 'https://a.example', frame)).toBe(false);
  expect(isPaymentReturn({ origin: 'https://a.example', source: null }, 'https://a.example', null)).toBe(false);
  expect(isPaymentReturn({ origin: 'https://a.example', source: frame }, 'https://a.example', frame)).toBe(true);
});

it('a frame at the return address has returned, and frames of other origins cannot be read', () => {
  const at = (href: string) => ({ location: { href } }) as unknown as Window;
  const closed = {
    get location(): never {
      throw new DOMException('no', 'SecurityError');
    },
  } as unknown as Window;
  expect(
    isReturned(at('https://a.example/payment/callback/card?x=1'), '/payment/callback/card', 'https://a.example'),
  ).toBe(true);
  expect(isReturned(at('https://a.example/bank'), '/payment/callback/card', 'https://a.example')).toBe(false);
  expect(isReturned(at('about:blank'), '/payment/callback/card', 'https://a.example')).toBe(false);
  expect(isReturned(closed, '/payment/callback/card', 'https://a.example')).toBe(false);
});
