import { machine } from '../kernel/machine.ts';
import { seenText } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

/** A viewer asks to become an influencer. After a refusal they may ask again. */
export const influencerRequestMachine = machine('influencer request', 'none', {
  none: { ask: 'pending' },
  pending: { authorize: 'authorized', refuse: 'none' },
  authorized: {},
});

export type InfluencerRequestState = (typeof influencerRequestMachine)['states'][number];

/** Code points of the reason that is mailed to a refused person. */
export const refusalReasonCharsMax = 500;

/** The reason as it is mailed. Refuses `field_required` and `reason_too_long` for `reason`. */
export function readRefusalReason(typed: string): string {
  const reason = seenText(typed);
  if (reason === '') throw refuse('field_required', { label: 'Reason' }, { field: 'reason' });
  if ([...reason].length > refusalReasonCharsMax)
    throw refuse('reason_too_long', { maximum: refusalReasonCharsMax }, { field: 'reason' });
  return reason;
}
