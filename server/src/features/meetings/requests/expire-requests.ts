import { seconds } from '@frontrow/core/kernel/instant.ts';
import { shortNoticeMs, shortNoticePayMs } from '@frontrow/core/meetings/limits.ts';
import { expiresAt } from '@frontrow/core/meetings/request-rules.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import type { Job } from '../../../jobs/runner.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { endRequest } from './end-request.ts';
import { lockToDecide } from './lock-request.ts';

const expiredPerRunMax = 100;

/** Ends requests that nobody answered before their time, and meetings that nobody paid in time. */
export function expireRequests(kit: MeetingsKit): Job {
  return {
    name: 'expire_requests',
    everyMs: seconds(15),
    async run() {
      const due = await kit.db.query<{ id: string }>(
        `SELECT id FROM private_request
         WHERE status IN ('pending_confirmation', 'modified', 'accepted') AND (starts_at <= app_now()
           OR (status = 'accepted' AND starts_at - accepted_at < $1 * interval '1 ms'
             AND accepted_at <= app_now() - $2 * interval '1 ms'))
         ORDER BY starts_at LIMIT $3`,
        [shortNoticeMs, shortNoticePayMs, expiredPerRunMax],
      );
      for (const { id } of due) await onItsOwn(kit.log, { request: id }, () => expireRequest(kit, id));
    },
  };
}

/** Core says whether its time is over; one that was paid in the last moment is confirmed instead. */
async function expireRequest(kit: MeetingsKit, id: string): Promise<void> {
  await kit.db.tx(async (tx) => {
    const request = await lockToDecide(kit, tx, id);
    if (!request || request.now < (expiresAt(request) ?? Infinity)) return;
    await endRequest(kit, tx, request, { to: 'expired', by: undefined, refund: true });
  });
}
