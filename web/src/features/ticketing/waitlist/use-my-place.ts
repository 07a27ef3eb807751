import { useQuery } from '@tanstack/react-query';
import type { WireWaitlistPlace } from '@frontrow/contract/ticketing/waitlist-api.ts';
import { call } from '#web/shared/api/call.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { useSession } from '#web/shared/session/session.ts';
import { hasBegunHere } from './begun-here.ts';

export const waitlistKey = ['waitlist'] as const;
/** Near the head of the line an offer may come any time. */
const nearPlaces = 10;
const nearMs = 3_000;
const laterMs = 15_000;

interface Mine {
  /** On the waitlist of the event. */
  readonly place: WireWaitlistPlace | null;
  /** Until when an open checkout of this person holds a seat: after a reload, or on the way back from PayPal. */
  readonly heldUntil: number | null;
}

const nothing: Mine = { place: null, heldUntil: null };

/** What the person has of a sold-out event without a ticket; asked for again while there is something. */
export function useMine(uuid: string): Mine {
  const mobile = useMobileDevice();
  const known = useSession(({ user }) => user !== null);
  const mine = useQuery({
    queryKey: [...waitlistKey, uuid],
    queryFn: async (): Promise<Mine> => {
      const { places, held_until: until } = await call('GET /events/waitlist/mine', { query: { event_uuid: uuid } });
      return { place: places[0] ?? null, heldUntil: until ?? null };
    },
    enabled: known || hasBegunHere(uuid),
    refetchInterval: (query) => {
      const { place, heldUntil } = query.state.data ?? nothing;
      if (!place && heldUntil === null) return false;
      // A seat that is only held changes with its checkout, after which this is asked again, or runs out.
      return mobile || !place || (place.position ?? 0) > nearPlaces ? laterMs : nearMs;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
  return mine.data ?? nothing;
}

/** The person's place on the waitlist of this event. */
export const useMyPlace = (uuid: string): WireWaitlistPlace | null => useMine(uuid).place;
