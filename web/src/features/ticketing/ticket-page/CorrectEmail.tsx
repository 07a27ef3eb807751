import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import styles from './TicketPage.module.css';

/** A guest's ticket could not be emailed: the browser that bought it may correct the address. */
export default function CorrectEmail({ eventUuid, refused }: { eventUuid: string; refused: string }) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const correct = useMutation({
    mutationFn: () => call('POST /tickets/correct_email', { body: { event_uuid: eventUuid, email } }),
    onSuccess: async () => {
      toastGood(t('correctEmail.done', { email }));
      await client.invalidateQueries({ queryKey: ['tickets', 'mailed', eventUuid] });
    },
  });
  const { error } = correct;
  const atField = error instanceof ApiRefusal ? error.field('email') : undefined;
  const submit = () => {
    if (!correct.isPending) correct.mutate();
  };
  return (
    <Form className={styles.refused} onSubmit={submit}>
      <div role="status">
        <p className={styles.refusedTitle}>{t('page.emailRefused', { email: refused })}</p>
        <p>{t('correctEmail.text')}</p>
      </div>
      <EmailInput
        className={styles.correct}
        label={t('correctEmail.email')}
        value={email}
        error={atField ?? (error ? messageOf(error) : undefined)}
        onChange={(event) => setEmail(typedEmail(event.currentTarget.value))}
      />
      <Button type="submit" size="sm" loading={correct.isPending}>
        {t('correctEmail.send')}
      </Button>
    </Form>
  );
}
