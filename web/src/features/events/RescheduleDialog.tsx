import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Temporal } from 'temporal-polyfill';
import type { SeriesScope } from '@frontrow/core/events/series.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { readStartTime } from '@frontrow/core/events/start-time.ts';
import { rescheduleProblem } from '@frontrow/core/events/change-event.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatLongDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { serverNow } from '#web/shared/server-clock.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './CancelEventDialog.module.css';
import { eventKey } from './event-feed.ts';
import { startOf } from './publish/draft-times.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { StartFields } from './publish/StartFields.tsx';

/** Moves the start: once, to a later time, at least 24 h before. The dialog says first what that does. */
export default function RescheduleDialog({ event, onClose }: { event: WireEvent; onClose: () => void }) {
  const { t } = useTranslation('hosting');
  const client = useQueryClient();
  const zone = event.event_location.data.zoneName;
  const [start, setStart] = useState(() => {
    const old = Temporal.Instant.fromEpochMilliseconds(event.event_date).toZonedDateTimeISO(zone);
    return {
      date: null as string | null,
      time: old.toPlainTime().toString({ smallestUnit: 'minute' }) as string | null,
    };
  });
  const [scope, setScope] = useState<SeriesScope>('this');
  const [problem, setProblem] = useState<string>();
  const move = useMutation({
    mutationFn: (to: number) =>
      call('POST /events/reschedule', {
        body: { event_uuid: event.event_uuid, event_date: to, event_start_hour: start.time ?? '', series_scope: scope },
      }),
    onSuccess: async () => {
      onClose();
      toastGood(t('reschedule.done'));
      await client.invalidateQueries({ queryKey: scope === 'this' ? eventKey(event.event_uuid) : ['event'] });
      await client.invalidateQueries({ queryKey: ['events', 'mine'] });
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = () => {
    const to = startOf(start.date, start.time, zone);
    const read = readStartTime(to, start.time ?? '', zone, serverNow());
    const standing = { now: serverNow(), state: 'upcoming', startsAt: event.event_date, reschedules: 0 } as const;
    const why = typeof read === 'string' ? read : rescheduleProblem(standing, read.startsAt);
    setProblem(why && refusalText(why, { zone }));
    if (!why && to !== undefined) move.mutate(to);
  };
  const taken = event.event_num_tickets_sold;
  const dates = { ...useDates(), zone };
  const when = (at: number) => formatLongDateTime(at, dates);
  return (
    <Dialog title={t('reschedule.title')} onClose={onClose} closeOnClickOutside={false} closable={!move.isPending}>
      <p className={styles.now}>{t('reschedule.now', { when: when(event.event_date), zone })}</p>
      <ScopeChoice series={event.series} line={t('series:scopeMoveLine')} value={scope} onChange={setScope} />
      <div className={styles.fields}>
        <StartFields
          date={start.date}
          time={start.time}
          from={event.event_date}
          zone={zone}
          problems={{ date: problem }}
          onChange={(next) => {
            setStart((before) => ({ ...before, ...next }));
            setProblem(undefined);
          }}
        />
      </div>
      <ul className={styles.list}>
        <li>{taken > 0 ? t('reschedule.told', { count: taken }) : t('reschedule.nobody')}</li>
        {taken > 0 && <li>{t('reschedule.refund')}</li>}
        <li className={styles.warn}>{t('reschedule.once')}</li>
      </ul>
      <div className={styles.buttons}>
        <Button size="lg" variant="ink" disabled={move.isPending} onClick={onClose} data-autofocus>
          {t('reschedule.keep')}
        </Button>
        <Button size="lg" variant="outline" loading={move.isPending} onClick={submit}>
          {t('reschedule.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
