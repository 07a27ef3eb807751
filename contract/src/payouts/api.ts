import { z } from 'zod';
import { amount, type EndpointTable, epochMs, namedAmount, nothing } from '../kernel/endpoint.ts';

export const payoutKinds = ['sandbox', 'stripe', 'paypal', 'sepa'] as const;
export const payoutStates = ['requested', 'sent', 'paid', 'failed', 'returned'] as const;
export const methodStates = ['ready', 'needs_information', 'checking', 'refused'] as const;
export const sepaLineStates = ['in_file', 'executed', 'rejected', 'returned'] as const;

const uuid = z.uuid().toLowerCase();
const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** Newest first: where the next page begins. */
const cursor = z
  .string()
  .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
  .optional();
/** Where a list by host goes on: time in microseconds, id of the host, currency. */
const hostCursor = z
  .string()
  .regex(/^\d{1,17}_\d{1,15}_[A-Z]{0,3}$/)
  .optional();
const nextCursor = z.string().nullable();
/** Kept in the audit log; the host reads it, too. */
const reason = z.string().max(2000);

const wireMethod = z.object({
  method_uuid: z.string(),
  kind: z.enum(payoutKinds),
  /** Masked: the account itself is never answered. */
  account: z.string(),
  holder_name: z.string(),
  state: z.enum(methodStates),
  /** What the provider still asks for, in whole sentences. */
  requirements: z.array(z.string()),
  /** Currencies that the account is paid in; null where it takes any. */
  currencies: z.array(z.string()).nullable(),
  is_default: z.boolean(),
  created_at: epochMs,
});

const wireSetting = z.object({
  currency_code: z.string(),
  /** Once a week, all there is, when it is at least the minimum. */
  automatic: z.boolean(),
  minimum: amount,
  next_at: epochMs.nullable(),
});

const wirePayout = z.object({
  payout_uuid: z.string(),
  state: z.enum(payoutStates),
  amount,
  currency_code: z.string(),
  kind: z.enum(payoutKinds),
  /** Masked. */
  account: z.string(),
  automatic: z.boolean(),
  /** Why it failed or came back, in the bank's words. */
  reason: z.string().nullable(),
  created_at: epochMs,
  sent_at: epochMs.nullable(),
  paid_at: epochMs.nullable(),
  /** When it failed or came back. */
  ended_at: epochMs.nullable(),
});

const methods = z.object({
  methods: z.array(wireMethod),
  /** The host's own name, which an account should be in. */
  own_name: z.string(),
  /** What can be added here. */
  kinds: z.array(z.enum(payoutKinds)),
  settings: z.array(wireSetting),
  /** Why an app admin holds the payouts, while one does. */
  held: z.string().nullable(),
  /** What can be paid out now, by currency; negative after refunds of money that was paid out. */
  available: z.array(z.object({ currency_code: z.string(), amount, minimum: amount })),
});

const wireAdminPayout = wirePayout.extend({
  host_username: z.string(),
  host_name: z.string(),
  /** Why payouts of this host are held, while they are. */
  held: z.string().nullable(),
  /**
   * False where the host deleted the account and has neither a balance nor a payout on its way. Servers of the release
   * before do not say.
   */
  can_be_held: z.boolean().optional(),
  /** Times the provider was asked. */
  attempts: z.number(),
  /** It was not sent or confirmed in time. Servers of the release before do not say. */
  stuck: z.boolean().optional(),
});

const wireLeft = z.object({
  /** Of a deleted account, it was made up when the account was deleted. */
  host_username: z.string(),
  amount,
  currency_code: z.string(),
  /** The bank's words of the last payout that came back. */
  reason: z.string().nullable(),
  /** When that was. */
  returned_at: epochMs.nullable(),
  /** The host is suspended and can request no payout. Servers of the release before do not say. */
  suspended: z.boolean().optional(),
  /** Why payouts of this host are on hold: not to be paid in another way either. */
  held: z.string().nullable().optional(),
});

const wireSepaLine = z.object({
  payout_uuid: z.string(),
  end_to_end_id: z.string(),
  holder_name: z.string(),
  amount,
  state: z.enum(sepaLineStates),
});

const wireSepaFile = z.object({
  file_uuid: z.string(),
  name: z.string(),
  made_at: epochMs,
  total: amount,
  currency_code: z.string(),
  lines: z.array(wireSepaLine),
});

const sepaFiles = z.object({
  /** Payouts that wait for the next file. */
  waiting: z.object({ count: z.number(), total: amount, currency_code: z.string() }),
  files: z.array(wireSepaFile),
});

/** Needed where the caller logged in by password more than 15 minutes ago, or in another way. */
const password = z.string().max(200).optional();
const methodBody = z.strictObject({ method_uuid: uuid });

