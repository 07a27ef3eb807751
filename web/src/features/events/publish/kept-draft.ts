import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { useSession } from '#web/shared/session/session.ts';
import { emptyDraft, type PublishDraft } from './publish-draft.ts';

/** Nobody finds the draft of whoever used this browser before; a new event and each copy of one have a draft of their own. */
const keyOf = (copyOf: string | null): string =>
  ['frontrow-publish-draft', useSession.getState().user?.user_ide, copyOf].filter(Boolean).join('-');

/** The draft as it was left, on top of the defaults so that an old one still opens. */
export function keptDraft(copyOf: string | null, fresh: PublishDraft = emptyDraft): PublishDraft {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(copyOf)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...fresh, ...kept } : fresh;
  } catch {
    return fresh;
  }
}

/** Keeps the draft; where a picture of one's own finds no room in the browser's 5 MB, what was typed stays. Answers what did. */
export function keepDraft(copyOf: string | null, draft: PublishDraft): 'all' | 'bare' | null {
  const key = keyOf(copyOf);
  if (writeStored(key, JSON.stringify(draft))) return 'all';
  const bare = { ...draft, cover: emptyDraft.cover };
  return draft.cover.kind === 'own' && writeStored(key, JSON.stringify(bare)) ? 'bare' : null;
}

export const dropDraft = (copyOf: string | null): void => removeStored(keyOf(copyOf));
