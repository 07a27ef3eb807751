import { performance } from 'node:perf_hooks';

/** Above this share of the time the process is busy answering. */
const busyShare = 0.85;
const lookMs = 5;
/** A thousand mails of one sale are out within 50 s even if the rush goes on. */
const waitMsMax = 40;

/**
 * Waits while requests keep the process busy, at most `waitMsMax`: what can wait (a mail) steps aside for who cannot (a buyer),
 * and still gets its turn under a load that never ends.
 */
export async function whenCalm(): Promise<void> {
  for (let waited = 0; waited < waitMsMax; waited += lookMs) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}
