import { useEffect, useEffectEvent, useRef } from 'react';
import { Picker } from 'emoji-picker-element';
import dataUrl from 'emoji-picker-element-data/en/emojibase/data.json?url';

/** Its emoji come when it is first opened, from nobody else's server. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useEffectEvent(onPick);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const picker = new Picker({ dataSource: dataUrl, locale: 'en' });
    picker.classList.add('dark');
    picker.addEventListener('emoji-click', (event) => event.detail.unicode && pick(event.detail.unicode));
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    place.current?.append(picker);
    return () => {
      window.removeEventListener('keydown', onKey);
      picker.remove();
    };
  }, []);
  return <div ref={place} />;
}
