import { useState } from 'react';
import { useAct } from '../use-act.ts';
import { useWords } from '../use-words.ts';
import type { DialogOfRequest } from './dialog-props.ts';
import { MessageField } from './MessageField.tsx';
import { StepDialog } from './StepDialog.tsx';

/** The host rejects, and says why. */
export function RejectDialog({ request, onClose }: DialogOfRequest) {
  const { t, name } = useWords(request);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const act = useAct('POST /private_requests/reject', () => t('reject.done', { name }), onClose);
  const reject = () => {
    const isMissing = reason.trim() === '';
    setMissing(isMissing);
    if (!isMissing) act.mutate({ request_uuid: request.request_uuid, reason });
  };
  return (
    <StepDialog
      title={t('reject.title')}
      keep={t('reject.keep')}
      confirm={t('reject.confirm')}
      grave
      step={act}
      onClose={onClose}
      onConfirm={reject}
    >
      <MessageField
        label={t('reject.reason')}
        help={(counts) => t('reject.reasonHelp', { name, ...counts })}
        value={reason}
        error={missing ? t('reject.missing') : undefined}
        onChange={(next) => {
          setReason(next);
          setMissing(false);
        }}
        focusFirst
      />
    </StepDialog>
  );
}
