import { InstructionsScreen } from './instructions/InstructionsScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

const doors = { interactive: InstructionsScreen };

/** `/streaming/{uuid}`: the instructions, then the interactive room. */
export default function StreamingPage() {
  return <RoomPage doors={doors} />;
}
