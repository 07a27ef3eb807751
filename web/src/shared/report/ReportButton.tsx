import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import type { ReportSubject } from './report-subject.ts';

let next: string | undefined;

/** Opens the form of this report as soon as its button is shown: for someone who pressed it and had to log in first. */
export const reportNext = (subject: ReportSubject): void => void (next = JSON.stringify(subject));

/** Whether the form of this report is to be opened, once. */
export function takeReport(subject: ReportSubject): boolean {
  if (next !== JSON.stringify(subject)) return false;
  next = undefined;
  return true;
}

/** The form, fetched with its texts when it is first opened. */
export const ReportDialog = lazy(
  themed(() => import('./ReportDialog.tsx')),
  ['reports'],
);

/** "Report", quiet as it is rarely wanted. Visitors log in first, because a report has a sender. */
export default function ReportButton({ subject }: { subject: ReportSubject }) {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (takeReport(subject)) setOpen(true);
  }, [subject]);
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        className="fr-others"
        onClick={() =>
          user ? setOpen(true) : askToLogin('login', null, () => setOpen(true), { what: 'report', of: subject })
        }
      >
        {t('report')}
      </Button>
      <Suspense fallback={null}>{open && <ReportDialog subject={subject} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
