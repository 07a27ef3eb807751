import type { ComponentProps, MouseEvent } from 'react';

const ignore = (press: MouseEvent): void => press.preventDefault();

/**
 * What every button is drawn as. One that is at work ignores presses, and forms do not go out by it, but it is not
 * `disabled`: browsers take the keyboard off such a one.
 */
export function ButtonRoot({
  type = 'button',
  disabled,
  'data-loading': busy,
  onClick,
  ...rest
}: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      data-loading={busy}
      disabled={disabled && !busy}
      {...(busy && { 'aria-disabled': true })}
      onClick={busy ? ignore : onClick}
    />
  );
}
