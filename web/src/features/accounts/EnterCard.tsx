import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { BackButton, type WayBack } from './BackButton.tsx';
import { isUsedUp } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';
import { useCodeField } from './use-code-field.tsx';

interface EnterCardProps {
  title: string;
  text: string;
  /** On the button that does it. */
  submit: string;
  /** There once it was refused. */
  back: WayBack;
  /** In its place, where the link is over and there is something better. */
  instead?: ReactNode;
  /** The code of an authenticator app is asked for from the beginning, not when the server wants it. */
  codeNeeded?: boolean;
  /** Does what the link is for, and leads on. `code` is undefined until it is asked for. */
  enter: (code: string | undefined) => Promise<void>;
}

/** Where a link of a mail, or Instagram, leads to an account: one press, and a code where the account has two steps. */
export function EnterCard({ title, text, submit, back, instead, codeNeeded = false, enter }: EnterCardProps) {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const second = useCodeField(codeNeeded);
  const send = async () => {
    setSending(true);
    try {
      await enter(second.code);
    } catch (error) {
      setRefusal(second.takes(error) ? undefined : error);
      setSending(false);
    }
  };
  const isRefused = refusal !== undefined;
  const isOver = isUsedUp(refusal);
  return (
    <LinkCard title={title} text={text} onSubmit={() => void send()}>
      {!isOver && second.input}
      {/* Refused once more in the same words, it is said once more. */}
      <FormRefusal message={isRefused && !sending ? messageOf(refusal) : undefined} />
      {!isOver && (
        <Button type="submit" size="lg" fullWidth loading={sending}>
          {submit}
        </Button>
      )}
      {isRefused && ((isOver && instead) || <BackButton {...back} only={isOver} />)}
    </LinkCard>
  );
}
