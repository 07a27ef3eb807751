import { chatKeptMax, chatMessageCharsMax } from '@frontrow/core/chat/messages.ts';
import type { WireChatMessage } from '@frontrow/contract/rooms/api.ts';

export interface ChatLine {
  /** The sender's own id of the message. It stays the same when the server's answer arrives. */
  readonly clientId: string;
  /** The server's number; null until it has answered. */
  readonly seq: number | null;
  readonly text: string;
  /** Epoch milliseconds; null until the server has answered. */
  readonly at: number | null;
  readonly username: string;
  readonly avatar: string | null;
  /** Said by the host or an event admin to everyone. */
  readonly announcement: boolean;
  readonly status: 'sent' | 'sending' | 'failed' | 'removed';
  /** Came when too many came to be read, and is folded with the others of this number. */
  readonly fold?: number;
}

/** What the chat has, and what it shows to a reader above: that stays until they come back to the newest. */
export interface ChatLines {
  readonly chat: readonly ChatLine[];
  readonly held: readonly ChatLine[] | null;
}

/** What a moderator takes away goes from both. */
export const inBoth = (
  { chat, held }: ChatLines,
  change: (lines: readonly ChatLine[]) => readonly ChatLine[],
): ChatLines => ({ chat: change(chat), held: held && change(held) });

export const lengthOf = (text: string): number => Array.from(text).length;

/** Not empty, and at most 200 code points (rule R7). */
export const maySend = (text: string): boolean => text.trim() !== '' && lengthOf(text) <= chatMessageCharsMax;

export function lineOf(wire: WireChatMessage): ChatLine {
  return {
    clientId: wire.client_id,
    seq: wire.seq,
    text: wire.message,
    at: wire.at,
    username: wire.user.user_username,
    avatar: wire.user.user_avatar,
    announcement: wire.announcement,
    status: 'sent',
  };
}

const same = (a: ChatLine, b: ChatLine): boolean =>
  (a.seq !== null && a.seq === b.seq) || (a.clientId !== '' && a.clientId === b.clientId && a.username === b.username);

/** In the server's order, with own unsent messages last. */
const byOrder = (a: ChatLine, b: ChatLine): number =>
  (a.seq ?? Number.POSITIVE_INFINITY) - (b.seq ?? Number.POSITIVE_INFINITY) || 0;

/** Adds or confirms messages. The same message never shows twice, and the latest 100 are kept. */
export function withLines(lines: readonly ChatLine[], added: readonly ChatLine[]): ChatLine[] {
  const next = [...lines];
  for (const line of added) {
    const at = next.findIndex((one) => same(one, line));
    if (at < 0) next.push(line);
    // A message known to be sent or removed never returns to "sending".
    else if (next[at]!.seq === null) next[at] = line;
  }
  const sorted = next.every((line, index) => index === 0 || byOrder(next[index - 1]!, line) <= 0)
    ? next
    : next.toSorted(compare);
  return sorted.slice(-chatKeptMax);
}

function compare(a: ChatLine, b: ChatLine): number {
  if (a.seq === null && b.seq === null) return 0;
  return byOrder(a, b);
}

/** The message with the highest number. Own messages that were not sent stand below it, a failed one for long. */
export const newestOf = (lines: readonly ChatLine[]): ChatLine | undefined =>
  lines.findLast((line) => line.seq !== null);

/** When this person wrote last: by these lines, or as was known before. */
export function lastWrote(lines: readonly ChatLine[], username: string, known: number | null): number | null {
  const at = lines.findLast((line) => line.username === username && line.at !== null)?.at ?? null;
  return at === null || (known !== null && known > at) ? known : at;
}

/** What others have written since. */
export function freshIn(before: readonly ChatLine[], now: readonly ChatLine[], username: string): ChatLine[] {
  const last = newestOf(before)?.seq ?? 0;
  return now.filter((line) => line.seq !== null && line.seq > last && line.username !== username);
}

export const withStatus = (lines: readonly ChatLine[], clientId: string, status: ChatLine['status']): ChatLine[] =>
  lines.map((line) => (line.clientId === clientId && line.seq === null ? { ...line, status } : line));

export const withoutLine = (lines: readonly ChatLine[], clientId: string): ChatLine[] =>
  lines.filter((line) => line.clientId !== clientId || line.seq !== null);

export const withRemoved = (lines: readonly ChatLine[], seq: number): ChatLine[] =>
  lines.map((line) => (line.seq === seq ? { ...line, status: 'removed', text: '' } : line));

/**
 * Tells which messages known before are still there by the server's latest ones, read when its number was `seq`: what
 * these lack was removed. Nothing is known of messages older than a full page, and of those that came after it.
 */
export function stillThere(
  latest: readonly WireChatMessage[],
  seq: number,
): (known: { readonly seq: number | null }) => boolean {
  const there = new Set(latest.map((one) => one.seq));
  const from = latest.length < chatKeptMax ? 0 : Math.min(...there);
  return (known) => known.seq === null || known.seq > seq || known.seq < from || there.has(known.seq);
}

/** All messages of a blocked person disappear (rule R6). */
export const withoutPerson = (lines: readonly ChatLine[], username: string): ChatLine[] =>
  lines.filter((line) => line.username !== username);

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
type ChatRow =
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
