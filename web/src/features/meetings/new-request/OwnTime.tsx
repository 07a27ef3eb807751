import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { slotsAheadMs } from '@frontrow/core/meetings/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { instantOf, localDay } from '../requests/local-time.ts';
import styles from './Request.module.css';

interface OwnTimeProps {
  noticeHours: number;
  name: string;
  onChange: (at: number | undefined) => void;
}

const noon = '12:00';

/** Another time than the free ones: the host may take it, or propose one. */
export function OwnTime({ noticeHours, name, onChange }: OwnTimeProps) {
  const { t } = useTranslation('asking');
  const [typed, setTyped] = useState({ day: '', time: noon });
  const change = (next: Partial<typeof typed>) => {
    const now = { ...typed, ...next };
    setTyped(now);
    onChange(now.day === '' || now.time === '' ? undefined : instantOf(now.day, now.time));
  };
  const first = serverNow() + noticeHours * 3_600_000;
  return (
    <>
      <p className={styles.note}>{t('own.text', { name })}</p>
      <div className={styles.pair}>
        <DateField
          label={t('own.date')}
          min={localDay(first)}
          max={localDay(serverNow() + slotsAheadMs)}
          value={typed.day}
          onChange={(day) => change({ day })}
        />
        <TextInput
          type="time"
          label={t('own.time')}
          value={typed.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      </div>
      {noticeHours > 0 && <p className={styles.note}>{t('own.notice', { name, count: noticeHours })}</p>}
    </>
  );
}
