import { Suspense } from 'react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';

const RecordedNote = lazy(() => import('#web/features/events/RecordedNote.tsx'), ['broadcast'], 'stays');
const EventReplay = lazy(
  themed(() => import('#web/pages/replay/EventReplay.tsx')),
  ['replay'],
);

interface EventRecordingProps {
  page: WireEventPage;
  /** Of the note: the styles are the page's, which the server draws. */
  className: string | undefined;
}

/** What is recorded of an event: until its end that it is, after it the replay. */
export default function EventRecording({ page: { event, user }, className }: EventRecordingProps) {
  const isOwner = useSession((session) => session.user?.user_username === user.user_username);
  return (
    <Suspense fallback={null}>
      {event.event_state === 2 ? (
        <EventReplay eventUuid={event.event_uuid} />
      ) : (
        <RecordedNote isOwner={isOwner} className={className} />
      )}
    </Suspense>
  );
}
