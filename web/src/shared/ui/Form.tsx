import { type ComponentProps, type SyntheticEvent, useEffect, useRef } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onInput' | 'onSubmit' | 'ref'> & { onSubmit: () => void };

/**
 * A form that says what is wrong with it in our own sentences: the browser's messages are off. Once a submission has
 * left fields marked as invalid, by the page or by the server's answer, the keyboard goes to the first of them, unless
 * somebody has typed since.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isDue = useRef(false);
  const focusFirst = (): void => {
    const field = isDue.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    isDue.current = false;
    field.focus();
  };
  // A refusal of the server is drawn any time later.
  useEffect(focusFirst);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSubmit();
    isDue.current = true;
    // The problems of before are not drawn again.
    requestAnimationFrame(focusFirst);
  };
  return <form {...rest} ref={form} noValidate onSubmit={submit} onInput={() => (isDue.current = false)} />;
}

/** What a field shows after it was saved: a cleaned or empty value, unless something was typed since it was sent. */
export function unlessTyped<T>(sent: T, saved: T): (shown: T) => T {
  return (shown) => (shown === sent ? saved : shown);
}
