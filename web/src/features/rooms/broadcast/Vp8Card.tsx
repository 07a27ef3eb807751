import '#web/shared/styles/components.ts';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { useEventPage } from '../room-view.ts';
import styles from './StreamPanel.module.css';
import { useIngest, useVp8 } from './use-ingest.ts';

const askEveryMs = 5_000;

/** The host's switch for browsers that cannot show H.264, what it costs, and whether it is in use now. */
export function Vp8Card() {
  const { t } = useTranslation('broadcast');
  const eventUuid = useEventPage().event.event_uuid;
  const vp8 = useIngest(eventUuid, askEveryMs).data?.vp8;
  const change = useVp8(eventUuid);
  if (!vp8 || (!vp8.available && !vp8.allowed)) return null;
  const on = change.isPending ? change.variables : vp8.allowed;
  return (
    <section aria-labelledby="vp8-title">
      <h2 id="vp8-title" className={styles.title}>
        {t('vp8.title')}
      </h2>
      <Switch
        label={t('vp8.switch')}
        description={t(on ? `vp8.${vp8.state}` : 'vp8.cost')}
        checked={on}
        onChange={(event) =>
          change.mutate(event.currentTarget.checked, { onError: (error) => toastError(messageOf(error)) })
        }
      />
    </section>
  );
}
