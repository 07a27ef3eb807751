import { eventStateCode } from '@frontrow/core/events/live-event-machine.ts';
import type { EventChange, WireEvent } from '@frontrow/contract/events/api.ts';
import { draftProblemToRefusal, eventDraftFromWire } from '@frontrow/contract/events/event-draft-codec.ts';
import { changeProblems, rulesForChange } from '@frontrow/core/events/change-event.ts';
import type { DraftProblem, EventDraft } from '@frontrow/core/events/event-draft.ts';
import {
  type PublishableEvent,
  type PublishRules,
  validateEventDraft,
} from '@frontrow/core/events/validate-event-draft.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { defaultCurrency, minorOf } from '@frontrow/core/kernel/money.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { readPicture } from '../../media/pictures.ts';
import { keepFiles } from '../../media/unwritten-files.ts';
import { ownEvent, type OwnEvent } from './event-draft.ts';
import { dropCoverUnlessShared, dropUnwrittenCover, keepCover, leaveCover } from './event-media.ts';
import { eventListed } from './facts.ts';
import { changeFirstPromoCode } from './promo-codes.ts';
import { allOf, insertTags, mayStillSeat, type PublishDeps, rulesFor } from './publish-event.ts';
import { coverFiles } from './records.ts';
import { lockScope, renameSeries, withEach } from './series.ts';
import { wireEventOf } from './views.ts';

/**
 * Changes what no one paid for: the title only before the first ticket, the price only before the first order. Judged
 * like a publication, and again under the lock. Of a series, the dates after it may follow: all of them, or none.
 */
export async function changeEvent(deps: PublishDeps, host: Account, wire: EventChange): Promise<WireEvent> {
  const { db, storage } = deps;
  const eventUuid = wire.event_uuid;
  const rules = await rulesFor(deps, host);
  const judge = (standing: OwnEvent, id = eventUuid) => {
    if (standing.state !== eventStateCode.upcoming) throw refuse('event_begun');
    if (id === eventUuid) refuseOldCode(standing.draft.promoCode, wire);
    return judgeChange(standing, wire, rules);
  };
  const { refusals } = judge(await ownEvent(db, host, eventUuid));
  const picture =
    wire.event_cover_image === undefined ? undefined : await readPicture(wire.event_cover_image, 'event_cover_image');
  if (picture instanceof Refusal) throw allOf([...refusals, picture]);
  if (refusals.length > 0) throw allOf(refusals);

  const newCover = picture && (await keepCover(deps, picture));
  const oldCovers = new Set<string>();
  /** Judged again by the locked row: someone may have bought since, or the host have changed more. */
  const changeOne = async (tx: Tx, id: string): Promise<PublishableEvent> => {
    const now = await ownEvent(tx, host, id, { locked: true });
    const { wanted, refusals: late } = judge(now, id);
    if (!wanted || late.length > 0) throw allOf(late);
    if (wanted.seats > (now.draft.seats ?? 0)) await mayStillSeat(tx, { ...deps, host, event: wanted });
    await write(tx, id, { now, event: wanted, coverKey: newCover ?? now.coverKey });
    if (newCover) {
      await leaveCover(tx, { hostId: host.id, coverKey: now.coverKey });
      oldCovers.add(now.coverKey);
    }
    await deps.touch(tx, id);
    if (wanted.listed && !now.draft.listed) await recordFact(tx, eventListed(id, await versionOf(tx, id)));
    return wanted;
  };
  const event = await db
    .tx(async (tx) => {
      oldCovers.clear();
      const events = await lockScope(tx, host, eventUuid, wire.series_scope);
      if (newCover) await keepFiles(tx, coverFiles(newCover));
      await withEach(events, async (id) => {
        const wanted = await changeOne(tx, id);
        const { seriesId } = events[0]!;
        if (seriesId !== null && id === eventUuid && wire.event_title !== undefined)
          await renameSeries(tx, deps.touch, seriesId, wanted.title);
      });
      const changed = await wireEventOf(tx, storage, eventUuid);
      if (!changed) throw new Error('a changed event cannot be read');
      return changed;
    })
    .catch(async (error: unknown) => {
      if (newCover) await dropUnwrittenCover(deps, newCover, error);
      throw error;
    });
  // The change is committed: a file that cannot be deleted wastes space but does not fail the call.
  for (const coverKey of oldCovers)
    await dropCoverUnlessShared(db, deps, { hostId: host.id, coverKey }).catch(() => undefined);
  return event;
}

const versionOf = async (sql: Sql, eventUuid: string): Promise<number> =>
  (await sql.one<{ version: number }>('SELECT version FROM event WHERE id = $1', [eventUuid]))!.version;

/**
 * A form that was opened with another code than there is now must neither end it nor change its terms; the code that
 * the form wants may be there already, because an answer was lost. Throws `promo_code_changed`.
 */
function refuseOldCode(now: string | undefined, wire: EventChange): void {
  const { event_promotional_code_before: before, event_promotional_code: code } = wire;
  if (now === undefined || before === undefined) return;
  const known = [before, code].map((typed) =>
    String(typed ?? '')
      .trim()
      .toUpperCase(),
  );
  if (!known.includes(now.toUpperCase())) throw refuse('promo_code_changed', {}, { field: 'event_promotional_code' });
}

