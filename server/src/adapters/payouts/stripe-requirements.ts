import type { AccountStanding } from '../../ports/payouts.ts';

/** What we read of a connected account. */
export interface ConnectedAccount {
  readonly id: string;
  readonly payouts_enabled?: boolean;
  readonly capabilities?: { readonly transfers?: string };
  readonly default_currency?: string;
  readonly external_accounts?: { readonly data: readonly { readonly currency?: string | null }[] };
  readonly requirements?: {
    readonly currently_due?: readonly string[] | null;
    readonly past_due?: readonly string[] | null;
    readonly pending_verification?: readonly string[] | null;
    readonly disabled_reason?: string | null;
  } | null;
}

/** Stripe's names of what it asks for, by their beginning or their end, and what people are told. */
const words: readonly (readonly [RegExp, string])[] = [
  [/external_account/, 'The bank account that the money goes to.'],
  [/tos_acceptance/, 'Your agreement to the terms of Stripe.'],
  [/verification\.(additional_)?document/, 'A document that proves who you are.'],
  [/(id_number|ssn_last_4)$/, 'Your tax or identity number.'],
  [/\.dob\./, 'Your date of birth.'],
  [/\.address\./, 'Your address.'],
  [/\.(first_name|last_name|name)$/, 'Your full name.'],
  [/\.email$/, 'Your email address.'],
  [/\.phone$/, 'Your telephone number.'],
  [/^(business_profile|business_type)/, 'What your business does.'],
  [/^(company|owners|directors|executives|representative)/, 'Facts about your company.'],
];

const sentenceOf = (requirement: string): string =>
  words.find(([name]) => name.test(requirement))?.[1] ?? `Something that Stripe calls “${requirement}”.`;

const isRefused = (reason: string | null | undefined): boolean => reason?.startsWith('rejected') === true;

/** How a connected account stands: whether money can be sent to it, and what Stripe still asks for, in words. */
export function standingOf(account: ConnectedAccount): AccountStanding {
  const currencies = currenciesOf(account);
  return { ...stateOf(account), ...(currencies && { currencies }) };
}

/** Each bank account has one currency; before the first one, Stripe pays in the currency of the country. */
function currenciesOf({
  default_currency: usual,
  external_accounts: banks,
}: ConnectedAccount): readonly string[] | undefined {
  const named = [usual, ...(banks?.data ?? []).map(({ currency }) => currency)];
  const known = [...new Set(named.flatMap((code) => code?.toUpperCase() ?? []))];
  return known.length > 0 ? known : undefined;
}

function stateOf({ payouts_enabled, capabilities, requirements }: ConnectedAccount): AccountStanding {
  if (isRefused(requirements?.disabled_reason))
    return { state: 'refused', requirements: ['Stripe does not accept this account. Please use another one.'] };
  const due = [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])];
  const asked = [...new Set(due.map(sentenceOf))];
  if (payouts_enabled === true && capabilities?.transfers === 'active') return { state: 'ready', requirements: asked };
  if (asked.length > 0) return { state: 'needs_information', requirements: asked };
  return { state: 'checking', requirements: ['Stripe is checking what you told it.'] };
}
