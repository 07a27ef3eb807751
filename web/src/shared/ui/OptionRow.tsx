import type { ReactNode } from 'react';
import styles from './OptionRow.module.css';

interface OptionRowProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  icon?: ReactNode;
  children: ReactNode;
  /** A second, quieter line. */
  line?: ReactNode;
  disabled?: boolean;
  /** A dialog that opens puts the focus here. */
  focusFirst?: boolean;
}

/** One of a few ways: pay with, event type. A real radio; put several in a `fieldset`. */
export function OptionRow({
  name,
  value,
  checked,
  onChoose,
  icon,
  children,
  line,
  disabled = false,
  focusFirst = false,
}: OptionRowProps) {
  return (
    <label className={`${styles.row} ${checked ? styles.on : ''} ${disabled ? styles.disabled : ''}`}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        {...(focusFirst ? { 'data-autofocus': true } : {})}
        className="fr-visually-hidden"
      />
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.text}>
        {children}
        {line && <span className={styles.line}>{line}</span>}
      </span>
      <span className={styles.mark} aria-hidden="true" />
    </label>
  );
}
