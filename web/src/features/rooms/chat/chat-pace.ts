import type { ChatLine } from './chat-lines.ts';

/** Nobody reads faster: of what comes within one second, this many messages are shown as they come. */
export const shownPerSecondMax = 10;
const secondMs = 1_000;

/**
 * Decides about each arriving message whether it is shown, or folded with others of its second: "and 24 more". Messages
 * that must be seen (own ones, and those of the host and of event admins) are always shown and do not count.
 */
export function createPace(now: () => number): (mustSee: boolean) => number | undefined {
  let since = Number.NEGATIVE_INFINITY;
  let shown = 0;
  let fold = 0;
  return (mustSee) => {
    if (mustSee) return undefined;
    if (now() - since >= secondMs) {
      since = now();
      shown = 0;
      fold += 1;
    }
    if (shown >= shownPerSecondMax) return fold;
    shown += 1;
    return undefined;
  };
}

/** What the chat shows below each other: a message, or how many were folded there. */
export type ChatRow =
  | { readonly kind: 'line'; readonly line: ChatLine }
  | { readonly kind: 'fold'; readonly key: string; readonly fold: number; readonly count: number };

/** The rows of these messages, in their order. Those of an opened fold are shown. */
export function rowsOf(lines: readonly ChatLine[], opened: ReadonlySet<number>): ChatRow[] {
  const rows: ChatRow[] = [];
  /** An own message may stand between two parts of one fold. */
  const parts = new Map<number, number>();
  for (const line of lines) {
    const { fold } = line;
    if (fold === undefined || opened.has(fold)) {
      rows.push({ kind: 'line', line });
      continue;
    }
    const last = rows.at(-1);
    if (last?.kind === 'fold' && last.fold === fold) {
      rows[rows.length - 1] = { ...last, count: last.count + 1 };
      continue;
    }
    const part = (parts.get(fold) ?? 0) + 1;
    parts.set(fold, part);
    rows.push({ kind: 'fold', key: `fold ${fold}.${part}`, fold, count: 1 });
  }
  return rows;
}
