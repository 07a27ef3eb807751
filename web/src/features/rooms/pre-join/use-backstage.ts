import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { backstageOpensMs } from '@frontrow/core/rooms/limits.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useNow } from '#web/shared/ui/use-now.ts';

/** A role can be given or taken while someone waits here. */
const roleEveryMs = 15_000;

interface Backstage {
  /** The host, co-hosts and guest speakers may enter now. */
  readonly isOpen: boolean;
  readonly role: RoomRole;
  /** When this person may enter; undefined for viewers, for the host and once it is open. */
  readonly hint: string | undefined;
}

/** Whether this person may enter the room before the event is live. */
export function useBackstage(event: WireEvent, me: { username: string; isOwner: boolean } | undefined): Backstage {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const waits = event.event_state === 0;
  const state = useQuery({
    queryKey: ['event', event.event_uuid, 'roles'],
    queryFn: () => call('GET /events/streaming/streaming_state/:uuid', { params: { uuid: event.event_uuid } }),
    enabled: waits && me !== undefined && !me.isOwner,
    refetchInterval: roleEveryMs,
    retry: false,
  });
  const role = state.data?.current_state.roles.find(({ username }) => username === me?.username)?.role ?? 'viewer';
  const opensAt = event.event_date - backstageOpensMs;
  const mayEnter = waits && (me?.isOwner === true || role !== 'viewer');
  return {
    isOpen: mayEnter && now >= opensAt,
    role,
    hint:
      waits && role !== 'viewer' && now < opensAt ? t(`backstage.${role}`, { time: formatTime(opensAt) }) : undefined,
  };
}
