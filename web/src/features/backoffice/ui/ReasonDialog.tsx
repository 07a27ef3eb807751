import '#web/shared/styles/components.ts';
import { refusalReasonCharsMax } from '@frontrow/core/accounts/influencer-request.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import styles from './Admin.module.css';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** What is asked for; the reason where nothing is said. */
  label?: string;
  /** The reason may be left out. */
  optional?: boolean;
  /** More fields, above the reason. */
  children?: ReactNode;
  /** One of those fields cannot be read, and says so. */
  blocked?: boolean;
  /** What has to be typed, for actions that cannot be undone. */
  confirm?: string;
  /** The label of the button. */
  action: string;
  done: string;
  act: (reason: string) => Promise<unknown>;
  /** Of actions that are sent one after the other, the same name. */
  scope?: string;
  onClose: () => void;
  /** Runs after success and after failure, to load the list again. */
  onSettled: () => void;
}

/** The label quotes what is to be typed; some type or paste the quotes, too. */
const quotes = /["“”„«»]/g;

/** Asks for the reason of an action that cannot be undone. */
export function ReasonDialog({
  title,
  text,
  label,
  optional = false,
  children,
  blocked = false,
  confirm,
  action,
  done,
  act,
  scope,
  onClose,
  onSettled,
}: ReasonDialogProps) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const isGiven = optional || reason.trim() !== '';
  const isConfirmed =
    confirm === undefined || typed.replaceAll(quotes, '').trim().toLowerCase() === confirm.toLowerCase();
  const run = useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: () => act(reason),
    onSuccess: () => {
      toastGood(done);
      onClose();
    },
    onSettled,
  });
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false} closable={!run.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          setTried(true);
          if (isGiven && isConfirmed && !blocked && !run.isPending) run.mutate();
        }}
      >
        <p className={styles.line}>{text}</p>
        {children}
        <Textarea
          label={label ?? t('reason')}
          rows={4}
          maxLength={refusalReasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && !isGiven ? t('required') : run.isError ? messageOf(run.error) : undefined}
          data-autofocus
        />
        {confirm !== undefined && (
          <TextInput
            label={t('backoffice:confirm', { text: confirm })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={tried && !isConfirmed ? t('backoffice:notConfirmed') : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="lg" fullWidth loading={run.isPending}>
          {action}
        </Button>
      </Form>
    </Dialog>
  );
}
