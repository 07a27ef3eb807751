import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '#web/shared/session/session.ts';

/**
 * A person who logs in after someone else sees nothing of theirs: the answers to both are asked for under the same
 * names.
 */
export function forgetWithPerson(client: QueryClient): () => void {
  let person = useSession.getState().user?.user_ide;
  return useSession.subscribe(({ user }) => {
    if (!user || user.user_ide === person) return;
    const wasSomebody = person !== undefined;
    person = user.user_ide;
    if (!wasSomebody) return;
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  });
}
