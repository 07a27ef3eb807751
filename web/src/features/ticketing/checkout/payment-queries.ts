import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

export type WireSavedCard = AnswerOf<'GET /payment/methods'>['payment_methods'][number];

export const savedCardsKey = ['payment', 'methods'];

/** The caller's saved cards; none for guests. */
export const useSavedCards = (enabled: boolean) =>
  useQuery({
    queryKey: savedCardsKey,
    queryFn: async () => (await call('GET /payment/methods')).payment_methods,
    enabled,
    retry: false,
  });
