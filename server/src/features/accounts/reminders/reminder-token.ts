import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../../keys.ts';

const purpose = 'reminder link';
const macBytes = 16;

const macOf = (secret: string, accountId: string): Buffer =>
  createHmac('sha256', deriveKey(secret, purpose)).update(accountId).digest().subarray(0, macBytes);

/** A link of a reminder that turns reminders off and can do nothing else; good for ever, so it is kept nowhere. */
export function reminderToken(secret: string, accountId: number): string {
  const text = String(accountId);
  return Buffer.concat([macOf(secret, text), Buffer.from(text)]).toString('base64url');
}

/** Whose link it is; undefined for a token that we did not make. */
export function readReminderToken(secret: string, token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(macBytes).toString();
  if (!/^\d{1,15}$/.test(text)) return undefined;
  return timingSafeEqual(macOf(secret, text), bytes.subarray(0, macBytes)) ? Number(text) : undefined;
}
