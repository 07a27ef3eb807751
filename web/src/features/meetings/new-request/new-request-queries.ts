import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import type { BodyOf } from '@frontrow/contract/api.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { knownSession, type Session } from '#web/shared/session/session.ts';
import { meetingsKey } from '../requests/request-queries.ts';

/** Free times change whenever somebody books. */
const staleMs = 30_000;

/** All free times of a host; asked for again when the dialog opens again. */
export const slotsQuery = (username: string) =>
  queryOptions({
    queryKey: ['meetings', 'slots', username.toLowerCase()],
    queryFn: ({ signal }) => {
      const from = serverNow();
      return call('GET /hosts/:username/slots', {
        params: { username },
        query: { from, to: from + slotsAheadMs },
        signal,
      });
    },
    staleTime: staleMs,
    refetchOnWindowFocus: true,
  });

type NewRequest = Omit<BodyOf<'POST /private_requests/create'>, 'username'>;

const mayRequest = ({ user }: Session): boolean => user !== null && !user.user_is_guest;

/**
 * Sends the request; who is not logged in is asked to, and then it is sent. A refusal is shown in the server's words,
 * and where the time is the reason, the free times are read again.
 */
export function useSendRequest(
  username: string,
  onSent: (requestUuid: string) => void,
  onRefused: (why: string) => void,
) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (request: NewRequest) => call('POST /private_requests/create', { body: { username, ...request } }),
    onSuccess: ({ request: { request_uuid: requestUuid } }) => {
      void client.invalidateQueries({ queryKey: meetingsKey });
      onSent(requestUuid);
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.status === 409)
        void client.invalidateQueries({ queryKey: [...meetingsKey, 'slots'] });
      onRefused(messageOf(error));
    },
  });
  const send = (request: NewRequest): void =>
    void knownSession().then((session) =>
      mayRequest(session)
        ? sending.mutate(request)
        : askToLogin('login', null, () => sending.mutate(request), { what: 'meeting', of: { username, ...request } }),
    );
  return { send, isPending: sending.isPending };
}
