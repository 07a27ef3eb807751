import { useEventPage } from '../room-view.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import { ObsSteps } from './ObsSteps.tsx';
import { RecordingCard } from './RecordingCard.tsx';
import { RestreamCard } from './RestreamCard.tsx';
import { SourceCard } from './SourceCard.tsx';
import { Vp8Card } from './Vp8Card.tsx';
import styles from './StreamPanel.module.css';

/** Where the stream comes from, how it is, and what the encoder needs. */
export function StreamPanel() {
  const page = useEventPage();
  return (
    <div className={styles.panel}>
      <SourceCard />
      <HealthCard />
      <RecordingCard />
      <Vp8Card />
      <RestreamCard />
      <ConnectionCard eventUuid={page.event.event_uuid} />
      <ObsSteps />
    </div>
  );
}
