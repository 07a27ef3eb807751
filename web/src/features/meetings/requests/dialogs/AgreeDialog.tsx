import { shortNoticeMs } from '@frontrow/core/meetings/limits.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from '../Requests.module.css';
import { useAct } from '../use-act.ts';
import { useWords } from '../use-words.ts';
import type { DialogOfRequest } from './dialog-props.ts';
import { StepDialog } from './StepDialog.tsx';

/** The viewer agrees to exactly what is shown here. */
export function AgreeDialog({ request, onClose }: DialogOfRequest) {
  const { t, name, when, total } = useWords(request);
  const act = useAct('POST /private_requests/agree', () => t('agree.done', { name }), onClose);
  const isShort = request.starts_at - useNow() < shortNoticeMs;
  const words = request.history.at(-1)?.message;
  return (
    <StepDialog
      title={t('agree.title')}
      keep={t('agree.keep')}
      confirm={t('agree.confirm')}
      step={act}
      onClose={onClose}
      onConfirm={() => act.mutate({ request_uuid: request.request_uuid, changed_at: request.changed_at })}
    >
      <p className={styles.strong}>{t('agree.text', { when, minutes: request.minutes, total })}</p>
      {words && (
        <div>
          <p className={styles.terms}>{t('agree.message', { name })}</p>
          <p className={styles.quote} {...userText}>
            {words}
          </p>
        </div>
      )}
      <p>{t(request.total === 0 ? 'agree.free' : isShort ? 'agree.short' : 'agree.pay')}</p>
    </StepDialog>
  );
}
