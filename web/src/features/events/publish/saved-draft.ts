import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { useSession } from '#web/shared/session/session.ts';
import { emptyDraft, type PublishDraft, readDraft } from './draft-shape.ts';

/** Drafts are saved per account, one for a new event and one for each event that is copied. */
const keyOf = (copyOf: string | null): string =>
  ['frontrow-publish-draft', useSession.getState().user?.user_ide, copyOf].filter(Boolean).join('-');

/** The draft as it was left, on top of `fresh`, so that a draft of an older version still opens. */
export function savedDraft(copyOf: string | null, fresh: PublishDraft = emptyDraft): PublishDraft {
  try {
    return readDraft(JSON.parse(readStored(keyOf(copyOf)) ?? 'null'), fresh);
  } catch {
    return fresh;
  }
}

/** Saves the draft, without its own picture where that does not fit into the browser's 5 MB. Tells what was saved. */
export function saveDraft(copyOf: string | null, draft: PublishDraft): 'all' | 'bare' | null {
  const key = keyOf(copyOf);
  if (writeStored(key, JSON.stringify(draft))) return 'all';
  const bare = { ...draft, cover: emptyDraft.cover };
  return draft.cover.kind === 'own' && writeStored(key, JSON.stringify(bare)) ? 'bare' : null;
}

export const dropDraft = (copyOf: string | null): void => removeStored(keyOf(copyOf));
