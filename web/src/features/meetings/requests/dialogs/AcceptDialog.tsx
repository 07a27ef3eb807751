import { shortNoticeMs } from '@frontrow/core/meetings/limits.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from '../Requests.module.css';
import { useAct } from '../use-act.ts';
import { useWords } from '../use-words.ts';
import type { DialogOfRequest } from './dialog-props.ts';
import { StepDialog } from './StepDialog.tsx';

/** The host accepts: says what is fixed by that. */
export function AcceptDialog({ request, onClose }: DialogOfRequest) {
  const { t, name, when, total, money } = useWords(request);
  const act = useAct('POST /private_requests/accept', () => t('accept.done', { name }), onClose);
  const isShort = request.starts_at - useNow() < shortNoticeMs;
  const isFree = request.total === 0;
  return (
    <StepDialog
      title={t('accept.title')}
      keep={t('accept.keep')}
      confirm={t('accept.confirm')}
      step={act}
      onClose={onClose}
      onConfirm={() => act.mutate({ request_uuid: request.request_uuid })}
    >
      <p className={styles.strong}>{t('accept.text', { when, minutes: request.minutes })}</p>
      <ul className={styles.points}>
        <li>{isFree ? t('accept.free') : t('accept.money', { name, total, price: money(request.price) })}</li>
        {!isFree && <li>{t(isShort ? 'accept.short' : 'accept.pay', { name })}</li>}
        <li>{t('accept.taken')}</li>
      </ul>
    </StepDialog>
  );
}
