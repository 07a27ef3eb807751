import { readStored, removeStored, writeStored } from '#web/shared/api/storage.ts';
import { emptyDraft, type PublishDraft } from './publish-draft.ts';

const key = 'frontrow-publish-draft';
/** Browsers keep about 5 MB in all; a larger picture has to be chosen again. */
const keptCoverCharsMax = 2_000_000;

/** The draft as it was left, on top of the defaults so that an old one still opens. */
export function keptDraft(): PublishDraft {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...emptyDraft, ...kept } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(draft: PublishDraft): void {
  const large = draft.cover.kind === 'own' && draft.cover.dataUrl.length > keptCoverCharsMax;
  writeStored(key, JSON.stringify(large ? { ...draft, cover: emptyDraft.cover } : draft));
}

export const dropDraft = (): void => removeStored(key);
