import { join } from 'node:path';
import type { WireReceipt } from '@frontrow/contract/billing/api.ts';
import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { Tinypool } from 'tinypool';
import { runInThread } from '../../../typesetting/run-in-thread.ts';

/** A receipt in many scripts takes seconds of work. Two at once leave the other cores to calls. */
const threadsMax = 2;
const waitingMax = 50;
/** Fonts stay open in a thread, which a later receipt in the same scripts needs again. */
const idleMs = minutes(1);
const drawingMsMax = seconds(20);
/** A broken font must not take the memory of the process. */
const heapMbMax = 256;

/** What draws a receipt, as sources and in the built server (server/vite.config.ts). */
const drawingFile = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../receipt-pdf.ts')
  : join(import.meta.dirname, 'receipt-pdf.js');

export interface ReceiptThreads {
  /** Draws the file in a thread. Refuses `receipt_not_drawn` where too many wait, or it takes too long. */
  draw(receipt: WireReceipt, options?: { language?: Language; timeoutMs?: number }): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws receipts apart from the event loop. Threads start with the first receipt and end when none is asked for. */
export function createReceiptThreads({ queueMax = waitingMax } = {}): ReceiptThreads {
  let pool: Tinypool | undefined;
  const open = (): Tinypool =>
    new Tinypool({
      filename: drawingFile,
      name: 'receiptInLanguage',
      minThreads: 0,
      maxThreads: threadsMax,
      maxQueue: queueMax,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    });
  return {
    async draw(receipt, { language = sourceLanguage, timeoutMs = drawingMsMax } = {}) {
      pool ??= open();
      try {
        return Buffer.from(await runInThread(pool, { receipt, language }, timeoutMs));
      } catch (error) {
        const { name, message } = error as Error;
        if (name !== 'AbortError' && message !== 'Task queue is at limit') throw error;
        throw refuse('receipt_not_drawn', {}, { retryAfter: 10 });
      }
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
    },
  };
}
