import { readStored, writeStored } from './api/storage.ts';

/**
 * The server's time. A reader's clock may be minutes or hours wrong, while holds end and events start by the server's.
 * The offset between the two is learnt from the `Date` header of answers (docs/decisions/0037-pages-count-by-the-
 * servers-clock.md).
 */

/** `Date` is truncated to whole seconds: the server's clock was somewhere within that second. */
const dateStepMs = 1_000;

const storedKey = 'frontrow-clock-offset';

/**
 * How far the server's clock is ahead of the reader's. 0 until an answer proves the reader's clock wrong; kept for the
 * next page, which shows times before its first answer.
 */
let offsetMs = Number(readStored(storedKey)) || 0;
let asked = false;
const listeners = new Set<() => void>();

/** Now by the server's clock, in epoch milliseconds. Where the server draws pages this is the process's own clock. */
export const serverNow = (): number => Date.now() + offsetMs;

export const clockOffset = (): number => offsetMs;

/** Calls the listener whenever the offset changes. Returns a function that ends it. */
export function onClockOffset(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Moves the offset into the proven range and no further: a right clock stays at 0, a wrong one gets closer with every
 * answer.
 */
function correct(least: number, most: number): void {
  // The reader set the clock while the answer was on its way.
  if (least > most) return;
  const next = Math.min(Math.max(offsetMs, least), most);
  if (next === offsetMs) return;
  offsetMs = next;
  writeStored(storedKey, String(next));
  for (const listener of listeners) listener();
}

/** For the time of a drawn page, which may have been cached for long: it is past, and no more is known. */
export const serverTimeIsPast = (at: number): void => correct(at - Date.now(), Infinity);

/** False where the answer may come from a cache: then its `Date` is known to be past, and no more. */
function isFresh({ status, headers }: Response, { method = 'GET', cache }: RequestInit): boolean {
  if (Number(headers.get('age') ?? 0) > 0) return false;
  const mayBeKept = method === 'GET' && cache !== 'no-store' && !headers.get('cache-control')?.includes('no-store');
  // Scripts see a 304 only when they sent `if-none-match` themselves, and such a request bypasses the browser's cache.
  return !mayBeKept || status === 304;
}

/** `fetch` from our own server. The server wrote `Date` at some moment between the request and its answer. */
export async function fetchOwn(url: string, init: RequestInit): Promise<Response> {
  asked = true;
  const askedAt = Date.now();
  const answer = await fetch(url, init);
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(date)) correct(date - Date.now(), isFresh(answer, init) ? date + dateStepMs - askedAt : Infinity);
  return answer;
}

/** Asks for the time if the page has made no request yet, as a page that was drawn with all its data. */
export function askServerTime(): void {
  if (!asked) void fetchOwn('/healthz', { cache: 'no-store' }).catch(() => undefined);
}
