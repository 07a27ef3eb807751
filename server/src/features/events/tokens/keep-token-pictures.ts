import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import type { Kit } from '../../../kit.ts';
import { sizeAvatar } from '../../../media/size-avatar.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';
import type { FoundEntry } from './find-tokens.ts';

/**
 * Stores the pictures of tokens, small and square; their keys are for `keepFiles`. What no picture can be made of has
 * none: it is only for show.
 */
export async function keepTokenPictures(
  {
    db,
    ids,
    storage,
    inTurn,
  }: Pick<Kit, 'db' | 'ids' | 'storage'> & { readonly inTurn: <T>(work: () => Promise<T>) => Promise<T> },
  found: readonly FoundEntry[],
): Promise<{ readonly tokens: readonly RuleToken[]; readonly files: readonly string[] }> {
  const tokens: RuleToken[] = [];
  for (const { token, pictureBytes } of found) {
    const small = pictureBytes && (await inTurn(() => sizeAvatar(pictureBytes, '')).catch(() => undefined));
    if (!small) {
      tokens.push(token);
      continue;
    }
    const picture = `tokens/${ids.uuid()}.webp`;
    await noteUnwritten(db, [picture]);
    await storage.put(picture, small, 'image/webp');
    tokens.push({ ...token, picture });
  }
  return { tokens, files: tokens.flatMap(({ picture }) => picture ?? []) };
}
