import type { ReactNode } from 'react';
import styles from './StageBackdrop.module.css';

/** The stage: black with a violet light from the left and a coral one from the right. Stage-colored in both themes. */
export function StageBackdrop({
  children,
  className,
  lights = 'hero',
}: {
  children?: ReactNode;
  className?: string | undefined;
  lights?: 'hero' | 'sheet' | 'banner' | 'none';
}) {
  return (
    <div className={`${styles.stage} ${lights === 'none' ? '' : styles[lights]} ${className ?? ''}`}>{children}</div>
  );
}
