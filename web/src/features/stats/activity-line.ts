import type { WireActivity } from '@frontrow/contract/stats/api.ts';
import type { Translate } from '#web/shared/i18n/catalogues.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { titledPath } from '#web/shared/catalog/titled-path.ts';
import { moneyText } from '#web/shared/format/money.ts';

const payoutTexts = {
  requested: 'payout.requested',
  sent: 'payout.sent',
  paid: 'payout.paid',
  failed: 'payout.failed',
  returned: 'payout.returned',
} as const;

/** Marks the event's title in a sentence, so that the page can set it apart; no one can type it. */
const titleMark = '\u0000';

/** A sentence in pieces: only the second, the title of the event, is somebody's own words. */
export type Sentence = readonly [before: string, title: string, after: string];

/** What a line says, and what it leads to. */
export function activityLine(
  line: WireActivity,
  t: Translate<'activity'>,
  language: string,
): { text: Sentence; more: string | undefined; to: string | undefined } {
  const { text, ...rest } = sentenceOf(line, t, language);
  const [before = '', after = ''] = text.split(titleMark);
  return { ...rest, text: [before, text.includes(titleMark) && line.event ? shownTitle(line.event) : '', after] };
}

function sentenceOf(line: WireActivity, t: Translate<'activity'>, language: string) {
  const { kind, count, event } = line;
  const title = titleMark;
  const name = line.person_name ?? t('somebody');
  const amount = line.amount && line.currency_code ? moneyText(line.amount, line.currency_code, language) : undefined;
  const to = event ? titledPath(event, 'host') : undefined;
  switch (kind) {
    case 'sales':
      return { text: t('sales', { count, title }), more: amount && t('salesAmount', { amount }), to };
    case 'refunds':
      return { text: t('refunds', { count, title }), more: amount && t('refundsAmount', { amount }), to };
    case 'follows':
      return { text: t('follows', { count, name }), more: undefined, to: '/influencer_profile/active' };
    case 'review':
      return { text: t('review', { count, name, title }), more: undefined, to };
    case 'finished':
      return { text: t('finished', { count, title }), more: undefined, to: `/stats?event=${event?.event_uuid ?? ''}` };
    case 'cancelled':
      return { text: t('cancelled', { title }), more: undefined, to };
    case 'waitlist':
      return { text: t('waitlist', { count, title }), more: undefined, to };
    case 'payout':
      return {
        text: t(payoutTexts[line.detail as keyof typeof payoutTexts] ?? 'payout.sent', { amount: amount ?? '' }),
        more: undefined,
        to: '/my_influencer_payout_methods',
      };
    case 'replay_taken_down':
      return { text: t('replayTakenDown', { title }), more: t('replayReason', { reason: line.detail }), to };
    case 'request':
      return { text: t('request'), more: undefined, to: '/private_meeting' };
  }
}

/** Lines by the day on which they happened in the reader's zone, in their order. */
export function byDay(lines: readonly WireActivity[], dayOf: (at: number) => string): [string, WireActivity[]][] {
  return [...Map.groupBy(lines, ({ at }) => dayOf(at))];
}
