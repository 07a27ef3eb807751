import type { EventCreation, WireEvent } from '@frontrow/contract/events/api.ts';
import { draftProblemToRefusal, eventDraftFromWire } from '@frontrow/contract/events/event-draft-codec.ts';
import type { Kind } from '@frontrow/core/events/live-event-machine.ts';
import {
  type PublishableEvent,
  type PublishRules,
  validateEventDraft,
} from '@frontrow/core/events/validate-event-draft.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { readPicture } from '../../media/read-picture.ts';
import { sizeCover } from '../../media/size-cover.ts';
import type { Catalog } from '../catalog/index.ts';
import { coverFile } from './cover-key.ts';
import { eventPublished } from './facts.ts';
import { insertEvent } from './insert-event.ts';
import { wireEventOf } from './views.ts';

export interface PublishUses extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  readonly catalog: Catalog;
  /** Pictures are decoded one after another. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Publishes an event (spec §4): judges draft and cover together and refuses with all reasons at once; then encodes the cover,
 * keeps it, and writes the event with its fact. Nothing slow runs inside the transaction.
 */
export async function publishEvent(uses: PublishUses, host: Account, wire: EventCreation): Promise<WireEvent> {
  const { db, ids, storage } = uses;
  const { draft, problems } = eventDraftFromWire(wire);
  const judged = validateEventDraft(draft, await rulesFor(uses, host));
  const picture = await readPicture(wire.event_cover_image, 'event_cover_image');
  const refusals = [...problems, ...('problems' in judged ? judged.problems : [])].map((problem) =>
    draftProblemToRefusal(problem, draft.kind),
  );
  if (picture instanceof Refusal) refusals.push(picture);
  if (!('event' in judged) || picture instanceof Refusal || refusals.length > 0) throw allOf(refusals);

  const sizes = await uses.inTurn(() => sizeCover(picture.bytes));
  const id = ids.uuid();
  const coverKey = `covers/${ids.uuid()}`;
  for (const { width, webp } of sizes) await storage.put(coverFile(coverKey, width), webp, 'image/webp');
  try {
    return await db.tx(async (tx) => {
      const agrees = await insertEvent(tx, { id, hostId: host.id, coverKey, event: judged.event });
      if (!agrees) throw zoneUnknown(judged.event, draft.kind);
      await recordFact(tx, eventPublished(id));
      const event = await wireEventOf(tx, storage, id);
      if (!event) throw new Error('a published event cannot be read');
      return event;
    });
  } catch (error) {
    await Promise.allSettled(sizes.map(({ width }) => storage.delete(coverFile(coverKey, width))));
    // The database keeps fewer zones than browsers do.
    if ((error as { code?: string }).code === '22023') throw zoneUnknown(judged.event, draft.kind);
    throw error;
  }
}

async function rulesFor({ db, catalog }: PublishUses, host: Account): Promise<PublishRules> {
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
  };
}

const zoneUnknown = (event: PublishableEvent, kind: Kind | undefined): Refusal =>
  draftProblemToRefusal({ code: 'zone_unknown', field: 'zone', params: { zone: event.zone } }, kind);

function allOf(refusals: readonly Refusal[]): Error {
  const [first, ...more] = refusals;
  return first ? new Refusals([first, ...more]) : new Error('a draft was refused without a reason');
}
