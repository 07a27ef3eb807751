import type { BroadcastKit } from '../broadcast-kit.ts';
import { encoderToken } from './ingest-sessions.ts';

/** Disconnects an encoder whose session ended. Where the engine does not answer, `follow-encoder.ts` repeats it. */
export async function dropEncoder(
  { video, log }: Pick<BroadcastKit, 'video' | 'log'>,
  eventUuid: string,
  connection: string | undefined,
): Promise<void> {
  if (connection === undefined) return;
  await video
    .dropEncoder(encoderToken(eventUuid), connection)
    .catch((error: unknown) => log.warn({ error: String(error) }, 'encoder will be dropped by the reconciler'));
}
