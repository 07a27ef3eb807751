import { join } from 'node:path';
import { checkout } from './checkout.mjs';

/**
 * How the server's process uses memory. Its young generation grows in steps of 8 MB, because Node's own 16 leave some
 * 20 MB more unused. One thread sweeps it: on a busy machine, waiting for helper threads costs more than the sweep
 * itself.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge'];

/** Returns the memory of image work to the system: glibc keeps some 100 MB of a few dozen in its heaps otherwise. */
export const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Where the compiled program is kept for the next start, which then takes less time and memory. */
export const compiled = { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled') };
