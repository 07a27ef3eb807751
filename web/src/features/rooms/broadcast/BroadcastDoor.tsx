import type { DoorProps } from '../instructions/InstructionsScreen.tsx';
import { HostDoor } from './HostDoor.tsx';
import { WatchDoor } from './WatchDoor.tsx';

/** What is shown before a broadcast. */
export const BroadcastDoor = (props: DoorProps) => (props.isOwner ? <HostDoor {...props} /> : <WatchDoor {...props} />);
