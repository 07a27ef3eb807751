import type { Phase } from '../model/phases.ts';
import { NoEvent } from '#web/features/events/index.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireMeetingDoor } from '@frontrow/contract/meetings/api.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { rememberedRoom } from '../model/memory.ts';
import type { Notice } from '../model/room-deps.ts';
import type { RoomSnapshot } from '../model/room-state.ts';
import { AwayScreen } from '../room/AwayScreen.tsx';
import { showNotice } from '../show-notice.ts';
import { useRoomModel } from '../use-room.ts';
import { MeetingAway } from './MeetingAway.tsx';
import { MeetingDoor } from './MeetingDoor.tsx';
import { MeetingRoom } from './MeetingRoom.tsx';
import { doorQuery } from './door-query.ts';

/** How often the door looks whether the room is open, and whether the other one is there. */
const doorEveryMs = 4_000;

/** The room of a private meeting, from its door to what comes after it. */
export default function MeetingPage({ uuid, user }: { uuid: string; user: WireProfile }) {
  const { t } = useTranslation('rooms');
  const door = useQuery({
    ...doorQuery(uuid),
    refetchInterval: (query) => (query.state.data?.event_state === 2 ? false : pollEvery(doorEveryMs)(query)),
  });
  if (door.error && !door.data) return <NoEvent error={door.error} onRetry={() => void door.refetch()} />;
  if (!door.data) return <div role="status" aria-label={t('loadingEvent')} />;
  return <Meeting door={door.data} user={user} />;
}

type Whereabouts = Pick<RoomSnapshot, 'phase' | 'live'>;
const noRoom = createStore<Whereabouts>(() => ({ phase: 'outside', live: null }));

/** The end has its own screen here, and no toast. */
const notify = (notice: Notice): void => {
  if (notice.kind !== 'finished' && notice.kind !== 'takenDown') showNotice(notice);
};

const isHeldUp = (phase: Phase): phase is 'moved' | 'out' | 'left' => ['moved', 'out', 'left'].includes(phase);

function Meeting({ door, user }: { door: WireMeetingDoor; user: WireProfile }) {
  const client = useQueryClient();
  const uuid = door.event_uuid;
  const model = useRoomModel(user, {
    uuid,
    kind: 'meeting',
    isOwner: door.side === 'host',
    notify,
    onGone: () => void client.invalidateQueries({ queryKey: doorQuery(uuid).queryKey }),
  });
  const store: Pick<StoreApi<Whereabouts>, 'getState' | 'getInitialState' | 'subscribe'> = model?.store ?? noRoom;
  const now = useStore(store, (snapshot) => snapshot.phase);
  // Drawing the room must not delay the connection to the engine. Leaving it is shown at once.
  const drawn = useDeferredValue(now);
  const phase = now === 'inside' ? drawn : now;
  const cancelled = useStore(store, ({ live }) => live?.cancelled ?? false);
  const [returning] = useState(() => rememberedRoom(uuid).inside);
  if (model && phase === 'inside') return <MeetingRoom door={door} model={model} />;
  if (door.event_cancelled || (phase === 'finished' && cancelled)) return <MeetingAway kind="cancelled" door={door} />;
  if (door.event_state === 2 || phase === 'finished') return <MeetingAway kind="over" door={door} />;
  if (!door.confirmed) return <MeetingAway kind="unpaid" door={door} />;
  if (model && isHeldUp(phase)) return <MeetingAway kind={phase} door={door} model={model} />;
  if (phase === 'returning' || (returning && (!model || phase === 'entering'))) return <AwayScreen kind="entering" />;
  return <MeetingDoor door={door} model={model} phase={phase} />;
}
