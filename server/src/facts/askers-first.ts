import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Above this share of its time a process has no hands free. */
const busyShare = 0.9;
/** What a patient fact waits then: fifty of them a second still get through, for a twentieth of the time. */
const waitMs = 20;

/**
 * For work that nobody watches: waits a moment where the process was busy all the time since the last call, so that whoever waits
 * for an answer is served first: the mails of a thousand tickets come up while eleven thousand people still ask for one.
 */
export function askersFirst(utilization = performance.eventLoopUtilization.bind(performance)): () => Promise<void> {
  let last = utilization();
  return async () => {
    const share = utilization(last).utilization;
    if (share > busyShare) await sleep(waitMs);
    last = utilization();
  };
}
