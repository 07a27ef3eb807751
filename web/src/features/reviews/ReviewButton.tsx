import { Suspense, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { themed } from '#web/shared/themed.tsx';

const ReviewDialog = lazy(themed(() => import('./ReviewDialog.tsx')));

interface ReviewButtonProps {
  eventUuid: string;
  title: string;
  variant?: 'default' | 'ink';
}

/** Opens the dialog in which one says how it was. */
export function ReviewButton({ eventUuid, title, variant = 'default' }: ReviewButtonProps) {
  const { t } = useTranslation('reviews');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {t('write')}
      </Button>
      <Suspense fallback={null}>
        {open && <ReviewDialog eventUuid={eventUuid} title={title} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
