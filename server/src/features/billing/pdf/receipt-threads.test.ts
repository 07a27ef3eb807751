import process from 'node:process';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterEach, expect, test } from 'vitest';
import { drawnLines } from '../../../../test/drawn-text.ts';
import { until } from '../../../../test/harness.ts';
import { receiptOf } from '../../../../test/receipts.ts';
import { receiptPdf } from '../receipt-pdf.ts';
import { createReceiptThreads, type ReceiptThreads } from './receipt-threads.ts';

const open: ReceiptThreads[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
function threads(options?: Parameters<typeof createReceiptThreads>[0]): ReceiptThreads {
  const made = createReceiptThreads(options);
  open.push(made);
  return made;
}

const manyScripts = 'Zoë Привет 山田太郎 김철수 王小明 Հայերեն ไทย עברית العربية हिन्दी தமிழ் ქართული አማርኛ ខ្មែរ';
const receipt = receiptOf({ event_title: manyScripts });

/** Milliseconds of processor that this thread used during the work: waiting for a busy machine does not count. */
async function busyMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('the event loop is free while a receipt in many scripts is drawn', async () => {
  const pool = threads();
  // Starting a thread and loading the fonts is work of this one, done once.
  await Promise.all([pool.draw(receipt, { timeoutMs: seconds(60) }), receiptPdf(receipt)]);
  let drawn: Buffer | undefined;
  const apart = await busyMs(async () => void (drawn = await pool.draw(receipt)));
  let direct: Buffer | undefined;
  const here = await busyMs(async () => void (direct = await receiptPdf(receipt)));
  expect(apart).toBeLessThan(here / 3);
  expect(await drawnLines(drawn!)).toEqual(await drawnLines(direct!));
});

test('a receipt that takes too long is refused, and the next one is drawn', async () => {
  const pool = threads();
  const late = [
    pool.draw(receipt, { timeoutMs: 1 }),
    pool.draw(receipt, { timeoutMs: 1 }),
    pool.draw(receipt, { timeoutMs: 1 }),
  ];
  for (const one of late) await expect(one).rejects.toMatchObject({ code: 'receipt_not_drawn', status: 503 });
  expect((await pool.draw(receipt, { timeoutMs: seconds(60) })).subarray(0, 5).toString()).toBe('%PDF-');
});

test('more receipts than may wait are refused, and the others are drawn', async () => {
  const pool = threads({ queueMax: 3 });
  const plain = { ...receipt, event_title: 'Bachata' };
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => pool.draw(plain, { timeoutMs: seconds(60) })));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(5);
  expect(new Set(refused.map(({ reason }) => (reason as { code: string }).code))).toEqual(
    new Set(['receipt_not_drawn']),
  );
  expect(all.length - refused.length).toBeGreaterThanOrEqual(3);
});

test('what is refused because too many wait does no harm when its time is over', async () => {
  const pool = threads({ queueMax: 1 });
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  const began = performance.now();
  const timeoutMs = 200;
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => pool.draw(receipt, { timeoutMs })));
  expect(all.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(5);
  await until('the time of all is over', () => performance.now() - began > 2 * timeoutMs);
  process.off('uncaughtException', note).off('unhandledRejection', note);
  expect(faults).toEqual([]);
});

test('a fault of the drawing reaches the caller as itself', async () => {
  await expect(threads().draw({ ...receipt, currency: undefined } as never)).rejects.toThrow(TypeError);
});
