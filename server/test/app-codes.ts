import { codeStepMs } from '@frontrow/core/accounts/one-time-code.ts';
import { appCode } from '../src/features/accounts/second-factor.ts';
import type { TestApp } from './harness.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What the authenticator app shows `steps` half minutes from now, from the secret as people type it in. */
export function codeFor(app: TestApp, base32Secret: string, steps = 0): string {
  const bits = [...base32Secret].map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    parseInt(bits.slice(i * 8, i * 8 + 8), 2),
  );
  return appCode(Uint8Array.from(bytes), Math.floor(app.clock.now() / codeStepMs) + steps);
}
