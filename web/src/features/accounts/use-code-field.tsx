import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';

const field = 'second_factor_code';

/** The field for the code of an authenticator app, shown from the beginning or when the server asks for the code. */
export function useCodeField(fromTheBeginning = false): {
  asked: boolean;
  /** The code for the call; undefined until it is asked for. */
  code: string | undefined;
  /** True when the refusal was about the code. The field is then shown, with what is wrong. */
  takes: (error: unknown) => boolean;
  /** Returns to the first step and forgets the typed code. */
  forget: () => void;
  input: ReactNode;
} {
  const { t } = useTranslation('auth');
  const [asked, setAsked] = useState(fromTheBeginning);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  return {
    asked,
    code: asked ? code : undefined,
    forget() {
      setAsked(false);
      setCode('');
      setWrong(undefined);
    },
    takes(error) {
      const message = error instanceof ApiRefusal ? error.field(field) : undefined;
      if (message === undefined) return false;
      setAsked(true);
      setWrong(asked ? message : undefined);
      return true;
    },
    input: asked && (
      <TextInput
        label={t('code.label')}
        description={wrong === undefined ? t('code.hint') : undefined}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        ref={focusOnce}
        value={code}
        error={wrong}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    ),
  };
}
