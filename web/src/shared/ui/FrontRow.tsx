import { frontRow } from '@frontrow/artwork/front-row.ts';
import { memo } from 'react';
import styles from './FrontRow.module.css';

/** Drawn wide and cut by the window, so heads are never scaled and nothing has to be measured. */
const wide = { width: 2560, step: 53, place: 27 / 48 };
const phone = { width: 768, step: 43, place: 11 / 18 };

interface FrontRowProps {
  seed: string;
  /** Height in px on desktop and on phones. */
  height?: number;
  phoneHeight?: number;
  /** A fixed width (a dialog's head); without it the row spans the window. */
  width?: number;
  /** Whether one head is coral: you. */
  you?: boolean;
}

function Heads({
  seed,
  width,
  height,
  step,
  place,
  className,
}: {
  seed: string;
  width: number;
  height: number;
  step: number;
  place: number;
  className?: string | undefined;
}) {
  const { crowd, you } = frontRow(seed, width, height, step, place);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMax slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      {you && <path d={you} fill="var(--fr-coral)" />}
      <path d={crowd} fill="var(--fr-follow)" />
    </svg>
  );
}

/** Heads seen from behind, in the color of the surface that follows (`--fr-follow`). At most three on a page. */
export const FrontRow = memo(function FrontRow({
  seed,
  height = 64,
  phoneHeight = 44,
  width,
  you = true,
}: FrontRowProps) {
  if (width !== undefined) {
    return (
      <div className={styles.row}>
        <Heads seed={seed} width={width} height={height} step={43} place={you ? 0.5 : -1} />
      </div>
    );
  }
  return (
    <div className={styles.row}>
      <Heads
        seed={seed}
        width={wide.width}
        height={height}
        step={wide.step}
        place={you ? wide.place : -1}
        className={styles.wide}
      />
      <Heads
        seed={seed}
        width={phone.width}
        height={phoneHeight}
        step={phone.step}
        place={you ? phone.place : -1}
        className={styles.phone}
      />
    </div>
  );
});
