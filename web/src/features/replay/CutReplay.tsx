import { IconScissors } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { unlessTyped } from '#web/shared/ui/Form.tsx';
import { useCutReplay } from './queries.ts';
import styles from './ReplayPage.module.css';

interface CutReplayProps {
  replay: WireRecordedEvent;
  /** The first moment of the replay, and the one that is shown. */
  begins: number;
  moment: number;
}

/** For the host: marks a stretch while it plays and cuts it out. */
export function CutReplay({ replay, begins, moment }: CutReplayProps) {
  const { t } = useTranslation('replay');
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const change = useCutReplay(replay.event_uuid);
  const onError = (error: Error): void => toastError(messageOf(error));
  const timeOf = (at: number | undefined): string =>
    at === undefined ? '–' : formatCountdown(Math.max(0, at - begins));
  const cut = (): void => {
    if (from === undefined || to === undefined) return;
    const onSuccess = (): void => {
      setFrom(unlessTyped<number | undefined>(from, undefined));
      setTo(unlessTyped<number | undefined>(to, undefined));
    };
    change.mutate({ cut: { from, to } }, { onSuccess, onError });
  };
  return (
    <section className={styles.offer} aria-labelledby="replay-cut">
      <h2 id="replay-cut">{t('cut.title')}</h2>
      <p className={styles.line}>{t('cut.text')}</p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setFrom(moment)}>
          {t('cut.from', { at: timeOf(from) })}
        </Button>
        <Button variant="default" onClick={() => setTo(moment)}>
          {t('cut.to', { at: timeOf(to) })}
        </Button>
        <Button
          variant="ink"
          leftSection={<IconScissors size={18} stroke={1.8} aria-hidden="true" />}
          disabled={from === undefined || to === undefined || to <= from}
          loading={change.isPending}
          onClick={cut}
        >
          {t('cut.button')}
        </Button>
      </div>
      {replay.cuts.length > 0 && (
        <ul className={styles.cuts}>
          {replay.cuts.map((one) => (
            <li key={one.cut_uuid}>
              <span>
                {one.to <= begins
                  ? t('cut.first', { length: formatCountdown(one.to - one.from) })
                  : t('cut.done', { from: timeOf(one.from), to: timeOf(one.to) })}
              </span>
              {one.undoable && (
                <Button
                  size="sm"
                  variant="default"
                  disabled={change.isPending}
                  onClick={() => change.mutate({ restore: one.cut_uuid }, { onError })}
                >
                  {t('cut.undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
