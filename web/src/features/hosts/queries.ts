import type { WireHostPage } from '@frontrow/contract/hosts/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';

/** The whole public page of a host in one answer, the same for everybody. */
export const hostQuery = (username: string) =>
  queryOptions<WireHostPage>({
    queryKey: ['host', username.toLowerCase()],
    queryFn: ({ signal }) => call('GET /hosts/:username', { params: { username }, signal }),
    retry: (count, error) => count < 2 && !(error instanceof ApiRefusal && error.status === 404),
  });
