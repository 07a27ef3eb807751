import type { QueryClient } from '@tanstack/react-query';
import { accessToken } from '#web/shared/api/tokens.ts';
import { useSession } from '#web/shared/session/session.ts';

/**
 * A person who logs in sees nothing that was fetched for the person before, or for a visitor without a session: the
 * query keys are the same for everyone.
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
