import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';

/** What the popup came back with: a code, or the error instead. */
export interface StoredRally {
  code: string | null;
  error: string | null;
}

const place = 'frontrow-rally';

/** One place a trip, so that the popups of two tabs do not meet; one for all where a provider sends no state. */
const placeOf = (state: string | null): string => (state ? `${place}-${state}` : place);

export const keepRally = (state: string | null, stored: StoredRally): void =>
  void writeStored(placeOf(state), JSON.stringify(stored));

/** Takes what is there away: it is used once. */
export function takeRally(state: string | null): StoredRally | null {
  for (const key of new Set([placeOf(state), place])) {
    const text = readStored(key);
    if (text === null) continue;
    removeStored(key);
    try {
      return JSON.parse(text) as StoredRally;
    } catch {
      return null;
    }
  }
  return null;
}
