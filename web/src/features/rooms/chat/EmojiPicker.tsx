import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Picker } from 'emoji-picker-element';
import deData from 'emoji-picker-element-data/de/cldr-native/data.json?url';
import enData from 'emoji-picker-element-data/en/emojibase/data.json?url';
import esData from 'emoji-picker-element-data/es/cldr-native/data.json?url';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { language } from '#web/shared/i18n/language.ts';
import { isComposing } from '#web/shared/ui/is-composing.ts';
import { useFocusBack } from '#web/shared/ui/use-focus-back.ts';

/**
 * Lets the arrow keys go from the search to the emoji and through their rows and columns. Inside a search, and over the
 * tabs, the picker handles them itself.
 */
function goOnBy(key: string, picker: Picker): boolean {
  const inside = picker.shadowRoot!;
  const search = inside.querySelector('input')!;
  const emoji = [...inside.querySelectorAll<HTMLElement>('.tabpanel [role="menuitem"]')];
  const at = emoji.findIndex((one) => one === inside.activeElement);
  const columns = Number(getComputedStyle(picker).getPropertyValue('--num-columns'));
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (step === undefined) return false;
  if (at === -1) {
    if (key !== 'ArrowDown' || inside.activeElement !== search) return false;
    emoji[0]?.focus();
  } else (emoji[at + step] ?? (key === 'ArrowUp' ? search : undefined))?.focus();
  return true;
}

/** Names and search words of the emoji. */
const data: Readonly<Record<Language, string>> = { en: enData, de: deData, es: esData };
/** The picker's own words; it brings the English ones. */
const words: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Picker['i18n'] }>>> = {
  de: () => import('emoji-picker-element/i18n/de.js'),
  es: () => import('emoji-picker-element/i18n/es.js'),
};

/** Pixels kept free between the picker and the upper edge of the window. */
const edge = 8;

/** A picker whose emoji are loaded when it is first opened, from our own server. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useEffectEvent(onPick);
  const close = useEffectEvent(onClose);
  useFocusBack();
  // Opened by keyboard, the search gets the focus. Opened by touch it does not, as that would open the keyboard.
  const [byKeys] = useState(() => document.activeElement?.matches(':focus-visible'));
  useEffect(() => {
    const locale = language();
    const picker = new Picker({ dataSource: data[locale], locale });
    // Without its words the picker is English, and still picks.
    if (locale !== 'en')
      void words[locale]().then(
        (own) => (picker.i18n = own.default),
        () => undefined,
      );
    picker.classList.add('dark');
    picker.addEventListener('emoji-click', (event) => event.detail.unicode && pick(event.detail.unicode));
    const onKey = (event: KeyboardEvent): void => {
      if (isComposing(event)) return;
      if (event.key === 'Escape') close();
      else if (event.target === picker && goOnBy(event.key, picker)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    place.current?.append(picker);
    const fit = (): void => {
      const box = place.current?.parentElement;
      if (box) box.style.setProperty('--room-above', `${box.getBoundingClientRect().bottom - edge}px`);
    };
    fit();
    window.addEventListener('resize', fit);
    if (byKeys) picker.shadowRoot!.querySelector('input')!.focus();
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('resize', fit);
      picker.remove();
    };
  }, [byKeys]);
  return <div ref={place} />;
}
