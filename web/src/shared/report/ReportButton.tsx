import type { WireReport } from '@frontrow/contract/reports/api.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import styles from './ReportButton.module.css';

/** The form, fetched with its texts when it is first opened. */
export const ReportDialog = lazy(
  themed(() => import('./ReportDialog.tsx')),
  ['reports'],
);

/** What is reported, as the form sends it. */
export type ReportSubject = WireReport extends infer R
  ? R extends WireReport
    ? Omit<R, 'reason' | 'note'>
    : never
  : never;

/** "Report", quiet as it is rarely wanted. Visitors log in first, because a report has a sender. */
export default function ReportButton({ subject, className }: { subject: ReportSubject; className?: string }) {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className ?? styles.open}
        onClick={() => (user ? setOpen(true) : askToLogin('login', null, () => setOpen(true)))}
      >
        {t('report')}
      </button>
      <Suspense fallback={null}>{open && <ReportDialog subject={subject} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
