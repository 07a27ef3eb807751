import { Suspense } from 'react';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { InstructionsScreen } from './instructions/InstructionsScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

const MeetingPage = lazy(() => import('./meeting/MeetingPage.tsx'));
const doors = { interactive: InstructionsScreen };

const Meeting = (props: { uuid: string; user: WireProfile }) => (
  <Suspense fallback={null}>
    <MeetingPage {...props} />
  </Suspense>
);

/** `/streaming/{uuid}`: the instructions, then the interactive room; of a private meeting its door and its room. */
export default function StreamingPage() {
  return <RoomPage doors={doors} Meeting={Meeting} />;
}
