import type { Translate } from '#web/shared/i18n/catalogues.ts';

const reasons = [
  'event_cancelled',
  'host_late',
  'turned_away',
  'rescheduled',
  'unpublished',
  'seat_gone',
  'address_has_ticket',
  'event_over',
  'meeting_begun',
  'host_missed',
  'self_cancelled',
  'replay_returned',
  'replay_removed',
  'order_cancelled',
  'paid_twice',
  'account_joined',
  'account_gone',
  'admin',
  'dispute_won',
  'provider',
] as const;

/** Why money was refunded; an unknown reason is shown unchanged. */
export function refundReasonText(t: Translate<'admin'>, reason: string): string {
  const known = reasons.find((one) => one === reason);
  return known ? t(`refundReason.${known}`) : reason.replaceAll('_', ' ');
}
