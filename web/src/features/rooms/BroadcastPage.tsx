import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { NoEvent } from '#web/features/events/index.ts';
import NotFoundPage from '#web/shared/ui/NotFoundPage.tsx';
import { call } from '#web/shared/api/call.ts';

/** `/broadcast/{uuid}`: an interactive event is redirected to its own room. */
export default function BroadcastPage() {
  const { uuid = '' } = useParams();
  const event = useQuery({
    queryKey: ['event', uuid],
    queryFn: ({ signal }) => call('GET /events/:id', { params: { id: uuid }, signal }),
  });
  if (event.data?.event.ticket) return <Navigate to={`/streaming/${uuid}`} replace />;
  if (event.data) return <NotFoundPage />;
  return event.isError ? <NoEvent error={event.error} onRetry={() => void event.refetch()} /> : null;
}
