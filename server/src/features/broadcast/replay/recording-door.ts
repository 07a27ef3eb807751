import { recordingHeadBytesMax, recordingPieceBytesMax, recordingPiecesMax } from '@frontrow/core/broadcast/limits.ts';
import { days } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { listenerCheck } from '../from-listener.ts';
import { keepPiece } from './keep-piece.ts';

const within = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const asked = z.object({
  part: z.uuid().toLowerCase(),
  ordinal: within(0, recordingPiecesMax),
  headBytes: within(0, recordingHeadBytesMax),
  beginsMs: within(0, days(1)),
  lengthMs: within(1, days(1)),
  ageMs: within(0, days(1)),
});

/** Where our RTMP listener hands over what it records: it has neither the database nor the storage. */
export const recordingDoor =
  (kit: BroadcastKit) =>
  async (app: FastifyInstance): Promise<void> => {
    const fromListener = listenerCheck(kit);
    await app.register(async (door) => {
      door.removeAllContentTypeParsers();
      // Our RTMP listener calls for all encoders from one address.
      door.addHook('onRoute', (route) => void (route.config = { ...route.config, ownLimit: true }));
      // Before the first byte of a body is taken.
      door.addHook('onRequest', async (request) => {
        if (!fromListener(request)) throw refuse('listener_only');
      });
      door.addContentTypeParser(
        'application/octet-stream',
        { parseAs: 'buffer', bodyLimit: recordingPieceBytesMax },
        (_request, body, done) => done(null, body),
      );
      door.post<{ Params: { session: string } }>(
        '/whip/sessions/:session/recording',
        { schema: { hide: true }, bodyLimit: recordingPieceBytesMax },
        async (request, reply) => {
          const { success, data } = asked.safeParse(request.query);
          const body = request.body as Buffer | undefined;
          if (!success || !Buffer.isBuffer(body) || body.length <= data.headBytes)
            throw refuse('bad_input', { detail: 'That is no piece of a recording.' });
          const { headBytes, ...piece } = data;
          await keepPiece(kit, request.params.session, {
            ...piece,
            head: headBytes > 0 ? body.subarray(0, headBytes) : undefined,
            bytes: body.subarray(headBytes),
          });
          return reply.send({ data: {} });
        },
      );
    });
  };
