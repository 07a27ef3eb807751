import { useEffect, useRef } from 'react';
import { watchLevel } from '../media/level-meter.ts';
import styles from './Level.module.css';

const steps = 20;
/** Steps from this one on are shown as loud. */
const loudFrom = 10;

/** How loud the microphone is, every 100 ms. Written to the element directly, so that sound renders nothing. */
export function Level({ track, label }: { track: MediaStreamTrack | null; label: string }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const show = (level: number): void => {
      const lit = Math.round(level * steps);
      element.setAttribute('aria-valuenow', String(Math.round(level * 100)));
      for (const [index, step] of [...element.children].entries()) step.toggleAttribute('data-lit', index < lit);
    };
    show(0);
    if (!track) return undefined;
    const stop = watchLevel(track, show);
    return () => {
      stop();
      show(0);
    };
  }, [track]);
  return (
    <div
      ref={bar}
      className={styles.level}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      {Array.from({ length: steps }, (_, index) => (
        <span key={index} className={index >= loudFrom ? styles.loud : undefined} />
      ))}
    </div>
  );
}
