import { type FieldErrors, type FieldPath, type Resolver, set } from 'react-hook-form';
import { draftFieldToWire } from '@frontrow/contract/events/event-draft-codec.ts';
import type { DraftField, DraftProblem } from '@frontrow/core/events/event-draft.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import type { PublishDraft } from './draft-shape.ts';

/** A field of the form. The zone has none, but the server may refuse it. */
export type FormField = FieldPath<PublishDraft> | 'zone';

const fieldNames: Readonly<Record<DraftField, FormField>> = {
  cover: 'cover',
  title: 'title',
  description: 'description',
  date: 'date',
  startHour: 'time',
  repeats: 'repeats',
  durationMinutes: 'duration',
  zone: 'zone',
  listed: 'public',
  openTicketing: 'openTicketing',
  seats: 'tickets',
  price: 'price',
  currency: 'currency',
  ticketType: 'kind',
  nftCollections: 'nftCollections',
  coins: 'coins',
  delegates: 'delegates',
  tags: 'tags',
  langIdes: 'langIdes',
  category: 'categoryIde',
  promoCode: 'promoCode',
  promoPercent: 'promoPercent',
  promoCap: 'promoCap',
  promoFrom: 'promoFrom',
  promoUntil: 'promoUntil',
  selfCancelHours: 'selfCancelHours',
  selfCancelPercent: 'selfCancelPercent',
  salesOpenAt: 'salesOpenDate',
};

const fieldOf = ({ field, at }: Pick<DraftProblem, 'field' | 'at'>): FormField =>
  at ? `coins.${at.row}.${at.key}` : fieldNames[field];

const fieldsOnWire = new Map(
  (Object.keys(fieldNames) as DraftField[]).flatMap((field) =>
    (['interactive', 'broadcast'] as const).map(
      (kind) => [draftFieldToWire({ field }, kind), fieldNames[field]] as const,
    ),
  ),
);

/** The field of the form for a field of the wire, `event_rally_coins.0.coinName` too. */
export function fieldOfWire(name: string): FormField | undefined {
  const [list = '', ...place] = name.split('.');
  const field = fieldsOnWire.get(list);
  return field && ([field, ...place].join('.') as FormField);
}

/** Where a message is kept: that of a whole list next to those of its rows. */
export const errorPath = (field: FormField): string => (field === 'coins' ? 'coins.root' : field);

/** Lets core judge the form. Of several messages for a field the first one is shown. */
export const draftResolver =
  (judge: (draft: PublishDraft) => readonly DraftProblem[]): Resolver<PublishDraft> =>
  (values) => {
    const messages = new Map<FormField, string>();
    for (const problem of judge(values)) {
      const field = fieldOf(problem);
      if (!messages.has(field)) messages.set(field, refusalText(problem.code, problem.params));
    }
    if (messages.size === 0) return { values, errors: {} };
    const errors: FieldErrors<PublishDraft> = {};
    for (const [field, message] of messages) set(errors, errorPath(field), { type: 'rule', message });
    return { values: {}, errors };
  };

/** All messages with their fields, in the order of the form's rules. */
export function messagesIn(errors: object, path = ''): [field: FormField, message: string][] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    // Of the form as a whole nothing is listed: a toast says it.
    if (typeof error !== 'object' || error === null || (path === '' && name === 'root')) return [];
    const field = [path, name === 'root' ? '' : name].filter(Boolean).join('.');
    if ('message' in error && typeof error.message === 'string')
      return [[field as FormField, error.message] as [FormField, string]];
    return messagesIn(error, field);
  });
}

const promo = ['promoCode', 'promoPercent', 'promoCap', 'promoFrom', 'promoUntil'] as const;
const repeats = ['repeats', 'repeatWeeks', 'repeatUntil', 'repeatDates'] as const;
const tokens = ['nftCollections', 'coins'] as const;
/** Fields that are judged together: a change of one makes the messages of all of them out of date. */
const judgedWith: Readonly<Record<string, readonly FormField[]>> = {
  kind: ['kind', 'tickets', 'price'],
  date: ['date', 'time', 'repeats'],
  time: ['date', 'time', 'repeats'],
  ...Object.fromEntries(repeats.map((field) => [field, ['repeats'] as const])),
  price: ['price', 'kind'],
  currency: ['currency', 'price'],
  openTicketing: [...tokens, 'price', 'kind'],
  ...Object.fromEntries(tokens.map((field) => [field, tokens])),
  ...Object.fromEntries(promo.map((field) => [field, promo])),
};

/** The fields whose messages end when this field is changed. */
export function staleFields(changed: string): readonly FormField[] {
  const [field = ''] = changed.split('.');
  return judgedWith[field] ?? [field as FormField];
}
