import { describe, expect, test } from 'vitest';
import { base32, codeOfMac, codeStepMs, isAppCode, openSteps, plainCode } from './one-time-code.ts';

test('a code is six digits of a HMAC, as in the example of the standard', () => {
  // RFC 4226 §5.4.
  const mac = Uint8Array.from(Buffer.from('1f8698690e02ca16618550ef7f19da8e945b555a', 'hex'));
  expect(codeOfMac(mac)).toBe('872921');
});

test('a secret is written in base32, as authenticator apps read it', () => {
  // RFC 4648 §10, without padding.
  for (const [text, written] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    expect(base32(new TextEncoder().encode(text))).toBe(written);
});

describe('accepted codes', () => {
  const at = 100 * codeStepMs;

  test('a code is accepted for the current time step, the one before and the one after', () => {
    expect(openSteps(at, 0)).toEqual([99, 100, 101]);
    expect(openSteps(at - 1, 0)).toEqual([98, 99, 100]);
  });

  test('a code from a time step that was already used, or from an earlier one, is refused', () => {
    expect(openSteps(at, 99)).toEqual([100, 101]);
    expect(openSteps(at, 101)).toEqual([]);
  });
});

test('spaces, dashes, case and the digits of the keyboard do not matter in a typed code', () => {
  expect(plainCode(' 123 456 ')).toBe('123456');
  expect(plainCode('abcde-fghjk')).toBe('ABCDEFGHJK');
  for (const typed of ['١٢٣ ٤٥٦', '۱۲۳۴۵۶', '１２３４５６', '१२३४५६']) expect(plainCode(typed)).toBe('123456');
  expect(isAppCode('123456')).toBe(true);
  for (const wrong of ['12345', '1234567', '12345a', '']) expect(isAppCode(wrong)).toBe(false);
});
