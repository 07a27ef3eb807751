import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** In px, or as styles say it. */
  height?: number | string;
  width?: number | string;
  radius?: number;
  /** Space above, in px. */
  top?: number;
  circle?: boolean;
  /** False shows the children it stands for. */
  visible?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}

/** The place of what is not here yet. */
export function Skeleton({ height, width, radius, top, circle, visible = true, className, children }: SkeletonProps) {
  return (
    <div
      className={className ? `${styles.skeleton} ${className}` : styles.skeleton}
      data-visible={visible || undefined}
      style={{ height, width: circle ? height : width, borderRadius: circle ? '50%' : radius, marginTop: top }}
    >
      {children}
    </div>
  );
}
