import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Translate } from '#web/shared/i18n/catalogues.ts';
import { reportKinds } from '@frontrow/core/reports/reports.ts';
import { currencyShape, formatCount, formatMoney } from '#web/shared/format/money.ts';
import { providerText } from './admin-text.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';

type Entry = AnswerOf<'GET /admin/audit_log'>['entries'][number];

const actions = [
  'influencer_authorized',
  'influencer_refused',
  'flags_changed',
  'admin_made',
  'review_removed',
  'review_kept',
  'message_removed',
  'report_resolved',
  'report_dismissed',
  'user_suspended',
  'user_restored',
  'sessions_ended',
  'event_unpublished',
  'event_republished',
  'event_cancelled',
  'order_refunded',
  'order_refunded_in_part',
  'ticket_resent',
  'receipt_resent',
  'refund_retried',
  'refund_paid_otherwise',
  'webhook_retried',
  'delivery_retried',
  'sandbox_dispute_decided',
  'tax_rate_changed',
  'stream_key_rotated',
  'restream_added',
  'restream_switched',
  'restream_removed',
  'replay_removed',
  'replay_taken_down',
  'replay_restored',
  'replay_published',
  'replay_cut',
  'replay_cut_undone',
  'replay_downloads_switched',
  'podcast_switched',
  'books_differ',
  'difference_closed',
  'payouts_held',
  'payouts_released',
  'left_money_paid',
  'payout_name_confirmed',
  'sepa_file_made',
  'sepa_file_read',
  'sepa_line_marked',
  'api_key_created',
  'api_key_revoked',
  'webhook_endpoint_added',
  'webhook_endpoint_changed',
  'webhook_secret_rotated',
  'webhook_endpoint_removed',
] as const;

const lineStates = ['executed', 'rejected', 'returned'] as const;

interface AuditText {
  what: string;
  event?: { title: string; path: string };
  about: string;
}

/** Our own names of states and the like, by the detail that holds them. What people typed stays as it is. */
function wordsOf(t: Translate<'admin'>, name: string, value: string): string {
  switch (name) {
    case 'enabled':
      return value === 'on' || value === 'off' ? t(value) : value;
    case 'decision':
      return value === 'won' || value === 'lost' ? t(`disputeState.${value}`) : value;
    case 'kind': {
      const kind = reportKinds.find((one) => one === value);
      return kind ? t(`backoffice:reports.kinds.${kind}`) : value;
    }
    case 'state': {
      const state = lineStates.find((one) => one === value);
      if (state) return t(`payouts:transfers.state.${state}`);
      return value === 'enabled' || value === 'disabled' ? t(`endpointState.${value}`) : value;
    }
    case 'access':
      return value === 'free' || value === 'tickets' || value === 'sale' ? t(`replayAccess.${value}`) : value;
    case 'rate':
    case 'price':
      return formatCount(Number(value));
    case 'provider':
      return providerText(t, value);
    default:
      return value;
  }
}

/** An entry in words. The details of an unknown action are shown unchanged. */
export function auditEntry(t: Translate<'admin'>, { action, details }: Pick<Entry, 'action' | 'details'>): AuditText {
  const known = actions.find((one) => one === action);
  const values = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? wordsOf(t, name, value) : t(value ? 'on' : 'off'),
    ]),
  );
  if (!known)
    return {
      what: action,
      about: Object.entries(values)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
    };
  const { amount, currency } = details;
  if (typeof amount === 'string' && typeof currency === 'string')
    values['amount'] = formatMoney(Number(amount), currencyShape(currency));
  const { event, event_uuid, text } = values;
  const isReview = known === 'review_removed' || known === 'review_kept';
  const isMessage = known === 'message_removed';
  const isReport = known === 'report_resolved' || known === 'report_dismissed';
  return {
    what: t(`actions.${known}`),
    ...(event && event_uuid && { event: { title: event, path: eventPath({ event_uuid }) } }),
    about: [
      isReview && text === '' ? t('starsAlone') : t(`about.${known}`, values),
      details['access'] === 'sale' && t('replayPrice', values),
      (isReview || isMessage || isReport) && values['reason'] && t('about.event_cancelled', values),
    ]
      .filter(Boolean)
      .join(' '),
  };
}
