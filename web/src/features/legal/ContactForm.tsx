import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { contactTopics, type ContactTopic } from '@frontrow/contract/system/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { typedEmail } from '#web/shared/typed-email.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { EmailInput } from '#web/shared/ui/EmailInput.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import styles from './HelpPage.module.css';

interface Problems {
  email?: string | undefined;
  message?: string | undefined;
  /** About neither field. */
  form?: string | undefined;
}

const problemsOf = (error: unknown): Problems => {
  const refusal = error instanceof ApiRefusal ? error : undefined;
  const email = refusal?.field('email');
  const message = refusal?.field('message');
  return email === undefined && message === undefined ? { form: messageOf(error) } : { email, message };
};

/** A message to support. It works logged out, too: then the reply address is asked for. */
export default function ContactForm() {
  const { t } = useTranslation('help');
  const own = useSession(({ user }) => user?.user_email ?? '');
  const [topic, setTopic] = useState<ContactTopic>('other');
  const [typed, setTyped] = useState<string>();
  const [message, setMessage] = useState('');
  const [state, setState] = useState<'form' | 'busy' | 'sent'>('form');
  const [problems, setProblems] = useState<Problems>({});
  const email = typed ?? own;
  async function send(): Promise<void> {
    const missing = {
      email: email.includes('@') ? undefined : t('contact.emailWrong'),
      message: message.trim() ? undefined : t('contact.messageMissing'),
    };
    setProblems(missing);
    if (missing.email ?? missing.message) return;
    setState('busy');
    try {
      await call('POST /contact', { body: { topic, message, email } });
      setState('sent');
      setMessage(unlessTyped(message, ''));
    } catch (error) {
      setState('form');
      setProblems(problemsOf(error));
    }
  }
  if (state === 'sent')
    return (
      <div className={styles.form} role="status">
        <h3 ref={focusOnce} tabIndex={-1}>
          {t('contact.sent')}
        </h3>
        <p className={styles.soft}>{t('contact.sentText', { email })}</p>
        <Button variant="default" onClick={() => setState('form')}>
          {t('contact.another')}
        </Button>
      </div>
    );
  const submit = () => {
    if (state === 'form') void send();
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <NativeSelect
        label={t('contact.topic')}
        value={topic}
        onChange={(event) => setTopic(event.currentTarget.value as ContactTopic)}
        data={contactTopics.map((value) => ({ value, label: t(`contact.topics.${value}`) }))}
      />
      <EmailInput
        label={t('contact.email')}
        value={email}
        error={problems.email}
        onChange={(event) => setTyped(typedEmail(event.currentTarget.value))}
      />
      <Textarea
        label={t('contact.message')}
        placeholder={t('contact.messagePlaceholder')}
        autosize
        minRows={4}
        maxRows={12}
        value={message}
        error={problems.message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {problems.form && (
        <p role="alert" className={styles.wrong}>
          {problems.form}
        </p>
      )}
      <Button type="submit" size="lg" fullWidth loading={state === 'busy'}>
        {t('contact.send')}
      </Button>
    </Form>
  );
}
