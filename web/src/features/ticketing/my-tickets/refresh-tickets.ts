import type { QueryClient } from '@tanstack/react-query';
import { reloadProfile } from '#web/shared/session/session.ts';

/** After a ticket changed hands or was given back: the tickets, the event's page and the profile are asked again. */
export const askAgain = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['tickets'] }),
    client.invalidateQueries({ queryKey: ['event'] }),
    // The change is done even if reloading the profile fails.
    reloadProfile().catch(() => undefined),
  ]);
};
