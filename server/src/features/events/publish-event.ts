import type { EventCreation, WireEvent } from '@frontrow/contract/events/api.ts';
import { draftProblemToRefusal, eventDraftFromWire } from '@frontrow/contract/events/event-draft-codec.ts';
import { validateEventDraft } from '@frontrow/core/events/validate-event-draft.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { Attempt } from '../../db/idempotency.ts';
import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { readPicture } from '../../media/read-picture.ts';
import { keepFiles } from '../../media/unwritten-files.ts';
import type { Catalog } from '../catalog/index.ts';
import { coverFiles } from './cover-key.ts';
import { eventPublished } from './facts.ts';
import { insertEvent } from './insert-event.ts';
import { type CoverUses, dropUnwrittenCover, keepCover, sharedCover } from './keep-cover.ts';
import { overMeeting } from './over-meeting.ts';
import { allOf, gateRefusals, mayStillPublish, rulesFor, zoneUnknown } from './publish-rules.ts';
import { findTokens } from './tokens/find-tokens.ts';
import { keepTokenPictures } from './tokens/keep-token-pictures.ts';
import { wireEventOf } from './views.ts';

export interface PublishUses extends CoverUses, Pick<Kit, 'tokenGates' | 'chains'> {
  readonly catalog: Catalog;
}

const nothingAsked = { nftCollections: [], coins: [] };

/**
 * Publishes an event: judges draft and cover together and refuses with all reasons at once, among them tokens that
 * their chain does not know; then encodes and stores the pictures and writes the event with its fact. Nothing slow runs
 * inside the transaction. A repeated attempt answers with what an earlier one published.
 */
export async function publishEvent(
  uses: PublishUses,
  host: Account,
  wire: EventCreation,
  { resultId, repeated }: Attempt,
): Promise<WireEvent> {
  const { db, ids, storage } = uses;
  const id = resultId ?? ids.uuid();
  const published = repeated ? await wireEventOf(db, storage, id) : undefined;
  if (published) return published;
  const { draft, problems } = eventDraftFromWire(wire);
  const judged = validateEventDraft(draft, await rulesFor(uses, host));
  const { event_cover_from: coverFrom } = wire;
  const picture = coverFrom === undefined ? await readPicture(wire.event_cover_image, 'event_cover_image') : undefined;
  const refusals = [...problems, ...('problems' in judged ? judged.problems : [])].map((problem) =>
    draftProblemToRefusal(problem, draft.kind),
  );
  if (picture instanceof Refusal) refusals.push(picture);
  const { found, refusals: notFound } = await findTokens(uses, 'event' in judged ? judged.event : nothingAsked);
  refusals.push(...notFound);
  // An entry that is no token is said to be none; that others cannot be judged is said of what is left.
  if (notFound.length === 0) refusals.push(...gateRefusals(uses, draft, found.length));
  if (!('event' in judged) || picture instanceof Refusal || refusals.length > 0) throw allOf(refusals);

  const newCover = picture && (await keepCover(uses, picture));
  const { tokens, files } = await keepTokenPictures(uses, found);
  try {
    return await db.tx(async (tx) => {
      const coverKey = newCover ?? (await sharedCover(tx, host, coverFrom));
      await mayStillPublish(tx, host, judged.event);
      const agrees = await insertEvent(tx, { id, hostId: host.id, coverKey, event: judged.event, tokens });
      if (!agrees) throw zoneUnknown(judged.event, draft.kind);
      await keepFiles(tx, [...(newCover ? coverFiles(newCover) : []), ...files]);
      await recordFact(tx, eventPublished(id));
      const event = await wireEventOf(tx, storage, id);
      if (!event) throw new Error('a published event cannot be read');
      return event;
    });
  } catch (error) {
    if (newCover) await dropUnwrittenCover(uses, newCover, error);
    // The database knows fewer zones than browsers do.
    if ((error as { code?: string }).code === '22023') throw zoneUnknown(judged.event, draft.kind);
    throw overMeeting(error);
  }
}
