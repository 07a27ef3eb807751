import { paymentMachine } from '@frontrow/core/ticketing/machines.ts';
import { verdicts } from '@frontrow/core/ticketing/verdicts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDb } from '../../../test/harness.ts';
import type { Db } from '../../db/db.ts';

let db: Db;
beforeAll(async () => void (db = await freshDb()));
afterAll(() => db.close());

test('every verdict in core is returned by a stored function of the sale', async () => {
  const functions = [
    'sell_costless_seats',
    'hold_seats',
    'renew_order',
    'settle_payments',
    'sale_refusal',
    'holder_sale_refusal',
    'promo_refusal',
  ];
  const rows = await db.query<{ prosrc: string }>('SELECT prosrc FROM pg_proc WHERE proname = ANY($1)', [functions]);
  expect(rows).toHaveLength(functions.length);
  // A settlement may answer with the status of its payment.
  const words = [...rows.map(({ prosrc }) => prosrc), ...paymentMachine.states.map((state) => `'${state}'`)].join('\n');
  expect(verdicts.filter((verdict) => !words.includes(`'${verdict}'`))).toEqual([]);
});
