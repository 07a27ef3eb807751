import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** What this installation offers; asked once. */
export const useClientConfig = () =>
  useQuery({ queryKey: ['client-config'], queryFn: () => call('GET /client_config'), staleTime: Infinity });
