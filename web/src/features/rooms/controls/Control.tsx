import '#web/shared/styles/components.ts';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { toast } from '#web/shared/toasts/toast.ts';
import styles from './ControlBar.module.css';

/** How icons look on the control bar. */
export const controlIcon = { size: 22, stroke: 1.8, 'aria-hidden': true } as const;

interface ControlProps {
  label: string;
  /** Keyboard shortcut, shown next to the label. */
  shortcut?: string;
  icon: ReactNode;
  tone?: 'idle' | 'on' | 'muted' | 'hand' | 'end';
  pressed?: boolean;
  /** It looks unavailable, and its label, which says why, is shown on tap: touch has no hover. */
  disabled?: boolean;
  /** What it was pressed for is under way. It keeps the focus until that is done. */
  busy?: boolean;
  badge?: number;
  /** Words next to the icon: the pill of a raised hand. */
  text?: string | undefined;
  className?: string | undefined;
  onClick: () => void;
}

/** A 48-px round button over the picture, with its name on hover and for screen readers. */
export function Control({
  label,
  shortcut,
  icon,
  tone = 'idle',
  pressed,
  disabled = false,
  busy = false,
  badge = 0,
  text,
  className,
  onClick,
}: ControlProps) {
  return (
    <Tooltip
      label={
        <span className={styles.tip}>
          {label}
          {shortcut && <kbd>{shortcut}</kbd>}
        </span>
      }
      classNames={{ tooltip: styles.tooltip }}
      offset={14}
      withinPortal={false}
    >
      <button
        type="button"
        className={`${styles.control} ${className ?? ''}`}
        data-tone={tone}
        data-wide={text !== undefined || undefined}
        aria-label={[label, text, badge > 0 ? badge : undefined].filter((part) => part !== undefined).join(', ')}
        aria-pressed={pressed}
        data-unavailable={disabled || undefined}
        aria-disabled={disabled || busy || undefined}
        aria-busy={busy || undefined}
        aria-keyshortcuts={shortcut}
        onClick={() => {
          if (disabled && !busy) void toast(label, { id: 'unavailable' });
          else if (!busy) onClick();
        }}
      >
        {icon}
        {text !== undefined && <span aria-hidden="true">{text}</span>}
        {badge > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
