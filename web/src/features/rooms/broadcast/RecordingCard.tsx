import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { useEventPage, useSnapshot } from '../room-view.ts';
import styles from './StreamPanel.module.css';
import { useIngest, useRecording } from './use-ingest.ts';

/** How often the server is asked whether recording is possible. */
const askEveryMs = 5_000;

/** The host's switch: record the broadcast, and why a recording stopped. */
export function RecordingCard() {
  const { t } = useTranslation('broadcast');
  const page = useEventPage();
  const eventUuid = page.event.event_uuid;
  const recording = useIngest(eventUuid, askEveryMs).data?.recording;
  const isLive = useSnapshot((snapshot) => snapshot.live?.isLive ?? false);
  const now = useSnapshot((snapshot) => snapshot.live?.recording ?? false);
  const change = useRecording(eventUuid);
  if (!recording) return null;
  const { enabled, available, problem } = recording;
  const on = change.isPending ? change.variables : enabled;
  const waits = isLive ? 'recording.waits' : 'recording.whenLive';
  const line = t(!available ? 'recording.unavailable' : now ? 'recording.now' : on ? waits : 'recording.off');
  return (
    <section aria-labelledby="recording-title">
      <h2 id="recording-title" className={styles.title}>
        {t('recording.title')}
      </h2>
      <Switch
        label={t('recording.switch')}
        description={line}
        checked={on}
        disabled={!available && !on}
        onChange={(event) =>
          change.mutate(event.currentTarget.checked, { onError: (error) => toastError(messageOf(error)) })
        }
      />
      {problem !== null && (
        <p role="alert" className={styles.stopped}>
          {problem}
        </p>
      )}
    </section>
  );
}
