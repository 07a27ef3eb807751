import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** What this installation takes; asked once. */
export const useClientConfig = () =>
  useQuery({ queryKey: ['client-config'], queryFn: () => call('GET /client_config'), staleTime: Infinity });

/** The caller's saved cards; none for guests. */
export const useSavedCards = (enabled: boolean) =>
  useQuery({
    queryKey: ['payment', 'methods'],
    queryFn: async () => (await call('GET /payment/methods')).payment_methods,
    enabled,
    retry: false,
  });
