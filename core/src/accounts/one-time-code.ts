import { seconds } from '../kernel/instant.ts';
import { withPlainDigits } from '../kernel/text.ts';

/** Codes of authenticator apps: RFC 6238 with the values that every app supports (SHA-1, six digits, 30 seconds). */
export const codeStepMs = seconds(30);
export const codeDigits = 6;
/** Steps before and after the current one that are taken, because clocks differ and people type slowly. */
const windowSteps = 1;
/** Recovery codes for a lost phone: shown once, each works once. */
export const recoveryCodesCount = 10;

/** A typed code without spaces and dashes, in capitals, with the digits of any keyboard. */
export const plainCode = (typed: string): string => withPlainDigits(typed).replaceAll(/[\s-]/g, '').toUpperCase();

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain);

/** The steps whose code is taken at `nowMs`, without those up to `lastStep`: no code works twice. */
export function openSteps(nowMs: number, lastStep: number): number[] {
  const now = Math.floor(nowMs / codeStepMs);
  const steps = Array.from({ length: 2 * windowSteps + 1 }, (_, index) => now - windowSteps + index);
  return steps.filter((step) => step > lastStep);
}

/** The six digits of a step's HMAC-SHA-1 (RFC 4226 §5.3). */
export function codeOfMac(mac: Uint8Array): string {
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const number = view.getUint32(view.getUint8(mac.byteLength - 1) & 0x0f) & 0x7fffffff;
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret as it is typed into an app: base32 without padding (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}
