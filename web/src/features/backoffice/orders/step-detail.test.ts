import { beforeAll, expect, test } from 'vitest';
import type { TextKey, TextValues } from '#web/shared/i18n/catalogues.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { stepDetail } from './step-detail.ts';

beforeAll(() => loadCatalogues(['admin', 'backoffice']));

const texts = {
  admin: (key: TextKey<'admin'>, values?: TextValues) => text('admin', key, values),
  backoffice: (key: TextKey<'backoffice'>, values?: TextValues) => text('backoffice', key, values),
};

test.each([
  ['dispute_opened', 'fraudulent', 'unauthorized payment'],
  ['dispute_lost', 'product_not_received', 'not received'],
  ['refund_requested', 'host_late', 'Host was late'],
  ['refund_failed', 'returned', 'The buyer’s bank returned the money. Another attempt was scheduled.'],
  ['paid', 'sandbox_card', 'Sandbox card'],
] as const)('a step %s says %s in words', (kind, detail, words) => {
  expect(stepDetail(texts, { kind, detail })).toBe(words);
});

test('names that people search for stay as they are, and names of our own code are not shown', () => {
  expect(stepDetail(texts, { kind: 'webhook', detail: 'payment_intent.succeeded' })).toBe('payment_intent.succeeded');
  expect(stepDetail(texts, { kind: 'ticket_issued', detail: 'FR-9PAUB67V45' })).toBe('FR-9PAUB67V45');
  expect(stepDetail(texts, { kind: 'email_failed', detail: 'mail-ticket' })).toBeNull();
});
