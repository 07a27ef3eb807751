import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { IconLivePhoto } from '@tabler/icons-react';
import { goLiveObstacle } from '../model/admission.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './GoLiveBar.module.css';

/** The second, deliberate step: until it the picture is the host's alone. Says what it waits for. */
export function GoLiveBar() {
  const can = useCapabilities();
  return can.mayGoLive && can.maySelectSource ? <Bar /> : null;
}

function Bar() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const obstacle = useSnapshot(goLiveObstacle);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('goLive'));
  return (
    <section className={styles.bar} aria-label={t('live.label')}>
      <p id="go-live-state" role="status">
        {t(`live.${obstacle ?? 'ready'}`)}
      </p>
      <Button
        size="md"
        disabled={obstacle !== null}
        loading={busy}
        aria-describedby="go-live-state"
        leftSection={<IconLivePhoto size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => void model.goLive()}
      >
        {t('live.go')}
      </Button>
    </section>
  );
}
