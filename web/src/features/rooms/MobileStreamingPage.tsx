import { useState } from 'react';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { BroadcastDoor } from './broadcast/BroadcastDoor.tsx';
import { InstructionsScreen } from './instructions/InstructionsScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

const doors = { interactive: InstructionsScreen, broadcast: BroadcastDoor };

/** `/mobileStreaming/{uuid}`: the room of either kind on a phone. A desktop is redirected to the kind's own page. */
export default function MobileStreamingPage() {
  // Decided once: a window that becomes wider must not leave the room.
  const [isPhone] = useState(isMobileDevice);
  return <RoomPage doors={isPhone ? doors : {}} />;
}
