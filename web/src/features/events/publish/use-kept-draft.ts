import { useEffect, useRef, useState } from 'react';
import { useSession } from '#web/shared/session/session.ts';
import type { PublishDraft } from './draft-shape.ts';
import { copyOf, type FormMode } from './form-mode.ts';
import { keepDraft } from './kept-draft.ts';

/** A pause in typing after which the draft is kept. */
const keepAfterMs = 400;

interface KeptDraftUses {
  readonly mode: FormMode;
  readonly draft: PublishDraft;
  /** How often the form was changed since it opened. */
  readonly changes: number;
  /** It is being sent. */
  readonly busy: boolean;
}

/** Keeps the draft while it is typed; answers what of its latest state is kept. */
export function useKeptDraft({ mode, draft, changes, busy }: KeptDraftUses): 'all' | 'bare' | null {
  const [kept, setKept] = useState<{ changes: number; what: 'all' | 'bare' | null }>({ changes: 0, what: null });
  const keepNow = useRef<() => unknown>(undefined);
  useEffect(() => {
    keepNow.current = undefined;
    // Nothing is kept while it is being sent: it may be published before the pause is over.
    if (changes === 0 || mode.kind === 'change' || busy) return undefined;
    const keep = () => keepDraft(copyOf(mode), draft);
    keepNow.current = keep;
    const timer = setTimeout(() => {
      keepNow.current = undefined;
      setKept({ changes, what: keep() });
    }, keepAfterMs);
    // Closing the page before the pause is over loses nothing.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft, changes, mode, busy]);
  // A link inside the app ends the form without ending the page; logging out leaves nothing behind.
  useEffect(() => () => void (useSession.getState().user && keepNow.current?.()), []);
  return kept.changes === changes ? kept.what : null;
}
