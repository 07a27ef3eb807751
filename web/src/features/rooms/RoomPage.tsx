import type { Phase } from './model/room-phase.ts';
import { NoEvent } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { isInteractive, roomPath } from '#web/shared/ui/event-card-model.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { PreJoinProps } from './pre-join/PreJoinLayout.tsx';
import { rememberedRoom } from './model/remembered-room.ts';
import { AwayScreen } from './room/AwayScreen.tsx';
import { FinishedScreen } from './room/FinishedScreen.tsx';
import { Room } from './room/Room.tsx';
import { useDarkStage } from './use-dark-stage.ts';
import { useRoom, useWhereabouts } from './use-room.ts';

/** How often the event is asked for until it is live. */
const eventEveryMs = 3_000;

interface RoomPageProps {
  /** What is shown before the room, by the kinds of event that have their room on this page. */
  preJoin: Partial<Record<'interactive' | 'broadcast', ComponentType<PreJoinProps>>>;
  /** Asked where there is no such event: a private meeting has no page, but a room. */
  Meeting?: ComponentType<{ uuid: string; user: WireProfile }>;
}

/** The pre-join screen, then the room. An event whose kind has no room on this page is redirected to its own page. */
export function RoomPage({ preJoin, Meeting }: RoomPageProps) {
  const { uuid = '' } = useParams();
  const user = useSession((session) => session.user);
  const { t } = useTranslation('rooms');
  useDarkStage();
  const event = useQuery({
    queryKey: ['event', uuid],
    queryFn: ({ signal }) => call('GET /events/:id', { params: { id: uuid }, signal }),
    refetchInterval: (query) => (query.state.data?.event.event_state === 0 ? eventEveryMs : false),
  });
  if (Meeting && user && isNotFound(event.error) && !event.data) return <Meeting key={uuid} uuid={uuid} user={user} />;
  if (event.error && !event.data) return <NoEvent error={event.error} onRetry={() => void event.refetch()} />;
  if (!event.data || !user) return <div role="status" aria-label={t('loadingEvent')} />;
  const PreJoin = preJoin[isInteractive(event.data.event) ? 'interactive' : 'broadcast'];
  if (!PreJoin) return <Navigate to={roomPath(event.data.event)} replace />;
  return <EventRoom key={uuid} page={event.data} user={user} PreJoin={PreJoin} />;
}

const isNotFound = (error: unknown): boolean => error instanceof ApiRefusal && error.is('event_not_found');

/** Phases with a screen that says why the room is closed to this person. */
const isAway = (phase: Phase): phase is 'moved' | 'removed' | 'full' | 'out' | 'finished' =>
  ['moved', 'removed', 'full', 'out', 'finished'].includes(phase);

interface EventRoomProps {
  PreJoin: ComponentType<PreJoinProps>;
  page: WireEventPage;
  user: WireProfile;
}

function EventRoom({ page, user, PreJoin }: EventRoomProps) {
  const { model, isOwner } = useRoom(page, user);
  const { phase, isTakenDown } = useWhereabouts(model);
  const [wasInside] = useState(() => rememberedRoom(page.event.event_uuid).inside);
  if (model && phase === 'inside') return <Room page={page} model={model} />;
  if (model && phase === 'finished' && !isTakenDown && !isOwner) return <FinishedScreen page={page} />;
  if (model && isAway(phase))
    return <AwayScreen kind={phase === 'finished' && isTakenDown ? 'takenDown' : phase} model={model} />;
  if (phase === 'left') return null;
  if (page.event.event_state === 2) return <Navigate to={`/event/${page.event.event_uuid}`} replace />;
  if (phase === 'returning' || (wasInside && (!model || phase === 'entering'))) return <AwayScreen kind="entering" />;
  return <PreJoin page={page} isOwner={isOwner} model={model} phase={phase} wasInside={wasInside} />;
}
