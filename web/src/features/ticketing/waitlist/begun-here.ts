import { uuidsOfTab } from '#web/shared/uuids-of-tab.ts';

/**
 * Events whose waitlist a guest joined, or whose checkout a guest opened, in this tab: only then is it worth asking for
 * a place or a held seat without a session.
 */
const begun = uuidsOfTab('frontrow-waitlists');

export const hasBegunHere = (uuid: string): boolean => begun.read().includes(uuid);

/** Without storage the mail shows the place. */
export const rememberBegun = (uuid: string): void => {
  if (!hasBegunHere(uuid)) begun.add(uuid);
};
