import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatCount } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { numberIn } from '#web/shared/ui/amount-field.ts';
import { eventSeats } from '#web/shared/ui/event-card-model.ts';
import styles from './CancelEventDialog.module.css';
import { eventKey, fetchEvent } from './event-feed.ts';
import { isTooMany, seatsChange, seatsMaxOf, wereChanged } from './more-seats.ts';

/** More seats for an event that is out. Who waits is offered them first. */
export default function AddSeatsDialog({ event, onClose }: { event: WireEvent; onClose: () => void }) {
  const { t, language } = useTranslation('hosting');
  const client = useQueryClient();
  const [before, setBefore] = useState(eventSeats(event).total);
  const [more, setMore] = useState<number | string>(1);
  const [problem, setProblem] = useState<string>();
  const added = numberIn(more) ?? 0;
  const max = seatsMaxOf(event);
  const tooMany = isTooMany(event, before, added);
  const add = useMutation({
    // The new total, not the difference: asked twice it adds once.
    mutationFn: async () => {
      const { event: now } = await fetchEvent(event.event_uuid, undefined);
      if (wereChanged(now, before, added)) return eventSeats(now).total;
      await call('POST /events/update', { body: seatsChange(event, before + added) });
      return undefined;
    },
    onSuccess: async (total) => {
      if (total === undefined) {
        onClose();
        toastGood(t('addSeats.done', { count: added }));
      } else {
        setBefore(total);
        setProblem(t('addSeats.changed', { total: formatCount(total, language) }));
      }
      await client.invalidateQueries({ queryKey: eventKey(event.event_uuid) });
      await client.invalidateQueries({ queryKey: ['events', 'mine'] });
    },
    onError: (error) => setProblem(messageOf(error)),
  });
  const submit = () => {
    if (added > 0 && !tooMany && !add.isPending) add.mutate();
  };
  return (
    <Dialog title={t('addSeats.title')} onClose={onClose} closeOnClickOutside={false} closable={!add.isPending}>
      <Form className={styles.form} onSubmit={submit}>
        <p className={styles.words}>{t('addSeats.first')}</p>
        <NumberInput
          label={t('addSeats.more')}
          description={t('addSeats.total', { total: before + added })}
          data-autofocus
          min={1}
          max={max - before}
          clampBehavior="none"
          allowNegative={false}
          allowDecimal={false}
          value={more}
          error={tooMany ? t('addSeats.beyond', { max: formatCount(max, language) }) : problem}
          onChange={(changed) => {
            setMore(changed);
            setProblem(undefined);
          }}
        />
        <div className={styles.buttons}>
          <Button size="lg" variant="default" disabled={add.isPending} onClick={onClose}>
            {t('addSeats.keep')}
          </Button>
          <Button size="lg" type="submit" loading={add.isPending} disabled={added < 1 || tooMany}>
            {t('addSeats.add', { count: added })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
