import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { looksLikeEmail, typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { rememberBegun } from './begun-here.ts';
import { waitlistKey } from './use-my-place.ts';
import styles from './WaitlistBox.module.css';

interface JoinAsGuestProps {
  event: WireEvent;
  onClose: () => void;
  /** The person has logged in instead: they join by their account. */
  onLoggedIn: () => void;
}

/** An address is all that a guest gives: place and offer come by mail, and show in this browser. */
export default function JoinAsGuest({ event, onClose, onLoggedIn }: JoinAsGuestProps) {
  const { t } = useTranslation('waitlist');
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const join = useMutation({
    mutationFn: () => call('POST /events/waitlist', { body: { event_uuid: event.event_uuid, join: true, email } }),
    onSuccess: async () => {
      rememberBegun(event.event_uuid);
      onClose();
      await client.invalidateQueries({ queryKey: waitlistKey });
    },
    onError: (error) => {
      const besideField = error instanceof ApiRefusal ? error.field('email') : undefined;
      if (besideField === undefined) toastError(messageOf(error));
      else setProblem(besideField);
    },
  });
  const submit = () => {
    const wrong = email === '' ? 'emailMissing' : looksLikeEmail(email) ? undefined : 'emailWrong';
    setProblem(wrong && t(wrong));
    if (!wrong && !join.isPending) join.mutate();
  };
  return (
    <Dialog
      title={t('join')}
      onClose={onClose}
      closeOnClickOutside={false}
      fullScreenOnPhone={false}
      closable={!join.isPending}
    >
      <Form onSubmit={submit} className={styles.join}>
        <EmailInput
          label={t('email')}
          description={t('emailHelp')}
          data-autofocus
          value={email}
          error={problem}
          onChange={(changed) => {
            setEmail(typedEmail(changed.currentTarget.value));
            setProblem(undefined);
          }}
        />
        <Button type="submit" size="lg" fullWidth loading={join.isPending}>
          {t('join')}
        </Button>
        <Button
          variant="plain"
          fullWidth
          disabled={join.isPending}
          onClick={() => {
            onClose();
            askToLogin('login', null, onLoggedIn, { what: 'waitlist', of: event.event_uuid });
          }}
        >
          {t('login')}
        </Button>
      </Form>
    </Dialog>
  );
}
