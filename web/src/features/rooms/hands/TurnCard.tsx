import { IconHandStop, IconMicrophone2 } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { roleIn } from '../model/room-state.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { ConsentCard } from './ConsentCard.tsx';
import styles from './TurnCard.module.css';

/**
 * Offers the turn that the host gave, or the place of a guest on stage. Camera and microphone stay off until the person
 * presses "Go on air".
 */
export function TurnCard() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const offered = useSnapshot((snapshot) => snapshot.turn === 'offered');
  const noVideo = useSnapshot((snapshot) => snapshot.media.connection === 'none');
  const isGuest = useSnapshot(({ live }) => live?.stageGuest?.username === model.me.username);
  const role = useSnapshot(({ live }) => roleIn(live, model.me.username));
  const title = isGuest ? t(`roles.title.${role === 'cohost' ? 'cohost' : 'guest'}`) : t('turn.title');
  const Sign = isGuest ? IconMicrophone2 : IconHandStop;
  const { t: tRecording } = useTranslation('broadcast');
  const asks = useSnapshot(({ live, recorded }) => live?.recording === true && recorded === null);
  const goOnAir = async (agreed: boolean): Promise<void> => {
    await model.setConsent(agreed);
    await model.goOnAir();
  };
  return (
    <div className={styles.place} role="alert">
      {!offered && <ConsentCard />}
      {offered && (
        <div className={styles.turn} role="group" aria-label={title} data-offer={asks ? 'asks' : 'short'}>
          <span className={styles.hand}>
            <Sign size={24} stroke={1.8} aria-hidden="true" />
          </span>
          <div className={styles.words}>
            <h2>{title}</h2>
            <p>{t(`${isGuest ? 'roles' : 'turn'}.${noVideo ? 'textNoVideo' : 'text'}`)}</p>
            {asks && <p>{tRecording('recording.consent')}</p>}
          </div>
          <div className={styles.next}>
            {asks ? (
              <>
                <Button disabled={noVideo} onClick={() => void goOnAir(true)}>
                  {tRecording('recording.agree')}
                </Button>
                <Button variant="default" disabled={noVideo} onClick={() => void goOnAir(false)}>
                  {tRecording('recording.decline')}
                </Button>
              </>
            ) : (
              <Button disabled={noVideo} onClick={() => void model.goOnAir()}>
                {t('turn.go')}
              </Button>
            )}
            <Button variant="default" onClick={model.notNow}>
              {t('turn.later')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
