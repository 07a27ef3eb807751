import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { PreJoinScreen } from './pre-join/PreJoinScreen.tsx';
import { RoomPage } from './RoomPage.tsx';
import { useDarkStage } from './use-dark-stage.ts';

const MeetingPage = lazy(() => import('./meeting/MeetingPage.tsx'));
const RehearsalPage = lazy(() => import('./rehearsal/RehearsalPage.tsx'), ['rehearsal', 'refusals']);
const preJoin = { interactive: PreJoinScreen };

/** While the code of the rehearsal loads. */
function DarkStage() {
  useDarkStage();
  return null;
}

const Meeting = (props: { uuid: string; user: WireProfile }) => (
  <Suspense fallback={null}>
    <MeetingPage {...props} />
  </Suspense>
);

/**
 * `/streaming/{uuid}`: the pre-join screen, then the interactive room or a private meeting's room. With `?rehearsal`
 * the host tries the room out.
 */
export default function StreamingPage() {
  const [search] = useSearchParams();
  if (search.has('rehearsal'))
    return (
      <Suspense fallback={<DarkStage />}>
        <RehearsalPage />
      </Suspense>
    );
  return <RoomPage preJoin={preJoin} Meeting={Meeting} />;
}
