import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ownSearches } from './own-searches.ts';
import { searchCharsMax } from './search-address.ts';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** The text in the page's address. */
  text: string;
  tag: string | null;
  onSearch: (text: string) => void;
}

/** A pause in typing that starts the search. */
const pauseMs = 250;

export function SearchField({ text, tag, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('search');
  const [draft, setDraft] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const [own] = useState(() => ownSearches(text));

  // The server draws this field, and people type before its code has loaded. React keeps such letters in the field
  // without an event, so they are read once here.
  useLayoutEffect(() => setDraft(input.current?.value ?? ''), []);

  // The address was changed elsewhere: by the back button, a tag or another search.
  useEffect(() => {
    if (own.isForeign(text)) setDraft(text);
  }, [own, text]);

  const send = (next: string): void => {
    if (own.sends(next)) onSearch(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => send(draft.trim()), pauseMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // The shell moves the focus to the new page first.
    if (own.latest() === '' && tag === null) queueMicrotask(() => input.current?.focus({ preventScroll: true }));
  }, [own, tag]);

  const label = tag === null ? t('field') : t('fieldIn', { tag });
  return (
    <form
      role="search"
      className={styles.form}
      // Works without scripts too: it loads this address with the typed text.
      method="get"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(draft.trim());
      }}
    >
      <IconSearch size={22} stroke={1.8} className={styles.icon} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="q"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={draft}
        maxLength={searchCharsMax}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {draft !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('clear')}
          onClick={() => {
            setDraft('');
            send('');
            input.current?.focus();
          }}
        >
          <IconX size={20} stroke={2} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
