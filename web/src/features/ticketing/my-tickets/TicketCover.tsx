import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { IconMessages } from '@tabler/icons-react';
import { Cover } from '#web/shared/ui/Cover.tsx';
import styles from './TicketCover.module.css';

interface TicketCoverProps {
  event: WireEvent;
  sizes: string;
  eager?: boolean;
}

/** The picture of what the ticket is for; a private meeting has none and is drawn. */
export function TicketCover({ event, sizes, eager = false }: TicketCoverProps) {
  if (!event.event_private) return <Cover src={event.event_cover_image} sizes={sizes} eager={eager} />;
  return (
    <span className={styles.meeting}>
      <IconMessages size={72} stroke={1.2} aria-hidden="true" />
    </span>
  );
}
