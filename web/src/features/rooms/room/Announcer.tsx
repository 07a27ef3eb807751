import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { isAway } from '../media/media-model.ts';
import { handPlace } from '../model/room-state.ts';
import { useTurnIsSoonOver } from '../hands/TurnClock.tsx';
import { ordinal } from '../hands/ordinal.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';

/** Tells screen readers what others see change: the place in line, who is on stage, a lost connection. */
export function Announcer() {
  const { t, language } = useTranslation('rooms');
  const { model } = useRoomParts();
  const { mayChooseSpeaker } = useCapabilities();
  const place = useSnapshot((snapshot) => handPlace(snapshot.live, model.me.username));
  const speaking = useSnapshot((snapshot) => snapshot.live?.speaking?.username ?? null);
  const away = useSnapshot(({ media }) => speaking !== null && isAway(media, speaking));
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost');
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const feedStopped = useSnapshot(({ feed }) => live.source !== null && feed.shown === 'slate');
  const unsupported = useSnapshot(({ feed }) => live.source !== null && feed.shown === 'unsupported');
  const hands = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  const next = useSnapshot((snapshot) => snapshot.live?.next ?? null);
  const warmUp = useSnapshot((snapshot) => snapshot.live?.warmUp?.state ?? null);
  const soon = useTurnIsSoonOver();
  const answering = useSnapshot((snapshot) => snapshot.live?.answering ?? null);
  const poll = useSnapshot(({ live: now, polls }) => polls?.find((one) => one.id === now?.openPoll) ?? null);
  return (
    <div className="fr-visually-hidden" role="status" aria-atomic="false">
      {place > 0 && <p>{t('controls.inLine', { place: ordinal(place, language) })}</p>}
      {mayChooseSpeaker && hands > 0 && <p>{t('controls.waiting', { count: hands })}</p>}
      {speaking !== null && (
        <p>
          {speaking === model.me.username
            ? t('audience:clock.mine')
            : t('chat.onStage', { name: speaking }).replaceAll(/<\/?name>/g, '')}
        </p>
      )}
      {soon !== null && <p>{t(soon === model.me.username ? 'audience:clock.soonMine' : 'audience:clock.soon')}</p>}
      {next?.state === 'warmingUp' && <p>{t('audience:next.isNext', { name: next.username })}</p>}
      {next?.state === 'ready' && <p>{t('audience:next.isReady', { name: next.username })}</p>}
      {warmUp === 'warmingUp' && (
        <p>
          {t('audience:warmUp.title')}. {t('audience:warmUp.text')}
        </p>
      )}
      {warmUp === 'ready' && <p>{t('audience:warmUp.readyText', { host: live.owner.username })}</p>}
      {away && <p>{t('room.speakerAway', { name: speaking ?? '' })}</p>}
      {answering && (
        <p>
          {t('audience:questions.from', { name: answering.username })}: {answering.text}
        </p>
      )}
      {poll && <p>{t('audience:polls.opened', { text: poll.text })}</p>}
      {lost && <p>{t('room.linkLost')}</p>}
      {live.source !== null && live.isLive && model.me.isOwner && <p>{t('broadcast:live.began')}</p>}
      {unsupported && <p>{t('broadcast:unsupported.title')}</p>}
      {feedStopped && <p>{t(model.me.isOwner ? 'broadcast:preview.none' : 'broadcast:slate.title')}</p>}
    </div>
  );
}
