import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TextKey, TextValues } from '#web/shared/i18n/catalogues.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { setLanguage } from '#web/shared/menu/choose-language.ts';
import { auditEntry } from './audit-entry.ts';

afterEach(() => setLanguage('en'));
beforeAll(() => loadCatalogues(['admin', 'backoffice', 'payouts']));

const t = (key: TextKey<'admin'>, values?: TextValues) => text('admin', key, values);
const inWords = (action: string, details: Record<string, string | boolean> = {}) => auditEntry(t, { action, details });

describe('an entry of the audit log', () => {
  it('an entry describes its details in words', () => {
    expect(inWords('flags_changed', { advertising: true, massive: false }).about).toBe(
      'Event videos: on, broadcast events: off.',
    );
    expect(inWords('influencer_refused', { reason: 'No portrait yet' })).toEqual({
      what: 'Declined an influencer request',
      about: 'Reason: “No portrait yet”',
    });
    expect(inWords('order_refunded', { order_uuid: '7f', reason: 'Asked for' }).about).toBe(
      'Order 7f. Reason: “Asked for”',
    );
    expect(inWords('admin_made').about).toBe('');
    expect(inWords('sandbox_dispute_decided', { order_uuid: '7f', decision: 'won' }).about).toBe('Order 7f: Won.');
    expect(inWords('sepa_line_marked', { state: 'returned', lines: '1', what: '8e' }).about).toBe('Returned, 1 of 8e');
    expect(inWords('webhook_retried', { provider: 'sandbox_card', webhook: 'evt_1' }).about).toBe(
      'Sandbox card, evt_1',
    );
  });

  it('a decided report shows its note, if there is one', () => {
    const person = { kind: 'person', reports: '2', text: '' };
    expect(inWords('report_dismissed', { ...person, reason: 'Nothing found' }).about).toBe(
      'Person, reports: 2. Reason: “Nothing found”',
    );
    expect(inWords('report_resolved', { ...person, reason: '' }).about).toBe('Person, reports: 2.');
  });

  it('amounts and rates are in the reader’s language', async () => {
    const details = { order_uuid: '7f', amount: '1012.5', currency: 'EUR', reason: 'Asked for' };
    expect(inWords('order_refunded_in_part', details).about).toBe('€1,012.50 of order 7f. Reason: “Asked for”');
    expect(inWords('left_money_paid', { amount: '8', currency: 'JPY', reference: 'W1' }).about).toBe(
      '¥8, reference “W1”',
    );
    await setLanguage('de');
    expect(inWords('order_refunded_in_part', details).about).toContain('1.012,50\u00A0€');
    expect(inWords('tax_rate_changed', { country: 'CH', rate: '8.1' }).about).toBe('CH: 8,1 %.');
  });

  it('the access to a replay and the state of an endpoint are in words', () => {
    expect(inWords('replay_published', { access: 'tickets', price: '0' }).about).toBe('Access: ticket holders.');
    expect(inWords('replay_published', { access: 'sale', price: '4.5' }).about).toBe('Access: for sale. Price: 4.5.');
    const endpoint = { url: 'https://a.example', events: 'order.paid', state: 'disabled' };
    expect(inWords('webhook_endpoint_changed', endpoint).about).toBe('https://a.example, disabled: order.paid');
  });

  it('an entry links to its event', () => {
    const event = { title: 'Slow ramen', path: '/event/7f' };
    const details = { event: 'Slow ramen', event_uuid: '7f' };
    expect(inWords('event_cancelled', { ...details, reason: 'Spam' })).toMatchObject({
      event,
      about: 'Reason: “Spam”',
    });
    expect(inWords('review_removed', { ...details, text: 'Rude' })).toMatchObject({ event, about: 'Text: “Rude”' });
    expect(inWords('review_removed', { ...details, text: 'Rude', reason: 'Insults' }).about).toBe(
      'Text: “Rude” Reason: “Insults”',
    );
    expect(inWords('review_kept', { ...details, text: '' }).about).toBe('Rating without a comment.');
  });

  it('unknown actions and details are shown unchanged', () => {
    expect(inWords('seat_moved', { from: 'A1', kept: true })).toEqual({
      what: 'seat_moved',
      about: 'from: A1, kept: on',
    });
  });
});
