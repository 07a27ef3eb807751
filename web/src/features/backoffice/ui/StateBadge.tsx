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

const eventTones: Readonly<Record<string, Tone>> = { live: 'bad', upcoming: 'good' };
export const eventTone = (state: string): Tone => eventTones[state] ?? 'plain';
