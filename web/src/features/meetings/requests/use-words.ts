import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { minutes as minutesToMs } from '@frontrow/core/kernel/instant.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { formatLongDate, formatShortDateTime, formatTimes, type DateOptions } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { isHost, nextStep, otherOf, stateKey } from './request-model.ts';

type Proposed = Pick<WireRequest, 'starts_at' | 'minutes'>;

/** What the screens say of a request, in the reader's language and time zone. */
export function useWords(request: WireRequest) {
  const { t, language } = useTranslation('meetings');
  const dates = useDates();
  const other = otherOf(request);
  const name = other.name;
  const money = (amount: number): string =>
    amount === 0 ? t('free') : moneyText(amount, request.currency_code, language);
  return {
    t,
    name,
    other,
    money,
    total: money(request.total),
    state: t(`state.${stateKey(request)}`, { name }),
    when: whenOf(request, dates, t),
    /** In a sentence: day and time of an instant. */
    moment: (at: number): string => formatShortDateTime(at, dates),
    /** `Sunday 22 November, 18:30–19:00` of what somebody proposed. */
    range: (proposed: Proposed): string => whenOf(proposed, dates, t),
    next: (now: number): string => {
      const { key, at, values } = nextStep(request, now);
      return t(`next.${key}`, at === undefined ? values : { ...values, when: formatShortDateTime(at, dates) });
    },
    price: !isHost(request)
      ? money(request.total)
      : request.price === 0
        ? t('free')
        : t('priceHost', { price: money(request.price), total: money(request.total), name }),
  };
}

function whenOf(
  { starts_at: from, minutes }: Proposed,
  dates: DateOptions,
  t: ReturnType<typeof useTranslation<'meetings'>>['t'],
): string {
  const to = from + minutesToMs(minutes);
  return t('when', { date: formatLongDate(from, dates), times: formatTimes(from, to, dates) });
}
