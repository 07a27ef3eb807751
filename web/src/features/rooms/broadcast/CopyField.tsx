import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';
import styles from './Connection.module.css';

/** How long the button says that it copied. */
const copiedShownMs = 2_000;
const icon = { size: 18, stroke: 1.7 } as const;
/** Says nothing of the secret's length. */
const dots = '•'.repeat(16);

function useCopy(value: string) {
  const { t } = useTranslation('broadcast');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // No clipboard: plain http, or refused.
      toastWarning(t('connection.byHand'));
    }
  };
  return { copied, copy };
}

interface CopyFieldProps {
  label: string;
  value: string;
  /** Hidden until it is asked for. It can be copied unseen. */
  secret?: boolean;
  note?: string;
}

/** A text for another program, with a button that copies it. */
export function CopyField({ label, value, secret = false, note }: CopyFieldProps) {
  const { t } = useTranslation('broadcast');
  const id = useId();
  const [shown, setShown] = useState(!secret);
  const { copied, copy } = useCopy(value);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          id={id}
          readOnly
          value={shown ? value : dots}
          data-secret={!shown || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => shown && event.currentTarget.select()}
        />
        {secret && (
          <ActionIcon
            variant="quiet"
            size={40}
            aria-label={t(shown ? 'connection.hide' : 'connection.show')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
          </ActionIcon>
        )}
        <ActionIcon
          variant="quiet"
          size={40}
          aria-label={t('connection.copy', { what: label })}
          data-copied={copied || undefined}
          className={styles.copy}
          onClick={() => void copy()}
        >
          {copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
        </ActionIcon>
        <span role="status" className={copied ? styles.copied : 'fr-visually-hidden'}>
          {copied && t('connection.copied')}
        </span>
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
}
