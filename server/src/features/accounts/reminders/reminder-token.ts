import type { Config } from '../../../process/config.ts';
import { createSigner } from '../../../signer.ts';

const purpose = 'reminder link';
const macBytes = 16;

/** A link of a reminder that turns reminders off and can do nothing else; good for ever, so it is kept nowhere. */
export function reminderToken(config: Config, accountId: number): string {
  const text = String(accountId);
  return Buffer.concat([createSigner(config, purpose, macBytes).sign(text), Buffer.from(text)]).toString('base64url');
}

/** Whose link it is; undefined for a token that we did not make. */
export function readReminderToken(config: Config, token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(macBytes).toString();
  if (!/^\d{1,15}$/.test(text)) return undefined;
  return createSigner(config, purpose, macBytes).isOurs(text, bytes.subarray(0, macBytes)) ? Number(text) : undefined;
}
