import type { ComponentProps, ElementType, ReactNode } from 'react';
import { ButtonRoot } from './ButtonRoot.tsx';
import styles from './Button.module.css';

interface Look {
  variant?: 'filled' | 'default' | 'outline' | 'subtle' | 'plain' | 'ink' | 'quiet' | 'glass' | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | undefined;
  fullWidth?: boolean | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** At work: presses are ignored, the keyboard stays on it. */
  loading?: boolean | undefined;
}

type ButtonProps<C extends ElementType> = Look & { component?: C } & Omit<ComponentProps<C>, keyof Look | 'component'>;

/**
 * The product's button, also what links that look like one are drawn with (`component`). It is our own as every first
 * screen has some: the library's would bring a tenth of the page's code with it.
 */
export function Button<C extends ElementType = 'button'>({
  component,
  variant = 'filled',
  size = 'md',
  fullWidth,
  leftSection,
  rightSection,
  loading,
  className,
  children,
  ...rest
}: ButtonProps<C>) {
  const Root: ElementType = component ?? ButtonRoot;
  return (
    <Root
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={fullWidth || undefined}
      data-left={leftSection ? true : undefined}
      data-right={rightSection ? true : undefined}
      data-loading={loading || undefined}
    >
      {loading && <span className={styles.ring} aria-hidden="true" />}
      <span className={styles.inner}>
        {leftSection && <span className={styles.section}>{leftSection}</span>}
        <span className={styles.label}>{children}</span>
        {rightSection && <span className={styles.section}>{rightSection}</span>}
      </span>
    </Root>
  );
}