/** The event as it would be, or all that is wrong with it. */
function judgeChange(
  standing: OwnEvent,
  wire: EventChange,
  rules: PublishRules,
): { readonly wanted: PublishableEvent | undefined; readonly refusals: Refusal[] } {
  const { draft, problems } = draftWith(standing.draft, wire);
  const { title, seats = 0, price = 0, currency = defaultCurrency, salesOpenAt } = standing.draft;
  const { startsAt, ticketTypeId } = standing;
  const published = { startsAt, salesOpenAt, ticketTypeId, seats, price, currency };
  const judged = validateEventDraft(draft, rulesForChange(rules, published));
  const wanted = 'event' in judged ? judged.event : undefined;
  const stands = { title, price, currency, taken: standing.taken, ordered: standing.ordered };
  const more = wanted ? changeProblems(stands, { ...wanted, currency: wanted.terms.currency.code }) : [];
  const all = [...problems, ...('problems' in judged ? judged.problems : more)].map((problem) =>
    problem.code === 'promo_code_malformed' && wire.event_promotional_code === undefined
      ? { ...problem, code: 'promo_code_gone' as const }
      : problem,
  );
  return { wanted, refusals: all.map((problem) => draftProblemToRefusal(problem, draft.kind)) };
}

/** The event as it is, with the host's changes. */
function draftWith(before: EventDraft, wire: EventChange): { draft: EventDraft; problems: readonly DraftProblem[] } {
  const suffix = before.kind === 'broadcast' ? '_streaming' : '';
  const seats = wire[`event_num_attendees${suffix}`];
  const price = wire[`event_price_ticket${suffix}`];
  const { draft: read, problems } = eventDraftFromWire(wire);
  const given = <K extends keyof EventDraft>(field: K, value: unknown): Partial<EventDraft> =>
    value === undefined ? {} : { [field]: read[field] };
  // Without its code a promotion ends, with its limits.
  const noCode = wire.event_promotional_code !== undefined && read.promoCode === undefined;
  // Without its hours the choice ends, with what would have gone back.
  const noSelfCancel = wire.event_self_cancel_hours !== undefined && read.selfCancelHours === undefined;
  return {
    problems,
    draft: {
      ...before,
      ...(noSelfCancel && { selfCancelPercent: undefined }),
      ...(noCode && { promoCap: undefined, promoFrom: undefined, promoUntil: undefined }),
      ...given('title', wire.event_title),
      ...given('durationMinutes', wire.event_duration_minutes),
      ...given('description', wire.event_description),
      ...given('listed', wire.public),
      ...given('seats', seats),
      ...given('price', price),
      ...given('currency', wire.currency),
      ...given('tags', wire.event_tags),
      ...given('langIdes', wire.event_lang_ides),
      ...given('categoryIde', wire.event_category_ide),
      ...given('promoCode', wire.event_promotional_code),
      ...given('promoPercent', wire.event_promotional_code_discount),
      ...given('promoCap', wire.event_promotional_code_cap),
      ...given('promoFrom', wire.event_promotional_code_from),
      ...given('promoUntil', wire.event_promotional_code_until),
      ...given('selfCancelHours', wire.event_self_cancel_hours),
      ...given('selfCancelPercent', wire.event_self_cancel_percent),
      ...given('salesOpenAt', wire.event_sales_open_date),
    },
  };
}

interface Change {
  readonly now: OwnEvent;
  readonly event: PublishableEvent;
  readonly coverKey: string;
}

async function write(tx: Sql, eventUuid: string, { now, event, coverKey }: Change): Promise<void> {
  const { ticketType, terms } = event;
  await tx.query(
    `UPDATE event SET title = $2, description = $3, cover_key = $4, category_ide = $5, lang_ides = $6, is_public = $7,
       capacity = $8, self_cancel_hours = $9, self_cancel_percent = $10, duration_minutes = $11,
       sales_open_at = $12, revisions = revisions + $13::int,
       revised_at = CASE WHEN $13 = 1 THEN app_now() ELSE revised_at END
     WHERE id = $1`,
    [
      eventUuid,
      event.title,
      event.description,
      coverKey,
      event.categoryIde ?? null,
      event.langIdes,
      event.listed,
      event.seats,
      event.selfCancel?.hours ?? null,
      event.selfCancel?.percent ?? null,
      event.durationMinutes ?? null,
      event.salesOpenAt === undefined ? null : new Date(event.salesOpenAt),
      event.title === now.draft.title && event.durationMinutes === now.draft.durationMinutes ? 0 : 1,
    ],
  );
  // Another price or currency is another offer with today's fees; otherwise the terms of the publication stay.
  if (event.price !== now.draft.price || terms.currency.code !== now.draft.currency)
    await tx.query(
      `UPDATE event SET price_minor = $2, ticket_type_id = $3, currency = $4, min_fee_minor = $5, fee_bp = $6
       WHERE id = $1`,
      [
        eventUuid,
        minorOf(event.price, terms.currency),
        ticketType.id,
        terms.currency.code,
        terms.minFeeMinor,
        terms.feeBp,
      ],
    );
  await changeFirstPromoCode(tx, eventUuid, event.promo);
  await tx.query('DELETE FROM event_tag WHERE event_id = $1', [eventUuid]);
  await insertTags(tx, eventUuid, event.tags);
}
