import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import { rulesForChange } from '@frontrow/core/events/change-event.ts';
import type { PublishRules } from '@frontrow/core/events/validate-event-draft.ts';
import { ownZone } from '#web/shared/format/time.ts';
import { savedDraft } from './saved-draft.ts';
import type { PublishDraft } from './draft-shape.ts';
import { draftOfEvent, salesOpenOf, typeFor } from './publish-draft.ts';

/** What the form is for: a new event, a copy of a published one, or a change of one. */
export type FormMode =
  | { readonly kind: 'new' }
  /** `joins`: the copy becomes a date of the same series. */
  | { readonly kind: 'copy'; readonly of: WireEventDraft; readonly joins?: boolean }
  | { readonly kind: 'change'; readonly of: WireEventDraft };

/** The series that the form adds to. */
export const seriesOf = (mode: FormMode): WireEventDraft['series'] =>
  mode.kind === 'copy' && mode.joins ? mode.of.series : undefined;

/** The event whose copy is saved as a draft. Changes are never saved, because the event may change in the meantime. */
export const copyOf = (mode: FormMode): string | null => (mode.kind === 'copy' ? mode.of.event_uuid : null);

/**
 * The form as it opens. Without `massive` streaming the type cannot be chosen: what was saved or copied as a broadcast
 * opens as interactive.
 */
export function openingDraft(mode: FormMode, massive: boolean): PublishDraft {
  if (mode.kind === 'change') return draftOfEvent(mode.of, { withDate: true });
  const draft =
    mode.kind === 'new' ? savedDraft(null) : savedDraft(copyOf(mode), draftOfEvent(mode.of, { withDate: false }));
  return massive ? draft : { ...draft, kind: 'interactive' };
}

/** Times are in the host's zone; those of a published event in its own. */
export const zoneOf = (mode: FormMode): string =>
  mode.kind === 'change' ? mode.of.event_location.data.zoneName : ownZone();

/** What stays as it was sold and cannot be changed any more. */
export interface Fixed {
  readonly offer: boolean;
  readonly title: boolean;
  readonly price: boolean;
}

export const fixedIn = (mode: FormMode): Fixed => {
  if (mode.kind !== 'change') return { offer: false, title: false, price: false };
  return { offer: true, title: mode.of.tickets_taken > 0, price: mode.of.price_fixed };
};

/** How the form is judged: like a new event, or as a change of a published one. */
export function rulesIn(mode: FormMode, rules: PublishRules): PublishRules {
  if (mode.kind !== 'change') return rules;
  const { of } = mode;
  const opened = openingDraft(mode, true);
  return rulesForChange(rules, {
    startsAt: of.event_date,
    // As the form shows it, in whole minutes.
    salesOpenAt: salesOpenOf(opened, zoneOf(mode)),
    ticketTypeId: typeFor(opened, rules.ticketTypes)?.id,
    seats: of.tickets,
    price: of.price,
    currency: of.currency,
  });
}
