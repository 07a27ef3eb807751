import type { WireReceipt } from '@frontrow/contract/billing/api.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';

export const nobody = { name: '', address: '', country: null, tax_id: '' };
/** A receipt of one ticket as the wire has it. */
export const receiptOf = (given: Partial<WireReceipt>): WireReceipt =>
  ({
    order_uuid: '3f0e5b5e-0000-4000-8000-000000000000',
    paid_at: 0,
    currency: {
      currency_digits: EUR.digits,
      currency_format: EUR.format,
      currency_symbol: EUR.symbol,
      currency_code: EUR.code,
    },
    price: 20,
    discount: 0,
    tax_country: null,
    tax_rate: 0,
    event_title: 'Bachata',
    buyer: nobody,
    seller: nobody,
    notes: [],
    receipt: {
      kind: 'receipt',
      issued_at: 0,
      refund_uuid: null,
      dispute_uuid: null,
      total: 20,
      parts: [{ issuer: 'host', number: 'H7-2026-000012', amount: 20, tax: 0 }],
    },
    ...given,
  }) as WireReceipt;
