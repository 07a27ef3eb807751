import { InstructionsScreen } from './instructions/InstructionsScreen.tsx';
import { RoomPage } from './RoomPage.tsx';

/** `/streaming/{uuid}`: the instructions, then the interactive room. */
export default function StreamingPage() {
  return <RoomPage interactive Door={InstructionsScreen} />;
}
