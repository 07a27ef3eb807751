import type { TicketType } from '@frontrow/core/catalog/selling-terms.ts';
import type { SeriesScope } from '@frontrow/core/events/series.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { language } from '#web/shared/i18n/language.ts';
import { balanceIn } from '../typed-numbers.ts';
import type { PublishDraft } from './draft-shape.ts';
import { startOf } from './draft-times.ts';
import { currencyOfDraft, hasPromo, promoWindow, repeatsOf, salesOpenOf } from './publish-draft.ts';

const promoCodeField = 'event_promotional_code';

function promoFields(draft: PublishDraft, zone: string): Record<string, string> {
  const { promoFrom, promoUntil } = promoWindow(draft, zone);
  const shown = draft.openTicketing && hasPromo(draft);
  return {
    [promoCodeField]: shown ? draft.promoCode.trim() : '',
    event_promotional_code_discount: shown ? draft.promoPercent.trim() : '',
    event_promotional_code_cap: shown ? draft.promoCap.trim() : '',
    event_promotional_code_from: shown ? String(promoFrom ?? '') : '',
    event_promotional_code_until: shown ? String(promoUntil ?? '') : '',
  };
}

/** The fields that may also be changed later. */
const changeableFields = (draft: PublishDraft): Record<string, string> => {
  const suffix = draft.kind === 'broadcast' ? '_streaming' : '';
  return {
    event_title: draft.title,
    event_description: draft.description,
    event_duration_minutes: draft.duration,
    public: String(draft.public),
    [`event_num_attendees${suffix}`]: draft.tickets,
    [`event_price_ticket${suffix}`]: draft.openTicketing ? draft.price || '0' : '0',
    currency: draft.openTicketing && Number(draft.price) > 0 ? currencyOfDraft(draft) : defaultCurrency,
    event_tags: JSON.stringify(draft.tags),
    event_lang_ides: JSON.stringify(draft.langIdes),
  };
};

const selfCancelFields = (draft: PublishDraft): Record<string, string> => ({
  event_self_cancel_hours: draft.selfCancel ? draft.selfCancelHours.trim() : '',
  event_self_cancel_percent: draft.selfCancel ? draft.selfCancelPercent.trim() : '',
});

const salesOpenFields = (draft: PublishDraft, zone: string): Record<string, string> => ({
  event_sales_open_date: String(salesOpenOf(draft, zone) ?? ''),
});

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** What is sent to publish; `cover` is a data URL, or the event whose cover is taken. `series`: the one it adds to. */
export function creationForm(
  draft: PublishDraft,
  zone: string,
  type: TicketType,
  { cover, series }: { cover: string | { from: string }; series?: string | undefined },
): FormData {
  const repeats = repeatsOf(draft);
  const suffix = draft.kind === 'broadcast' ? '_streaming' : '';
  return formOf({
    ...(typeof cover === 'string' ? { event_cover_image: cover } : { event_cover_from: cover.from }),
    ...changeableFields(draft),
    event_date: String(startOf(draft.date, draft.time, zone)),
    event_start_hour: draft.time ?? '',
    ...(repeats && { event_repeats: JSON.stringify(repeats) }),
    ...(series !== undefined && { event_series: series }),
    event_opening_ticketing: String(draft.openTicketing),
    event_rally_coins: JSON.stringify(
      draft.openTicketing
        ? []
        : draft.coins.map(({ coinName, coinId, minCoinBalance, coinChainId, coinAddress }) => ({
            coinName,
            coinId,
            minCoinBalance: balanceIn(minCoinBalance, language()),
            ...(coinChainId.trim() && { coinChainId: Number(coinChainId), coinAddress: coinAddress.trim() }),
          })),
    ),
    event_rally_delegates: String(!draft.openTicketing && draft.delegates),
    event_rally_nfts_collections: JSON.stringify(draft.openTicketing ? [] : draft.nftCollections),
    [`event_ticket_type${suffix}`]: String(type.id),
    event_location: JSON.stringify({ data: { zoneName: zone } }),
    ...(hasPromo(draft) ? promoFields(draft, zone) : {}),
    ...(draft.selfCancel ? selfCancelFields(draft) : {}),
    ...(draft.salesOpenDate === null ? {} : salesOpenFields(draft, zone)),
    ...(draft.categoryIde === null ? {} : { event_category_ide: String(draft.categoryIde) }),
  });
}

/** All changeable fields: always the same names in the same order. */
const changeable = (draft: PublishDraft, zone: string): Record<string, string> => ({
  ...changeableFields(draft),
  event_category_ide: draft.categoryIde === null ? '' : String(draft.categoryIde),
  ...promoFields(draft, zone),
  ...selfCancelFields(draft),
  ...salesOpenFields(draft, zone),
});

interface ChangeOf {
  readonly uuid: string;
  readonly zone: string;
  /** The form as it was opened. */
  readonly opened: PublishDraft;
  /** Fields of attempts without an answer; they may have been written, so they are sent again even if changed back. */
  readonly named: ReadonlySet<string>;
  /** Undefined where it is still the same. */
  readonly cover: string | undefined;
  /** Of a series: whether the dates after it follow. */
  readonly scope: SeriesScope;
}

/**
 * What is sent to change a published event: the fields changed in this form. Others may have been changed elsewhere
 * since.
 */
export function changeForm(draft: PublishDraft, { uuid, zone, opened, named, cover, scope }: ChangeOf): FormData {
  const before = changeable(opened, zone);
  const now = changeable(draft, zone);
  const isChanged = (name: string): boolean => named.has(name) || before[name] !== now[name];
  // Another code is sent with all its limits, so that it inherits none from a code made elsewhere in the meantime.
  const isOtherCode = isChanged(promoCodeField) && now[promoCodeField] !== '';
  const changed = Object.entries(now).filter(
    ([name]) => isChanged(name) || (isOtherCode && name.startsWith(promoCodeField)),
  );
  // A code that was made elsewhere in the meantime is not the one that this form is about. What an attempt without an
  // answer has written is.
  const isOfCode = (name: string): boolean => name.startsWith(promoCodeField);
  const namesOpened = changed.some(([name]) => isOfCode(name)) && ![...named].some(isOfCode);
  return formOf({
    event_uuid: uuid,
    ...(namesOpened && { event_promotional_code_before: before[promoCodeField] ?? '' }),
    ...(scope === 'following' && { series_scope: scope }),
    ...(cover !== undefined && { event_cover_image: cover }),
    ...Object.fromEntries(changed),
  });
}
