import { useEffect, useRef, useState } from 'react';
import { useSession } from '#web/shared/session/session.ts';
import type { PublishDraft } from './draft-shape.ts';
import { copyOf, type FormMode } from './form-mode.ts';
import { saveDraft } from './saved-draft.ts';

/** A pause in typing after which the draft is saved. */
const saveAfterMs = 400;

interface SavedDraftUses {
  readonly mode: FormMode;
  readonly draft: PublishDraft;
  /** How often the form was changed since it opened. */
  readonly changes: number;
  /** It is being sent. */
  readonly busy: boolean;
}

/** Saves the draft while it is typed; answers what of its latest state is saved. */
export function useSavedDraft({ mode, draft, changes, busy }: SavedDraftUses): 'all' | 'bare' | null {
  const [saved, setSaved] = useState<{ changes: number; what: 'all' | 'bare' | null }>({ changes: 0, what: null });
  const saveNow = useRef<() => unknown>(undefined);
  useEffect(() => {
    saveNow.current = undefined;
    // Nothing is saved while it is being sent: it may be published before the pause is over.
    if (changes === 0 || mode.kind === 'change' || busy) return undefined;
    const save = () => saveDraft(copyOf(mode), draft);
    saveNow.current = save;
    const timer = setTimeout(() => {
      saveNow.current = undefined;
      setSaved({ changes, what: save() });
    }, saveAfterMs);
    // Closing the page before the pause is over loses nothing.
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [draft, changes, mode, busy]);
  // A link inside the app ends the form without ending the page; logging out leaves nothing behind.
  useEffect(() => () => void (useSession.getState().user && saveNow.current?.()), []);
  return saved.changes === changes ? saved.what : null;
}
