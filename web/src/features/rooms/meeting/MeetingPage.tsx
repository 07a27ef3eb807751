import type { Phase } from '../model/room-phase.ts';
import { NoEvent } from '#web/features/events/index.ts';
import { pollEvery } from '#web/shared/api/poll.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rememberedRoom } from '../model/remembered-room.ts';
import type { Notice } from '../model/room-deps.ts';
import { AwayScreen } from '../room/AwayScreen.tsx';
import { showNotice } from '../show-notice.ts';
import { useRoomModel, useWhereabouts } from '../use-room.ts';
import { MeetingAway } from './MeetingAway.tsx';
import { MeetingPreJoin } from './MeetingPreJoin.tsx';
import { MeetingRoom } from './MeetingRoom.tsx';
import { meetingQuery } from './meeting-query.ts';

/** How often we ask whether the room is open, and whether the other one is there. */
const meetingEveryMs = 4_000;

/** The room of a private meeting, from its pre-join screen to what comes after it. */
export default function MeetingPage({ uuid, user }: { uuid: string; user: WireProfile }) {
  const { t } = useTranslation('rooms');
  const meeting = useQuery({
    ...meetingQuery(uuid),
    refetchInterval: (query) => (query.state.data?.event_state === 2 ? false : pollEvery(meetingEveryMs)(query)),
  });
  if (meeting.error && !meeting.data) return <NoEvent error={meeting.error} onRetry={() => void meeting.refetch()} />;
  if (!meeting.data) return <div role="status" aria-label={t('loadingEvent')} />;
  return <Meeting meeting={meeting.data} user={user} />;
}

/** The end has its own screen here, and no toast. */
const notify = (notice: Notice): void => {
  if (notice.kind !== 'finished' && notice.kind !== 'takenDown') showNotice(notice);
};

const isHeldUp = (phase: Phase): phase is 'moved' | 'out' | 'left' => ['moved', 'out', 'left'].includes(phase);

function Meeting({ meeting, user }: { meeting: WireMeetingRoom; user: WireProfile }) {
  const client = useQueryClient();
  const uuid = meeting.event_uuid;
  const model = useRoomModel(user, {
    uuid,
    kind: 'meeting',
    isOwner: meeting.side === 'host',
    notify,
    onGone: () => void client.invalidateQueries({ queryKey: meetingQuery(uuid).queryKey }),
  });
  const { phase, isTakenDown } = useWhereabouts(model);
  const [returning] = useState(() => rememberedRoom(uuid).inside);
  if (model && phase === 'inside') return <MeetingRoom meeting={meeting} model={model} />;
  if (meeting.event_cancelled || (phase === 'finished' && isTakenDown))
    return <MeetingAway kind="cancelled" meeting={meeting} />;
  if (meeting.event_state === 2 || phase === 'finished') return <MeetingAway kind="over" meeting={meeting} />;
  if (!meeting.confirmed) return <MeetingAway kind="unpaid" meeting={meeting} />;
  if (model && isHeldUp(phase)) return <MeetingAway kind={phase} meeting={meeting} model={model} />;
  if (phase === 'returning' || (returning && (!model || phase === 'entering'))) return <AwayScreen kind="entering" />;
  return <MeetingPreJoin meeting={meeting} model={model} phase={phase} />;
}
