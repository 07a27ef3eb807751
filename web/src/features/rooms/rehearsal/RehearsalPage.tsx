import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { NoEvent } from '#web/features/events/index.ts';
import { call } from '#web/shared/api/call.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { isInteractive } from '#web/shared/ui/event-card-model.ts';
import type { RoomModel } from '../model/room-deps.ts';
import { Room } from '../room/Room.tsx';
import { showNotice } from '../show-notice.ts';
import { useDarkStage } from '../use-dark-stage.ts';
import { useRoomModel } from '../use-room.ts';
import { rehearse } from './rehearse.ts';
import type { Seed } from './simulated-audience.ts';

/** `/streaming/{uuid}?rehearsal`: the host tries out their room with simulated viewers. */
export default function RehearsalPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('rooms');
  const user = useSession((session) => session.user);
  useDarkStage();
  const event = useQuery({
    queryKey: ['event', uuid],
    queryFn: ({ signal }) => call('GET /events/:id', { params: { id: uuid }, signal }),
  });
  const page = event.data;
  const isTheirs = page?.user.user_username === user?.user_username;
  const mayRehearse = page !== undefined && isTheirs && isInteractive(page.event) && page.event.event_state === 0;
  // Read only: what the host prepared is copied into the rehearsal.
  const seed = useQuery({
    queryKey: ['rehearsal', uuid],
    enabled: mayRehearse,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Seed> => {
      const params = { uuid };
      const [{ questions }, { polls }] = await Promise.all([
        call('GET /events/streaming/questions/:uuid', { params, query: {}, signal }),
        call('GET /events/streaming/polls/:uuid', { params, signal }),
      ]);
      return { questions, polls };
    },
  });
  const error = event.error ?? seed.error;
  if (error && !seed.data) return <NoEvent error={error} onRetry={() => void event.refetch()} />;
  if (page && user && !mayRehearse) return <Navigate to={`/event/${uuid}`} replace />;
  if (!page || !user || !seed.data) return <div role="status" aria-label={t('loadingEvent')} />;
  return <Rehearsal page={page} user={user} seed={seed.data} />;
}

/** Enters at once: nothing has to be checked, and no one waits. */
function Rehearsal({ page, user, seed }: { page: WireEventPage; user: WireProfile; seed: Seed }) {
  const navigate = useNavigate();
  const uuid = page.event.event_uuid;
  const model = useRoomModel(user, {
    uuid,
    kind: 'interactive',
    isOwner: true,
    notify: showNotice,
    onGone: () => void navigate(`/event/${uuid}`, { replace: true }),
    around: (deps) => rehearse(deps, seed),
  });
  return model && <Entered page={page} model={model} />;
}

function Entered({ page, model }: { page: WireEventPage; model: RoomModel }) {
  const phase = useStore(model.store, (snapshot) => snapshot.phase);
  useEffect(() => void model.enter(), [model]);
  return phase === 'inside' ? <Room page={page} model={model} /> : null;
}
