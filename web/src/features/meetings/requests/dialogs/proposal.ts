import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import type { MeetingMinutes } from '@frontrow/core/meetings/limits.ts';
import { isBeyond, numberIn } from '#web/shared/ui/amount-field.ts';
import { instantOf } from '../local-time.ts';

interface ProposalDraft {
  readonly day: string;
  readonly time: string;
  readonly minutes: MeetingMinutes;
  readonly price: number | string;
}

export type ProposalProblem = 'noTime' | 'noPrice' | 'priceBeyond' | 'nothing';

type Proposal =
  | { readonly terms: { readonly starts_at: number; readonly minutes: MeetingMinutes; readonly price: number } }
  | { readonly problem: ProposalProblem };

/** The terms that a host typed, or what must be mended before they can be proposed. */
export function proposalOf(
  { day, time, minutes, price: typed }: ProposalDraft,
  request: Pick<WireRequest, 'starts_at' | 'minutes' | 'price' | 'currency_code'>,
): Proposal {
  const startsAt = instantOf(day, time, request.starts_at);
  if (startsAt === undefined) return { problem: 'noTime' };
  const price = numberIn(typed);
  if (price === undefined) return { problem: 'noPrice' };
  if (isBeyond(price, termsOf(request.currency_code).priceMax)) return { problem: 'priceBeyond' };
  const isSame = startsAt === request.starts_at && minutes === request.minutes && price === request.price;
  return isSame ? { problem: 'nothing' } : { terms: { starts_at: startsAt, minutes, price } };
}
