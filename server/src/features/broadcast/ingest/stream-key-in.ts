import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyRequest } from 'fastify';

const keyInQuery = /(^|[?&])[\w-]*(key|token)=/i;

/** As people paste it: with blanks or quotes around, or encoded once more. */
function clean(given: string): string {
  try {
    return decodeURIComponent(given).replaceAll(/^[\s"']+|[\s"']+$/g, '');
  } catch {
    return given;
  }
}

/**
 * The stream key of a request: from its path, or its bearer token. Throws `stream_key_missing`, `stream_key_in_query`,
 * `stream_key_scheme`: the person who sets up an encoder reads the real cause instead of "wrong key".
 */
export function streamKeyIn({ headers, url }: FastifyRequest, inPath: string | undefined): string {
  const fromPath = clean(inPath ?? '');
  if (fromPath !== '') return fromPath;
  const authorization = clean(headers.authorization ?? '');
  // Some write "Bearer" into a field that writes it, too.
  const [, token] = /^(?:bearer\b[\s:]*)+(.*)$/i.exec(authorization) ?? [];
  if (token !== undefined && token !== '') return clean(token);
  if (authorization !== '' && token === undefined) throw refuse('stream_key_scheme');
  throw refuse(keyInQuery.test(url) ? 'stream_key_in_query' : 'stream_key_missing');
}
