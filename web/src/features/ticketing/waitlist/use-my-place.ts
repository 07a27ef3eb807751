import { useQuery } from '@tanstack/react-query';
import type { WireWaitlistPlace } from '@frontrow/contract/ticketing/waitlist-api.ts';
import { call } from '#web/shared/api/call.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { useSession } from '#web/shared/session/session.ts';
import { joinedHere } from './joined-here.ts';

export const waitlistKey = ['waitlist'] as const;
/** Near the head of the line an offer may come any time. */
const nearPlaces = 10;
const nearMs = 3_000;
const laterMs = 15_000;

/** The person's place on the waitlist of this event, asked for again while there is one. */
export function useMyPlace(uuid: string): WireWaitlistPlace | null {
  const mobile = useMobileDevice();
  const known = useSession(({ user }) => user !== null);
  const place = useQuery({
    queryKey: [...waitlistKey, uuid],
    queryFn: async () => (await call('GET /events/waitlist/mine', { query: { event_uuid: uuid } })).places[0] ?? null,
    enabled: known || joinedHere(uuid),
    refetchInterval: (query) => {
      const { data } = query.state;
      if (!data) return false;
      return mobile || (data.position ?? 0) > nearPlaces ? laterMs : nearMs;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
  return place.data ?? null;
}
