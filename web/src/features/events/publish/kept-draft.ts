import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { emptyDraft, type PublishDraft } from './publish-draft.ts';

/** A new event and each copy of one have a draft of their own. */
const keyOf = (copyOf: string | null): string => `frontrow-publish-draft${copyOf === null ? '' : `-copy-${copyOf}`}`;
/** Browsers keep about 5 MB in all; a larger picture has to be chosen again. */
const keptCoverCharsMax = 2_000_000;

/** The draft as it was left, on top of the defaults so that an old one still opens. */
export function keptDraft(copyOf: string | null, fresh: PublishDraft = emptyDraft): PublishDraft {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(copyOf)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...fresh, ...kept } : fresh;
  } catch {
    return fresh;
  }
}

export function keepDraft(copyOf: string | null, draft: PublishDraft): void {
  const large = draft.cover.kind === 'own' && draft.cover.dataUrl.length > keptCoverCharsMax;
  writeStored(keyOf(copyOf), JSON.stringify(large ? { ...draft, cover: emptyDraft.cover } : draft));
}

export const dropDraft = (copyOf: string | null): void => removeStored(keyOf(copyOf));
