import { IconBadgeCc } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { type CaptionSource, captionSources } from '@frontrow/core/rooms/captions.ts';
import { useStore } from 'zustand';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Control, controlIcon } from './Control.tsx';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { isOnStage } from '../model/captions.ts';
import styles from './Captions.module.css';
import bar from './ControlBar.module.css';

const sizes = ['off', 'small', 'medium', 'large'] as const;
type Size = (typeof sizes)[number];
const sizeKey = 'frontrow-captions';

/** How this browser shows captions, in every room. */
const sizeListeners = new Set<() => void>();
let unstored: Size = 'medium';
function shownSize(): Size {
  try {
    const stored = localStorage.getItem(sizeKey);
    return sizes.find((size) => size === stored) ?? unstored;
  } catch {
    return unstored;
  }
}
function setSize(size: Size): void {
  unstored = size;
  try {
    localStorage.setItem(sizeKey, size);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  for (const listener of sizeListeners) listener();
}
const useSize = (): Size =>
  useSyncExternalStore((listener) => {
    sizeListeners.add(listener);
    return () => sizeListeners.delete(listener);
  }, shownSize);

/** Captions over the picture. They are not announced: people with a screen reader hear the speakers. */
export function Captions() {
  const { t } = useTranslation('captions');
  const { model } = useRoomParts();
  const isOn = useSnapshot((snapshot) => snapshot.live?.captionsEnabled ?? false);
  const lines = useStore(model.captions.store, (state) => state.lines);
  const size = useSize();
  if (!isOn || size === 'off' || lines.length === 0) return null;
  return (
    <div className={styles.lines} data-size={size} role="group" aria-label={t('label')}>
      {lines.slice(-2).map(({ line_id: id, username, text }) => (
        <p key={id} {...userText}>
          <strong>{username}</strong> {text}
        </p>
      ))}
    </div>
  );
}

/** The control bar's button while captions are on: their size and, for people on stage, their consent. */
export function CaptionsControl() {
  const { t } = useTranslation('captions');
  const { model } = useRoomParts();
  const isOn = useSnapshot((snapshot) => snapshot.live?.captionsEnabled ?? false);
  const onStage = useSnapshot(({ live }) => live !== null && isOnStage(live, model.me));
  const agreed = useStore(model.captions.store, (state) => state.agreed);
  const ended = useStore(model.captions.store, (state) => state.ended);
  const size = useSize();
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!isOn) return null;
  // A speaker who has not been asked yet sees the question without looking for it.
  const open = wanted ?? (onStage && agreed === null);
  return (
    <>
      <Control
        className={bar.captions}
        label={t(open ? 'hide' : 'button')}
        icon={<IconBadgeCc {...controlIcon} />}
        tone={open || (onStage && agreed !== null) ? 'on' : 'idle'}
        pressed={open}
        badge={onStage && ended !== null ? 1 : 0}
        onClick={() => setWanted(!open)}
      />
      {open && (
        <div className={styles.panel} role="group" aria-label={t('label')} data-keeps-controls>
          <span id="caption-size">{t('size.label')}</span>
          <div className={styles.sizes} role="group" aria-labelledby="caption-size">
            {sizes.map((one) => (
              <button key={one} type="button" aria-pressed={one === size} onClick={() => setSize(one)}>
                {t(`size.${one}`)}
              </button>
            ))}
          </div>
          {onStage && <SpeakerConsent onChosen={() => setWanted(false)} />}
        </div>
      )}
    </>
  );
}

/** Where the speaker's sound may go to be captioned; nothing is captioned before they choose. */
function SpeakerConsent({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('captions');
  const { captions } = useRoomParts().model;
  const { agreed, ended, server, troubles } = useStore(captions.store);
  const speaks = useSnapshot((snapshot) => snapshot.media.microphone);
  const nameOf = (source: CaptionSource): string =>
    source === 'server' && server === null ? t('sources.serverNone') : t(`sources.${source}`, { server: server ?? '' });
  if (agreed)
    return (
      <div className={styles.consent}>
        <p role="status">{t(speaks ? 'speaker.running' : 'speaker.muted')}</p>
        <p className={styles.small}>{t(`sources.${agreed}Text`, { server: server ?? '' })}</p>
        <Button variant="default" onClick={() => captions.agree(null)}>
          {t('speaker.stop')}
        </Button>
      </div>
    );
  return (
    <div className={styles.consent}>
      <h3>{t('speaker.title')}</h3>
      <p className={styles.small}>{t('speaker.text')}</p>
      {ended !== null && (
        <p role="alert" className={styles.ended}>
          {ended === 'denied' || ended === 'language' || ended === 'failed' ? t(`ended.${ended}`) : ended}
        </p>
      )}
      {captionSources.map((source) => {
        const trouble = troubles?.[source] ?? null;
        return (
          <button
            key={source}
            type="button"
            className={styles.source}
            disabled={troubles === null || trouble !== null}
            onClick={() => {
              captions.agree(source);
              onChosen();
            }}
          >
            <strong>{nameOf(source)}</strong>
            <span>{trouble ? t(`troubles.${trouble}`) : t(`sources.${source}Text`, { server: server ?? '' })}</span>
          </button>
        );
      })}
    </div>
  );
}
