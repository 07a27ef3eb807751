import type { CallName } from '@frontrow/contract/api.ts';
import type { Call, Policy, Verbatim } from './route.ts';

/** An answer that is ready to be sent as it is. */
export interface PreparedPage {
  readonly body: Buffer;
  /** Strong: made of the bytes, so it is the same in every process. */
  readonly etag: string;
}

const sameTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');

/** The bytes, or 304 to whoever has them already. */
export function answerWith(
  { header, answerHeader }: Pick<Call<CallName, Policy>, 'header' | 'answerHeader'>,
  page: PreparedPage,
): Verbatim {
  answerHeader('etag', page.etag);
  answerHeader('cache-control', 'no-cache');
  if (sameTag(header('if-none-match'), page.etag)) return { verbatim: true, status: 304, body: undefined };
  answerHeader('content-type', 'application/json; charset=utf-8');
  answerHeader('content-length', String(page.body.length));
  return { verbatim: true, status: 200, body: page.body };
}
