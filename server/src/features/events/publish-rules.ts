import { draftProblemToRefusal } from '@frontrow/contract/events/event-draft-codec.ts';
import type { Kind } from '@frontrow/core/events/live-event-machine.ts';
import type { PublishableEvent, PublishRules } from '@frontrow/core/events/validate-event-draft.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { type Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Catalog } from '../catalog/index.ts';

/** What a draft of this host is judged by now. */
export async function rulesFor(
  { db, catalog }: Pick<Kit, 'db'> & { readonly catalog: Catalog },
  host: Account,
): Promise<PublishRules> {
  const [row, ticketTypes, languages, categories] = await Promise.all([
    db.one<{ zone_name: string; massive: boolean; now: Date }>(
      'SELECT zone_name, massive, app_now() AS now FROM app_user WHERE id = $1 AND erased_at IS NULL',
      [host.id],
    ),
    catalog.ticketTypesFor(db, host.id),
    catalog.languages(db),
    catalog.categories(db),
  ]);
  if (!row) throw refuse('user_not_found');
  return {
    ticketTypes,
    langIdes: languages.map((language) => language.ide),
    categoryIdes: categories.map((category) => category.ide),
    hostZone: row.zone_name,
    massive: row.massive,
    now: row.now.getTime(),
    promoEndsAfter: row.now.getTime(),
  };
}

/** Checks again what the host may have lost since the draft was judged, and locks it until the event is written. */
export async function mayStillPublish(tx: Tx, host: Account, { kind }: PublishableEvent): Promise<void> {
  const row = await tx.one<{ massive: boolean }>(
    'SELECT massive FROM app_user WHERE id = $1 AND erased_at IS NULL FOR SHARE',
    [host.id],
  );
  if (!row) throw refuse('user_not_found');
  if (kind === 'broadcast' && !row.massive)
    throw draftProblemToRefusal({ code: 'broadcast_not_allowed', field: 'ticketType' }, kind);
}

/** The same for an event that gets more seats: the flag that allows them is locked until they are written. */
export async function mayStillSeat(
  tx: Tx,
  { catalog, host, event }: { readonly catalog: Catalog; readonly host: Account; readonly event: PublishableEvent },
): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR SHARE', [host.id]);
  const type = (await catalog.ticketTypesFor(tx, host.id)).find(({ id }) => id === event.ticketType.id);
  const maximum = type?.seatsMax ?? 0;
  if (event.seats > maximum)
    throw draftProblemToRefusal({ field: 'seats', code: 'tickets_over_maximum', params: { maximum } }, event.kind);
}

export const zoneUnknown = (event: PublishableEvent, kind: Kind | undefined): Refusal =>
  draftProblemToRefusal({ code: 'zone_unknown', field: 'zone', params: { zone: event.zone } }, kind);

/** An event for token holders needs somebody who can say what people hold: the provider, or the chain of a token. */
export const gateRefusals = (
  { tokenGates }: Pick<Kit, 'tokenGates'>,
  draft: { readonly openTicketing: boolean },
  tokensFound: number,
): Refusal[] =>
  draft.openTicketing || tokenGates.oauth || (tokenGates.wallet && tokensFound > 0)
    ? []
    : [refuse('gate_unset', {}, { field: 'event_opening_ticketing' })];

/** Refuses with all reasons in one answer. */
export function allOf(refusals: readonly Refusal[]): Error {
  const [first, ...more] = refusals;
  return first ? new Refusals([first, ...more]) : new Error('a draft was refused without a reason');
}
