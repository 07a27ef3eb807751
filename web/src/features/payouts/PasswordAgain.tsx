import '#web/shared/styles/components.ts';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';

interface TypedPassword {
  readonly isAsked: boolean;
  readonly value: string;
  readonly inBody: { password?: string };
  readonly type: (value: string) => void;
  /** Remembers that the server asked for it. */
  readonly follow: (error: unknown) => void;
  /** The server's sentence that belongs to the field. */
  readonly atField: (error: unknown) => string | undefined;
}

const asks = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.is('password_needed') || error.is('password_wrong'));

/** The password of a person who changes where money goes, typed once the server asks for it. */
export function usePasswordAgain(isAsked = false): TypedPassword {
  const [asked, setAsked] = useState(isAsked);
  const [value, setValue] = useState('');
  return {
    isAsked: asked,
    value,
    inBody: asked ? { password: value } : {},
    type: setValue,
    follow: (error) => {
      if (asks(error)) setAsked(true);
    },
    // The hint below the field says already that it is needed.
    atField: (error) =>
      error instanceof ApiRefusal && error.is('password_wrong') ? error.field('password') : undefined,
  };
}

export function PasswordAgain({ typed, error }: { typed: TypedPassword; error: string | undefined }) {
  const { t } = useTranslation('payouts');
  if (!typed.isAsked) return null;
  return (
    <PasswordInput
      label={t('password.label')}
      description={t('password.why')}
      autoComplete="current-password"
      data-autofocus
      ref={focusOnce}
      value={typed.value}
      onChange={(event) => typed.type(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
    />
  );
}
