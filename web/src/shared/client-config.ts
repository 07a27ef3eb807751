import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';

/** What this installation offers; asked once. */
export const useClientConfig = () =>
  useQuery({ queryKey: ['client-config'], queryFn: () => call('GET /client_config'), staleTime: Infinity });

type Stores = Pick<AnswerOf<'GET /client_config'>, 'app_store_url' | 'play_store_url'>;

/** Where this installation's apps are to be had; nowhere, where it has none. */
export const appStores = (config: Stores | undefined): { name: string; url: string }[] =>
  [
    { name: 'App Store', url: config?.app_store_url },
    { name: 'Google Play', url: config?.play_store_url },
  ].flatMap(({ name, url }) => (url ? [{ name, url }] : []));
