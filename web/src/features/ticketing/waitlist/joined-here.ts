import { uuidsOfTab } from '#web/shared/uuids-of-tab.ts';

/** Events whose waitlist a guest joined in this tab: only then is it worth asking for a place without a session. */
const joined = uuidsOfTab('frontrow-waitlists');

export const joinedHere = (uuid: string): boolean => joined.read().includes(uuid);

/** Without storage the mail shows the place. */
export const rememberJoined = (uuid: string): void => joined.add(uuid);
