import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid, nothing } from '../kernel/endpoint.ts';
import { stateAnswer } from './api.ts';

const wireCaption = z.object({
  /** Names the line: until it is final, later ones with this id replace it. */
  line_id: z.string(),
  username: z.string(),
  text: z.string(),
  final: z.boolean(),
  at: epochMs,
});

export const roomCaptionsApi = {
  'POST /events/streaming/captions': {
    summary: 'Captions on or off for everyone; people on stage are captioned once they agree to it',
    body: z.object({ event_uuid: eventUuid, enabled: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/captions/say': {
    summary: 'What you are saying on stage, as your browser understood it. A finished line is kept as transcript',
    body: z.object({
      event_uuid: eventUuid,
      line_id: z.uuid().toLowerCase(),
      text: z.string().max(4000),
      final: z.boolean(),
    }),
    answer: nothing,
  },
  'GET /events/streaming/captions/:uuid': {
    summary: 'The latest lines, and the transcription server of this installation, if it has one',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({
      lines: z.array(wireCaption),
      /** Its host name, which the speaker reads before agreeing. */
      server: z.string().nullable(),
    }),
  },
} as const satisfies EndpointTable;

export type WireCaption = z.infer<typeof wireCaption>;
