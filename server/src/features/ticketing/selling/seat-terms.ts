import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { LRUCache } from 'lru-cache';
import type { Kit } from '../../../kit.ts';

/** What a ticket of an event is and costs, as last read. The stored functions compare it with the locked row. */
export interface SeatTerms {
  readonly title: string;
  readonly kind: KindCode;
  readonly priceMinor: Minor;
  readonly currency: string;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  /** Of a private meeting, which only its own call sells. */
  readonly isMeeting: boolean;
  /** Those that have not ended; a stored function says whether one may be used now. */
  readonly promoCodes: readonly PromoTerms[];
}

export interface PromoTerms {
  readonly id: number;
  readonly code: string;
  readonly percent: number;
}

export interface SeatTermsBook {
  /** Refuses `event_not_found`. */
  of(eventId: string): Promise<SeatTerms>;
  /** The row said something else: read it again next time. */
  forget(eventId: string): void;
}

interface TermsRow {
  title: string;
  kind: KindCode;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  is_meeting: boolean;
  promo_codes: PromoTerms[];
}

const keptMs = seconds(5);
const keptMax = 2_000;

/** Reads the terms of an event once in 5 s, however many buyers ask at once. */
export function createSeatTerms({ db, clock }: Pick<Kit, 'db' | 'clock'>): SeatTermsBook {
  const kept = new LRUCache<string, { until: number; terms: Promise<SeatTerms> }>({ max: keptMax });

  const read = async (eventId: string): Promise<SeatTerms> => {
    const row = await db.one<TermsRow>(
      `SELECT title, kind, price_minor, currency, min_fee_minor, fee_bp, private_for IS NOT NULL AS is_meeting,
         coalesce((
         SELECT json_agg(json_build_object('id', c.id, 'code', c.code, 'percent', c.percent)) FROM promo_code c
         WHERE c.event_id = e.id AND c.ended_at IS NULL), '[]') AS promo_codes
       FROM event e WHERE id = $1`,
      [eventId],
    );
    if (!row) throw refuse('event_not_found');
    return {
      title: row.title,
      kind: row.kind,
      priceMinor: row.price_minor,
      currency: row.currency,
      minFeeMinor: row.min_fee_minor,
      feeBp: row.fee_bp,
      isMeeting: row.is_meeting,
      promoCodes: row.promo_codes,
    };
  };

  return {
    of(eventId) {
      const now = clock.now();
      const known = kept.get(eventId);
      if (known && known.until > now) return known.terms;
      const terms = read(eventId);
      kept.set(eventId, { until: now + keptMs, terms });
      terms.catch(() => kept.delete(eventId));
      return terms;
    },
    forget: (eventId) => kept.delete(eventId),
  };
}
