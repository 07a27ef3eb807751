import type { QueryClient } from '@tanstack/react-query';
import { accessToken } from '#web/shared/api/tokens.ts';
import { useSession } from '#web/shared/session/session.ts';

/**
 * A person who logs in after someone else sees nothing of theirs, and none who logs in sees what a page answered
 * without a session: the answers to all are asked for under the same names.
 */
export function forgetWithPerson(client: QueryClient): () => void {
  let person = useSession.getState().user?.user_ide;
  let wasNobody = accessToken() === null;
  return useSession.subscribe(({ user, loading }) => {
    if (!user) return void (wasNobody ||= !loading);
    const isOther = person !== undefined && person !== user.user_ide;
    if (isOther) client.removeQueries({ type: 'inactive' });
    if (isOther || wasNobody) void client.invalidateQueries();
    person = user.user_ide;
    wasNobody = false;
  });
}
