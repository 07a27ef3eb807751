import { type ReactNode, useState } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { BackButton, type BackLink } from './BackButton.tsx';
import { isUsedUp } from './form-errors.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';
import { useCodeField } from './use-code-field.tsx';

interface LoginCardProps {
  title: string;
  text: string;
  /** The label of the button. */
  submit: string;
  /** Shown below the button after a refusal. */
  back: BackLink;
  /** Replaces the button when the link does not work any more. */
  instead?: ReactNode;
  /** Shows the field for the code of an authenticator app from the beginning, not only after the server asks for it. */
  codeNeeded?: boolean;
  /** Uses the link and navigates on. `code` is undefined until it is asked for. */
  enter: (code: string | undefined) => Promise<void>;
}

/** The card that logs in by a mailed link or Instagram: one press, and a code where two-step login is on. */
export function LoginCard({ title, text, submit, back, instead, codeNeeded = false, enter }: LoginCardProps) {
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
      {/* Removed while sending, so that a screen reader announces the same sentence again. */}
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
