import { HostDoor } from './broadcast/HostDoor.tsx';
import { WatchDoor } from './broadcast/WatchDoor.tsx';
import type { DoorProps } from './instructions/InstructionsScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

const Door = (props: DoorProps) => (props.isOwner ? <HostDoor {...props} /> : <WatchDoor {...props} />);

/** `/broadcast/{uuid}`: for the host the control room, for everybody else the instructions and the broadcast. */
export default function BroadcastPage() {
  return <RoomPage interactive={false} Door={Door} />;
}