/** Payout methods and payouts of a host, and what app admins see and do about them. */
export const payoutsApi = {
  'GET /payouts/methods': {
    summary: 'Payout methods of the host, default first, with what can be paid out now',
    answer: methods,
  },
  'POST /payouts/methods': {
    summary:
      'Add an account to be paid to; it becomes the default. A holder who is not the host has to be confirmed. ' +
      'Sandbox accounts: pays, rejects, returns.',
    body: z.strictObject({
      kind: z.enum(payoutKinds),
      /** An IBAN, a PayPal address, a sandbox account; with Stripe the country of the bank, or nothing. */
      account: z.string().max(254),
      holder_name: z.string().max(200),
      /** Of a bank outside the EEA (Albania, Andorra, Moldova, Monaco, Montenegro, North Macedonia, San Marino, Serbia,
       * Switzerland, the United Kingdom, the Vatican): its BIC, and where the holder lives. */
      bic: z.string().max(60).optional(),
      street: z.string().max(70).optional(),
      postcode: z.string().max(16).optional(),
      town: z.string().max(35).optional(),
      /** Two letters. */
      country: z.string().max(2).optional(),
      /** The host says that the account of another name is theirs. */
      confirm_name: z.boolean().optional(),
      password,
    }),
    answer: methods.extend({ method: wireMethod }),
  },
  'POST /payouts/methods/remove': {
    summary: 'Remove a payout method; the newest one left becomes the default',
    body: methodBody,
    answer: methods,
  },
  'POST /payouts/methods/default': {
    summary: 'Payouts go to this method from now on',
    body: methodBody.extend({ password }),
    answer: methods,
  },
  'POST /payouts/methods/link': {
    summary: 'The page of the provider where the host tells what it asks for; url is null where there is none',
    body: methodBody.extend({ password }),
    answer: z.object({ url: z.string().nullable() }),
  },
  'POST /payouts/methods/check': {
    summary: 'Ask the provider again what it needs for this method',
    body: methodBody,
    answer: methods,
  },
  'POST /payouts/settings': {
    summary: 'Automatic weekly payouts: on or off, and from which amount on',
    body: z.strictObject({ currency_code: currencyCode, automatic: z.boolean(), minimum: namedAmount.optional() }),
    answer: methods,
  },
  'POST /payouts/request': {
    summary: 'Pay out what is available, or part of it. Accepts Idempotency-Key.',
    body: z.strictObject({
      currency_code: currencyCode,
      amount: namedAmount.positive().optional(),
      method_uuid: uuid.optional(),
    }),
    answer: z.object({ payout: wirePayout }),
  },
  'GET /payouts': {
    summary: 'Payouts of the host, newest first',
    query: z.object({ cursor }),
    answer: z.object({ payouts: z.array(wirePayout), next_cursor: nextCursor }),
  },
  'GET /admin/payouts': {
    summary: 'Payouts of all hosts, newest first; q finds part of a host’s username or address',
    query: z.object({
      q: z.string().max(200).optional(),
      /** stuck: should have been sent or confirmed by now. */
      state: z.enum([...payoutStates, 'stuck']).optional(),
      cursor,
    }),
    answer: z.object({ payouts: z.array(wireAdminPayout), next_cursor: nextCursor }),
  },
  'GET /admin/payouts/left': {
    summary:
      'Money of hosts who can request no payout: deleted, with a payout that a bank sent back afterwards, or suspended',
    query: z.object({ cursor: hostCursor }),
    answer: z.object({ left: z.array(wireLeft), next_cursor: nextCursor }),
  },
  'POST /admin/payouts/left': {
    summary:
      'It was paid in another way, all or a part of it, with the reference of that payment. Accepts Idempotency-Key.',
    body: z.strictObject({
      host_username: z.string().min(1).max(40),
      currency_code: currencyCode,
      /** Refused where it is more than there is by now. */
      amount: namedAmount.positive(),
      reference: reason,
    }),
    /** The first page of what is left. */
    answer: z.object({ left: z.array(wireLeft), next_cursor: nextCursor }),
  },
  'GET /admin/payouts/holds': {
    summary: 'Hosts whose payouts are on hold, with the reason, the latest first',
    query: z.object({ cursor: hostCursor }),
    answer: z.object({
      holds: z.array(
        z.object({ host_username: z.string(), host_name: z.string(), reason: z.string(), held_at: epochMs }),
      ),
      next_cursor: nextCursor,
    }),
  },
  'POST /admin/payouts/hold': {
    summary: 'Hold the payouts of a host, with a reason that the host reads',
    body: z.strictObject({ username: z.string().min(1).max(40), reason }),
    answer: nothing,
  },
  'POST /admin/payouts/release': {
    summary: 'Let payouts of a host go on, with a reason for the audit log',
    body: z.strictObject({ username: z.string().min(1).max(40), reason }),
    answer: nothing,
  },
  'GET /admin/payouts/sepa': { summary: 'Files of bank transfers, newest first', answer: sepaFiles },
  'POST /admin/payouts/sepa': {
    summary: 'Make one pain.001 file of all payouts that wait for a bank transfer',
    body: z.strictObject({}),
    answer: sepaFiles.extend({ file_uuid: z.string() }),
  },
  'GET /admin/payouts/sepa/:uuid': {
    summary: 'The file as it was made: byte for byte the same each time',
    params: z.object({ uuid }),
    answer: z.object({ name: z.string(), xml: z.string() }),
  },
  'POST /admin/payouts/sepa/mark': {
    summary: 'What the bank did: lines executed, rejected before, or returned after that',
    body: z.strictObject({
      /** All lines of the file that are still open. */
      file_uuid: uuid.optional(),
      payout_uuid: uuid.optional(),
      state: z.enum(['executed', 'rejected', 'returned']),
      reason: z.string().max(200).optional(),
    }),
    answer: sepaFiles,
  },
} as const satisfies EndpointTable;

export type WirePayoutMethod = z.infer<typeof wireMethod>;
export type WirePayout = z.infer<typeof wirePayout>;
export type WirePayoutMethods = z.infer<typeof methods>;
export type WireAdminPayout = z.infer<typeof wireAdminPayout>;
export type WireSepaFiles = z.infer<typeof sepaFiles>;
