import { describe, expect, test } from 'vitest';
import { base32, codeOfMac, codeStepMs, isAppCode, openSteps, plainCode } from './one-time-code.ts';

test('six digits of a HMAC, as the standard works it out', () => {
  // RFC 4226 §5.4.
  const mac = Uint8Array.from(Buffer.from('1f8698690e02ca16618550ef7f19da8e945b555a', 'hex'));
  expect(codeOfMac(mac)).toBe('872921');
});

test('base32 as apps read it', () => {
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

describe('the window', () => {
  const at = 100 * codeStepMs;

  test('is one step wide on both sides', () => {
    expect(openSteps(at, 0)).toEqual([99, 100, 101]);
    expect(openSteps(at - 1, 0)).toEqual([98, 99, 100]);
  });

  test('leaves out what was used', () => {
    expect(openSteps(at, 99)).toEqual([100, 101]);
    expect(openSteps(at, 101)).toEqual([]);
  });
});

test('spaces, dashes and small letters do not matter', () => {
  expect(plainCode(' 123 456 ')).toBe('123456');
  expect(plainCode('abcde-fghjk')).toBe('ABCDEFGHJK');
  expect(isAppCode('123456')).toBe(true);
  for (const wrong of ['12345', '1234567', '12345a', '']) expect(isAppCode(wrong)).toBe(false);
});
