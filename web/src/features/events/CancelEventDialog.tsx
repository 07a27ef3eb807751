import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SeriesScope } from '@frontrow/core/events/series.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { rescheduleNoticeMs } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './CancelEventDialog.module.css';
import { ScopeChoice } from './ScopeChoice.tsx';

/** Cancels an event after telling what that does: refunds, the host's score, and that it is final. */
export function CancelEventDialog({ event, onClose }: { event: WireEvent; onClose: () => void }) {
  const { t } = useTranslation('hosting');
  const client = useQueryClient();
  const [scope, setScope] = useState<SeriesScope>('this');
  const { free } = eventPrice(event);
  const late = event.event_date - useNow() < rescheduleNoticeMs;
  const cancel = useMutation({
    mutationFn: () => call('POST /events/cancel', { body: { event_uuid: event.event_uuid, series_scope: scope } }),
    onSuccess: async () => {
      onClose();
      toastGood(t(free ? 'cancel.doneFree' : 'cancel.done'));
      await Promise.all([
        client.invalidateQueries({ queryKey: scope === 'this' ? ['event', event.event_uuid] : ['event'] }),
        client.invalidateQueries({ queryKey: ['events', 'mine'] }),
      ]);
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog onClose={onClose} title={t('cancel.title')} fullScreenOnPhone={false} closable={!cancel.isPending}>
      <ScopeChoice
        series={event.series}
        line={free ? undefined : t('series:scopeCancelLine')}
        value={scope}
        onChange={setScope}
      />
      <ul className={styles.list}>
        <li>
          {event.event_num_tickets_sold > 0
            ? t(free ? 'cancel.seats' : 'cancel.buyers', { count: event.event_num_tickets_sold })
            : t(free ? 'cancel.nobodyFree' : 'cancel.nobody')}
        </li>
        <li>{t('cancel.told')}</li>
        {late && <li className={styles.warn}>{t('cancel.score')}</li>}
      </ul>
      <div className={styles.buttons}>
        <Button size="lg" variant="ink" disabled={cancel.isPending} onClick={onClose} data-autofocus>
          {t('cancel.keep')}
        </Button>
        <Button size="lg" variant="outline" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
