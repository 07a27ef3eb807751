import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** The caller's saved cards; none for guests. */
export const useSavedCards = (enabled: boolean) =>
  useQuery({
    queryKey: ['payment', 'methods'],
    queryFn: async () => (await call('GET /payment/methods')).payment_methods,
    enabled,
    retry: false,
  });
