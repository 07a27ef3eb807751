import type { QueryClient } from '@tanstack/react-query';
import { reloadProfile } from '#web/shared/session/session.ts';

/** Reloads tickets, event pages and the profile after a ticket was transferred, cancelled or refunded. */
export const refreshTickets = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['tickets'] }),
    client.invalidateQueries({ queryKey: ['event'] }),
    // The change is done even if reloading the profile fails.
    reloadProfile().catch(() => undefined),
  ]);
};
