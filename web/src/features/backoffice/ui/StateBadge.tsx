import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';
import type { ReactNode } from 'react';
import styles from './StateBadge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A state in a table or next to a title. The word says it; the color only helps to find it. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

const orderTones: Readonly<Record<string, Tone>> = {
  paid: 'good',
  pending: 'warn',
  refunding: 'warn',
  disputed: 'bad',
  charged_back: 'bad',
};
export const orderTone = (state: string): Tone => orderTones[state] ?? 'plain';

/** The state of an event in one word. */
export const eventStateOf = (
  event: Pick<WireAdminEvent, 'event_cancelled' | 'event_state'>,
): 'upcoming' | 'live' | 'finished' | 'cancelled' =>
  event.event_cancelled ? 'cancelled' : (['upcoming', 'live', 'finished'] as const)[event.event_state];

const eventTones: Readonly<Record<string, Tone>> = { live: 'bad', upcoming: 'good' };
export const eventTone = (state: string): Tone => eventTones[state] ?? 'plain';
