/** Segments of an address that are no key: our application, and what Flash Media Encoder adds for "no instance". */
const noKeys: ReadonlySet<string> = new Set(['live', '_definst_']);
const queryNames: readonly string[] = ['key', 'stream_key', 'streamkey'];

const segments = (text: string): string[] => text.split('?')[0]!.split('/');
const queryOf = (text: string): string => text.split('?').slice(1).join('&');

/**
 * The stream key, wherever an encoder puts it: as the name of the stream, with or without parameters; at the end of the
 * address, where there is one field for both; or as a parameter. Empty where there is none.
 */
export function streamKeyFrom(name: string, app: string, tcUrl: string): string {
  const path = tcUrl.replace(/^\w+:\/\/[^/]*/, '');
  for (const place of [name, app, path]) {
    const key = segments(place)
      // Flash encoders name the container, too.
      .map((segment) => segment.trim().replace(/^(mp4|flv):/, ''))
      .findLast((segment) => segment !== '' && !noKeys.has(segment));
    if (key !== undefined) return key;
  }
  for (const place of [name, app, tcUrl]) {
    const query = new URLSearchParams(queryOf(place));
    const key = queryNames.map((one) => query.get(one)?.trim() ?? '').find((one) => one !== '');
    if (key !== undefined) return key;
  }
  return '';
}
