import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#web/shared/api/refusal.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';
import { useCodeField } from './use-code-field.tsx';

interface EnterCardProps {
  title: string;
  text: string;
  /** On the button that does it. */
  submit: string;
  /** On the way to the log-in page, there once it was refused. */
  back: string;
  /** The code of an authenticator app is asked for from the beginning, not when the server wants it. */
  codeNeeded?: boolean;
  /** Logs in, or connects, and leads on. `code` is undefined until it is asked for. */
  enter: (code: string | undefined) => Promise<void>;
}

/** Where a link of a mail, or Instagram, leads to an account: one press, and a code where the account has two steps. */
export function EnterCard({ title, text, submit, back, codeNeeded = false, enter }: EnterCardProps) {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const second = useCodeField(codeNeeded);
  const send = async () => {
    setSending(true);
    try {
      await enter(second.code);
    } catch (error) {
      setRefusal(second.takes(error) ? undefined : messageOf(error));
      setSending(false);
    }
  };
  return (
    <LinkCard title={title} text={text} onSubmit={() => void send()}>
      {second.input}
      <FormRefusal message={refusal} />
      <Button type="submit" size="lg" fullWidth loading={sending}>
        {submit}
      </Button>
      {refusal !== undefined && (
        <Button variant="default" size="lg" fullWidth component={Link} to="/login">
          {back}
        </Button>
      )}
    </LinkCard>
  );
}
