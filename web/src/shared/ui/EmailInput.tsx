import '#web/shared/styles/components.ts';
import { TextInput, type TextInputProps } from '@mantine/core';

/**
 * A field for an address. Not `type="email"`: browsers rewrite the domain of such a field (`bücher.example` becomes
 * `xn--bcher-kva.example`), and people would read that instead of what they typed.
 */
export const EmailInput = (props: TextInputProps) => (
  <TextInput
    type="text"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
  />
);
