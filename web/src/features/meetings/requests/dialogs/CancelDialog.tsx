import { useState } from 'react';
import { useNow } from '#web/shared/ui/use-now.ts';
import { backOnCancel, hostIsAway, isHost, may } from '../request-model.ts';
import styles from '../Requests.module.css';
import { useAct } from '../use-act.ts';
import { useWords } from '../use-words.ts';
import type { DialogOfRequest } from './dialog-props.ts';
import { MessageField } from './MessageField.tsx';
import { StepDialog } from './StepDialog.tsx';

const agreed: ReadonlySet<string> = new Set(['accepted', 'confirmed']);

/** Either side cancels, after reading what is refunded. */
export function CancelDialog({ request, onClose }: DialogOfRequest) {
  const { t, name, total } = useWords(request);
  const [message, setMessage] = useState('');
  const takesBack = may(request, 'take_back');
  // While it is open the last moment for money back may pass.
  const now = useNow();
  const back = backOnCancel(request, now);
  const isLate = takesBack && !hostIsAway(request, now);
  const act = useAct(
    'POST /private_requests/cancel',
    () => (back === 'all' ? t('cancel.doneBack', { total }) : t('cancel.done', { name })),
    onClose,
  );
  const line = back !== 'all' ? back : isHost(request) ? 'allHost' : isLate ? 'late' : 'allViewer';
  return (
    <StepDialog
      title={t(agreed.has(request.state) ? 'cancel.titleMeeting' : 'cancel.titleRequest')}
      keep={t('cancel.keep')}
      confirm={t(takesBack && back === 'all' ? 'cancel.refund' : 'cancel.confirm')}
      grave
      step={act}
      onClose={onClose}
      onConfirm={() =>
        act.mutate({
          request_uuid: request.request_uuid,
          refund: back === 'all',
          ...(message.trim() !== '' && { message }),
        })
      }
    >
      <p className={back === 'none' ? styles.warn : styles.strong}>{t(`cancel.${line}`, { name, total })}</p>
      <p className={styles.terms}>{t('cancel.told', { name })}</p>
      <MessageField
        label={t('cancel.message')}
        help={(counts) => t('cancel.messageHelp', { name, ...counts })}
        value={message}
        onChange={setMessage}
      />
    </StepDialog>
  );
}
