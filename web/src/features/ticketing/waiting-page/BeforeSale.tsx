import type { ReactNode } from 'react';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from './WaitingPage.module.css';

interface BeforeSaleProps {
  opensAt: number;
  eventPath: string;
  /** On a phone's bar there is room for the button alone. */
  bar: boolean;
  /** The button that sells, from the opening on. */
  children: ReactNode;
}

/** On the event page, until tickets are on sale: when they will be, and where to wait for them. */
export default function BeforeSale({ opensAt, eventPath, bar, children }: BeforeSaleProps) {
  const { t } = useTranslation('waiting');
  const dates = useDates();
  if (useNow() >= opensAt) return children;
  const button = (
    <Button size="lg" fullWidth component={Link} to={`${eventPath}/waiting`}>
      {t(bar ? 'waitHere' : 'toWaitingPage')}
    </Button>
  );
  if (bar) return button;
  return (
    <div className={styles.before}>
      <p className={styles.opens}>{t('opens', { time: formatShortDateTime(opensAt, dates) })}</p>
      <Countdown to={opensAt} />
      {button}
      <p className={styles.hint}>{t('opensHint')}</p>
    </div>
  );
}
