import { useState } from 'react';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { BroadcastPreJoin } from './broadcast/BroadcastPreJoin.tsx';
import { PreJoinScreen } from './pre-join/PreJoinScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

const preJoin = { interactive: PreJoinScreen, broadcast: BroadcastPreJoin };

/** `/mobileStreaming/{uuid}`: the room of either kind on a phone. A desktop is redirected to the kind's own page. */
export default function MobileStreamingPage() {
  // Decided once: a window that becomes wider must not leave the room.
  const [isPhone] = useState(isMobileDevice);
  return <RoomPage preJoin={isPhone ? preJoin : {}} />;
}
