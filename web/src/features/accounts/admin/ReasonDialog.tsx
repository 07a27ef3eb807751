import '#web/shared/styles/components.ts';
import { refusalReasonCharsMax } from '@frontrow/core/accounts/influencer-request.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Admin.module.css';

interface ReasonDialogProps {
  title: string;
  text: string;
  /** What is asked for; the reason where nothing is said. */
  label?: string;
  /** More fields, above the reason. */
  children?: ReactNode;
  /** What has to be typed before the button works, for actions that cannot be undone. */
  confirm?: string;
  /** The label of the button. */
  action: string;
  done: string;
  act: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** Runs after success and after failure, to load the list again. */
  onSettled: () => void;
}

/** Asks for the reason of an action that cannot be undone. */
export function ReasonDialog({
  title,
  text,
  label,
  children,
  confirm,
  action,
  done,
  act,
  onClose,
  onSettled,
}: ReasonDialogProps) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isConfirmed = confirm === undefined || typed.trim().toLowerCase() === confirm.toLowerCase();
  const field = useRef<HTMLTextAreaElement>(null);
  const run = useMutation({
    mutationFn: () => act(reason),
    onSuccess: () => {
      toastGood(done);
      onClose();
    },
    onError: () => field.current?.focus(),
    onSettled,
  });
  return (
    <Dialog title={title} onClose={onClose} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) run.mutate();
        }}
      >
        <p className={styles.line}>{text}</p>
        {children}
        <Textarea
          ref={field}
          label={label ?? t('reason')}
          rows={4}
          maxLength={refusalReasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={run.isError ? messageOf(run.error) : undefined}
          data-autofocus
        />
        {confirm !== undefined && (
          <TextInput
            label={t('backoffice:confirm', { text: confirm })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="lg" fullWidth loading={run.isPending} disabled={!isConfirmed}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
