import { join } from 'node:path';
import { checkout } from './checkout.mjs';

/**
 * How the server's process uses memory. Its young part in steps of 8 MB (16, Node's own, lets some 20 MB more lie
 * idle), swept by one thread: the sweep is short, and waiting for helpers on a busy machine made a sale's three times
 * as long. What is new starts young everywhere: V8 would make some parts of a request old from the start after a
 * rush, and those then keep whole requests that are answered (docs/decisions/0022).
 */
export const nodeFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge', '--no-allocation-site-pretenuring'];

/** What a picture needed goes back to the system: glibc keeps some 100 MB of a few dozen in its heaps otherwise. */
export const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Where the compiled program is kept for the next start, which then takes less time and memory. */
export const compiled = { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled') };
