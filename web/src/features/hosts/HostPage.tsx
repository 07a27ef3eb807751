import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { NotFound } from '#web/shared/ui/NotFound.tsx';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useKnownReader } from '#web/shared/known-reader.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useCountView } from '#web/shared/use-count-view.ts';
import { HostPageSkeleton, HostPageError } from './HostPageStates.tsx';
import { HostView } from './HostView.tsx';
import { hostQuery } from './queries.ts';

/** `/{username}`: the public page of a host. */
export default function HostPage() {
  const { username = '' } = useParams();
  const host = useQuery(hostQuery(username));
  const loading = useSession((session) => session.loading);
  useKnownReader();
  useCountView(host.data?.user.user_username ?? '', 'host', !loading && host.data !== undefined);
  if (host.data) return <HostView page={host.data} />;
  if (host.isPending) return <HostPageSkeleton />;
  if (host.error instanceof ApiRefusal && (host.error.status === 404 || host.error.status === 400)) return <NotFound />;
  return <HostPageError error={host.error} onRetry={() => void host.refetch()} />;
}
