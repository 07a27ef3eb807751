import { type Cue, cuesOf, vttOf } from '@frontrow/core/broadcast/transcript.ts';
import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { documentsLimit } from '../../../http/limits/limits.ts';
import { FileAnswer } from '../../../http/routes/prepared-answer.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { skipsOf } from './replay-cuts.ts';
import { spansOf } from './replay-offer.ts';
import { requireWatcher, watcherOf } from './replay-access.ts';

/** Far more than is said in an evening. */
const linesMax = 20_000;
/** A line is finished a moment after it was said, when its speaker may be off the stage already. */
const lateMsMax = 3_000;

/**
 * What was said in a replay: lines whose speaker's sound is in it. Someone who stayed off the recording is not quoted
 * either, and nothing that was cut out is. Throws `replay_tickets_only`, and what `requireWatcher` throws.
 */
async function readTranscript(deps: BroadcastDeps, actor: Actor, eventUuid: string): Promise<Cue[]> {
  const { mode } = await requireWatcher(deps, eventUuid, await watcherOf(deps, actor, eventUuid));
  if (mode === 'preview') throw refuse('replay_tickets_only');
  const lines = await deps.db.query<{ at: number; username: string; text: string }>(
    `SELECT said.at, u.username, c.body AS text
     FROM caption_line c
       JOIN event e ON e.id = c.event_id
       JOIN app_user u ON u.id = c.speaker_id
       CROSS JOIN LATERAL (SELECT (extract(epoch FROM c.at) * 1000)::bigint AS at) said
     WHERE c.event_id = $1 AND EXISTS (
       SELECT 1 FROM recording_part p JOIN replay_piece r ON r.part_id = p.id
       WHERE p.event_id = c.event_id AND p.kind IN ('audio', 'stream')
         AND coalesce(p.publisher_id, e.host_id) = c.speaker_id AND NOT r.is_cut
         AND r.span && int8range(said.at - $2, said.at, '[]'))
     ORDER BY c.at, c.line_id LIMIT ${linesMax}`,
    [eventUuid, lateMsMax],
  );
  const skips = await skipsOf(deps.db, eventUuid);
  return cuesOf(lines).filter(({ from, to }) => !skips.some((skip) => from < skip.to && skip.from <= to));
}

export const transcriptRoute = (deps: BroadcastDeps): AnyRoute =>
  route({
    call: 'GET /events/:uuid/replay/transcript',
    who: 'anyone',
    limit: documentsLimit,
    handle: async ({ actor, params, query }) => {
      const cues = await readTranscript(deps, actor, params.uuid);
      if (query.format === 'json') return { lines: cues };
      const [first] = await spansOf(deps.db, params.uuid);
      const body = Buffer.from(vttOf(cues, first?.from ?? 0));
      return new FileAnswer({ name: `replay-${params.uuid}.vtt`, type: 'text/vtt; charset=utf-8', body });
    },
  });
