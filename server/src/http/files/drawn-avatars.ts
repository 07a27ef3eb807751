import { avatarSvg } from '@frontrow/artwork/avatars.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';

/** The longest name that is drawn, in UTF-16 units: longer than any username. */
const nameUnitsMax = 100;

/**
 * `GET /avatars/{username}.svg`: the face of who has no picture. A name is always drawn alike, so browsers keep it for
 * good. Any name is drawn, and none is looked up: the answer tells nobody who has an account.
 */
export async function drawnAvatars(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { file: string } }>('/avatars/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params;
    const name = file.slice(0, -'.svg'.length);
    if (!file.endsWith('.svg') || name.length > nameUnitsMax) throw refuse('not_found');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(avatarSvg(name));
  });
}
