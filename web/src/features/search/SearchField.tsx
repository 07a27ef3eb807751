import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { searchCharsMax } from './search-address.ts';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** What the address says. */
  text: string;
  tag: string | null;
  onSearch: (text: string) => void;
}

/** A pause of this length while typing starts the search. */
const pauseMs = 250;

export function SearchField({ text, tag, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('search');
  const [draft, setDraft] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(text);

  // The address changed by itself: back button, a tag, another search.
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setDraft(text);
  }, [text]);

  const send = (next: string): void => {
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  useEffect(() => {
    const timer = setTimeout(() => send(draft.trim()), pauseMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    // After the shell moved the focus to the new page's content.
    if (sent.current === '' && tag === null) queueMicrotask(() => input.current?.focus({ preventScroll: true }));
  }, [tag]);

  const label = tag === null ? t('field') : t('fieldIn', { tag });
  return (
    <form
      role="search"
      className={styles.form}
      // Also before, and without, our scripts: to this address with what was typed.
      method="get"
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
