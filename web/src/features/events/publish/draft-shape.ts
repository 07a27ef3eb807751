import * as z from 'zod/mini';

/** An amount of a coin that gives a ticket; the balance stays text until it is judged. */
const coinRow = z.object({
  coinName: z.string(),
  coinId: z.string(),
  minCoinBalance: z.string(),
  /** Where its contract is; empty: only a provider can judge it. */
  coinChainId: z._default(z.string(), ''),
  coinAddress: z._default(z.string(), ''),
});

const cover = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('placeholder'), index: z.number() }),
  z.object({ kind: z.literal('own'), dataUrl: z.string() }),
  /** The cover of an event that is out. */
  z.object({ kind: z.literal('event'), uuid: z.string(), url: z.string() }),
]);

/** The publish form as it is typed; numbers stay text until core judges them. */
const draftShape = z.object({
  kind: z.enum(['interactive', 'broadcast']),
  title: z.string(),
  description: z.string(),
  /** `YYYY-MM-DD`. */
  date: z.nullable(z.iso.date()),
  /** `HH:mm`. */
  time: z.nullable(z.string()),
  /** Whether it takes place once, every week so many times or until a day, or on chosen days. */
  repeats: z._default(z.enum(['once', 'weeks', 'until', 'dates']), 'once'),
  repeatWeeks: z._default(z.string(), '4'),
  repeatUntil: z._default(z.nullable(z.iso.date()), null),
  /** Further days, next to `date`. */
  repeatDates: z._default(z.array(z.iso.date()), []),
  /** Minutes; empty: not said, as with events of before. */
  duration: z.string(),
  public: z.boolean(),
  openTicketing: z.boolean(),
  tickets: z.string(),
  price: z.string(),
  /** Code of the currency; empty: the host's usual one. */
  currency: z.string(),
  tags: z.array(z.string()),
  langIdes: z.array(z.number()),
  categoryIde: z.nullable(z.number()),
  nftCollections: z.array(z.string()),
  coins: z.array(coinRow),
  /** Wallets count for those that delegated to them. */
  delegates: z.boolean(),
  promoCode: z.string(),
  promoPercent: z.string(),
  promoCap: z.string(),
  /** First and last day of the promo code, `YYYY-MM-DD`. */
  promoFrom: z.nullable(z.iso.date()),
  promoUntil: z.nullable(z.iso.date()),
  /** Whether holders may cancel, and until how many hours before the start. */
  selfCancel: z.boolean(),
  selfCancelHours: z.string(),
  /** The percent of the price that is refunded; empty: price and fee. */
  selfCancelPercent: z.string(),
  /** When tickets go on sale, `YYYY-MM-DD` and `HH:mm`; none: with the publication. */
  salesOpenDate: z.nullable(z.iso.date()),
  salesOpenTime: z.nullable(z.string()),
  cover,
});

export type PublishDraft = z.infer<typeof draftShape>;

export const emptyDraft: PublishDraft = {
  kind: 'interactive',
  title: '',
  description: '',
  date: null,
  time: null,
  repeats: 'once',
  repeatWeeks: '4',
  repeatUntil: null,
  repeatDates: [],
  duration: '60',
  public: true,
  openTicketing: true,
  tickets: '0',
  price: '0',
  currency: '',
  tags: [],
  langIdes: [],
  categoryIde: null,
  nftCollections: [],
  coins: [],
  delegates: false,
  promoCode: '',
  promoPercent: '',
  promoCap: '',
  promoFrom: null,
  promoUntil: null,
  selfCancel: false,
  selfCancelHours: '24',
  selfCancelPercent: '',
  salesOpenDate: null,
  salesOpenTime: null,
  cover: { kind: 'placeholder', index: 0 },
};

/** A draft from the browser's storage: each field that still has its shape, and `fresh` for the others. */
export function readDraft(stored: unknown, fresh: PublishDraft): PublishDraft {
  if (typeof stored !== 'object' || stored === null) return fresh;
  const fields = Object.entries(draftShape.shape).flatMap(([name, shape]) => {
    const read = z.safeParse(shape, (stored as Record<string, unknown>)[name]);
    return read.success ? [[name, read.data] as const] : [];
  });
  return { ...fresh, ...Object.fromEntries(fields) };
}
