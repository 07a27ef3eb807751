import type { Instant } from '../kernel/instant.ts';
import { trustedUnaskedMs } from './limits.ts';

/** What is known of the wallet of somebody at the door. */
export type Asked =
  | { readonly is: 'known'; readonly holds: boolean }
  /** Nobody answered; `since`: when that was so for the first time. `wasIn`: they were in this room already. */
  | { readonly is: 'unknown'; readonly since: Instant; readonly wasIn: boolean; readonly now: Instant }
  /** Nobody can be asked any more. */
  | { readonly is: 'unaskable' };

/**
 * Whether a ticket holder may enter. A wallet that no longer holds the token may not. While the provider does not
 * answer, people in the room stay, and new ones are trusted for ten minutes, then asked to wait. Without a provider the
 * claim counts.
 */
export function doorVerdict(asked: Asked): 'in' | 'sold' | 'wait' {
  if (asked.is === 'unaskable') return 'in';
  if (asked.is === 'known') return asked.holds ? 'in' : 'sold';
  return asked.wasIn || asked.now - asked.since < trustedUnaskedMs ? 'in' : 'wait';
}
