import { useQuery } from '@tanstack/react-query';
import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { Navigate } from 'react-router';
import { call } from '#web/shared/api/call.ts';

/**
 * Sends the two of a private meeting from where the page of an event would be to their request: links of mails and
 * receipts lead there. To everybody else there is nothing.
 */
export default function MeetingInstead({ uuid }: { uuid: string }) {
  const request = useQuery({
    queryKey: ['meeting-instead', uuid],
    queryFn: async () => {
      for (const side of ['viewer', 'host'] as const) {
        const { requests } = await call('GET /private_requests', { query: { side, request_uuid: uuid } });
        if (requests.length > 0) return requestLinkPath(side, uuid);
      }
      return null;
    },
    retry: false,
  });
  return request.data ? <Navigate to={request.data} replace /> : null;
}
