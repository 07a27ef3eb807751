const key = 'frontrow-waitlists';
const keptMax = 20;

/** Events whose waitlist a guest joined in this tab: only then is it worth asking for a place without a session. */
function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export const joinedHere = (uuid: string): boolean => kept().includes(uuid);

/** Kept for this tab only, so that nothing stays on a shared computer. */
export function rememberJoined(uuid: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([uuid, ...kept()].slice(0, keptMax)));
  } catch {
    // Without storage the mail shows the place.
  }
}
